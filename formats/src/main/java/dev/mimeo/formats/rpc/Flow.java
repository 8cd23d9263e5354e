package dev.mimeo.formats.rpc;

import org.jspecify.annotations.Nullable;

/**
 * One direction between two ports: what was counted of it. Of TCP the bytes of the stream are those of messages, of their
 * marks, lost, skipped to find messages again, of no RPC, and open: of a message that never ended. Not thread-safe.
 */
public final class Flow {

    final int source;
    final int destination;
    final int sourcePort;
    final int destinationPort;
    final boolean udp;

    /** The other direction, if there is one, and the state of this one, if it is of TCP. */
    @Nullable Flow peer;

    @Nullable TcpStream tcp;

    long lastPacketAt;
    long packets;
    long wireBytes;
    long streamBytes;
    long recordBytes;
    long marks;
    long gapBytes;
    long resyncBytes;
    long nonRpcBytes;
    long openBytes;
    long records;

    Flow(int source, int destination, int sourcePort, int destinationPort, boolean udp) {
        this.source = source;
        this.destination = destination;
        this.sourcePort = sourcePort;
        this.destinationPort = destinationPort;
        this.udp = udp;
    }

    /** Returns the host that sends, see {@link Hosts}. */
    public int source() {
        return source;
    }

    /** Returns the host that receives. */
    public int destination() {
        return destination;
    }

    /** Returns the port that sends. */
    public int sourcePort() {
        return sourcePort;
    }

    /** Returns the port that receives. */
    public int destinationPort() {
        return destinationPort;
    }

    /** Tells whether it is of UDP, not TCP. */
    public boolean isUdp() {
        return udp;
    }

    /** Returns the packets. */
    public long packets() {
        return packets;
    }

    /** Returns the bytes of frames on the wire. */
    public long wireBytes() {
        return wireBytes;
    }

    /** Returns the bytes of the stream, each counted once, those that the capture lost included; of UDP the content. */
    public long streamBytes() {
        return streamBytes;
    }

    /** Returns the bytes of messages, without their marks. */
    public long recordBytes() {
        return recordBytes;
    }

    /** Returns the marks of 4 bytes that start the fragments of messages. */
    public long marks() {
        return marks;
    }

    /** Returns the bytes that the capture does not have. */
    public long gapBytes() {
        return gapBytes;
    }

    /** Returns the bytes that were skipped to find the start of a message. */
    public long resyncBytes() {
        return resyncBytes;
    }

    /** Returns the bytes that are of another protocol. */
    public long nonRpcBytes() {
        return nonRpcBytes;
    }

    /** Returns the bytes of a message whose end was not seen, its mark included. */
    public long openBytes() {
        return openBytes;
    }

    /** Returns the messages. */
    public long records() {
        return records;
    }
}
