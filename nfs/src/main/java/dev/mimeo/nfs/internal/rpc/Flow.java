package dev.mimeo.nfs.internal.rpc;

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

    /** Whether messages are found in a stream whose start was not captured. */
    boolean begunBefore;

    /** Counts before the reported part of the capture: of packets, wire, stream, record and so on. */
    private final long[] before = new long[9];

    Flow(int source, int destination, int sourcePort, int destinationPort, boolean udp) {
        this.source = source;
        this.destination = destination;
        this.sourcePort = sourcePort;
        this.destinationPort = destinationPort;
        this.udp = udp;
    }

    /** Counts from here on, for those who ask. */
    void restart() {
        before[0] = packets;
        before[1] = wireBytes;
        before[2] = streamBytes;
        before[3] = recordBytes;
        before[4] = marks;
        before[5] = gapBytes;
        before[6] = resyncBytes;
        before[7] = nonRpcBytes;
        before[8] = records;
    }

    /** Returns whether there is nothing to tell. */
    boolean isSilent() {
        return packets() == 0
                && streamBytes() == 0
                && recordBytes() == 0
                && marks() == 0
                && resyncBytes() == 0
                && nonRpcBytes() == 0
                && openBytes == 0
                && records() == 0;
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

    /** Returns whether it is of UDP, not TCP. */
    public boolean isUdp() {
        return udp;
    }

    /** Returns the packets. */
    public long packets() {
        return packets - before[0];
    }

    /** Returns the bytes of frames on the wire. */
    public long wireBytes() {
        return wireBytes - before[1];
    }

    /** Returns the bytes of the stream, each counted once, those that the capture lost included; of UDP the content. */
    public long streamBytes() {
        return streamBytes - before[2];
    }

    /** Returns the bytes of messages, without their marks. */
    public long recordBytes() {
        return recordBytes - before[3];
    }

    /** Returns the marks of 4 bytes that start the fragments of messages. */
    public long marks() {
        return marks - before[4];
    }

    /** Returns the bytes that the capture does not have. */
    public long gapBytes() {
        return gapBytes - before[5];
    }

    /** Returns the bytes that were skipped to find the start of a message. */
    public long resyncBytes() {
        return resyncBytes - before[6];
    }

    /** Returns the bytes that are of another protocol. */
    public long nonRpcBytes() {
        return nonRpcBytes - before[7];
    }

    /** Returns the bytes of a message whose end was not seen, its mark included. */
    public long openBytes() {
        return openBytes;
    }

    /** Returns the messages. */
    public long records() {
        return records - before[8];
    }
}
