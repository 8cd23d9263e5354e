package dev.mimeo.nfs.internal.rpc;

import dev.mimeo.internal.bytes.BigEndian;

/**
 * A call or a reply: where and when it was seen, its header, and the part of its bytes that was wanted and captured. Used
 * again for other messages. Not thread-safe.
 */
public final class RpcMessage {

    /** The message lacks bytes that it had on the wire. */
    public static final int TRUNCATED = 1;

    /** Bytes that the capture lost are the reason. */
    public static final int CROSSED_GAP = 32;

    private static final int FIRST_CAPACITY = 512;

    // The addresses and the time.
    int source;
    int destination;
    int sourcePort;
    int destinationPort;
    boolean udp;
    long time;
    long lastTime;
    long firstPacket;
    long packet;
    int group;
    int flags;

    /** Order of arrival among messages that begin in the same packet. */
    long arrival;

    // The bytes.
    byte[] data = new byte[FIRST_CAPACITY];
    int available;
    int length;

    // The header.
    final RpcHeader header = new RpcHeader();

    RpcMessage() {}

    /** Takes a copy of the bytes that are there. */
    void copy(byte[] bytes, int offset, int count) {
        if (data.length < count) {
            data = new byte[Integer.highestOneBit(count - 1) << 1];
        }
        System.arraycopy(bytes, offset, data, 0, count);
        available = count;
    }

    /** Takes an array that starts with the bytes, which nobody else uses from now on. */
    void take(byte[] bytes, int count) {
        data = bytes;
        available = count;
    }

    /** Gives a large array away before the message is used again. */
    void shrink(LargeArrays arrays) {
        if (data.length > LargeArrays.LARGE) {
            arrays.give(data);
            data = new byte[FIRST_CAPACITY];
        }
    }

    /** Returns the memory that it takes, roughly, in bytes. */
    public int memoryBytes() {
        return data.length + 256;
    }

    /** Returns the host that sent it, see {@link Hosts}. */
    public int source() {
        return source;
    }

    /** Returns the host it was sent to, see {@link Hosts}. */
    public int destination() {
        return destination;
    }

    /** Returns the port it was sent from. */
    public int sourcePort() {
        return sourcePort;
    }

    /** Returns the port it was sent to. */
    public int destinationPort() {
        return destinationPort;
    }

    /** Returns whether it came over UDP, not TCP. */
    public boolean isUdp() {
        return udp;
    }

    /** Returns the time of the packet with its first byte, in units of 2^-32 s since 1970. */
    public long time() {
        return time;
    }

    /** Returns the time of the packet with its last byte, in the same unit. */
    public long lastTime() {
        return lastTime;
    }

    /** Returns the number of the group of inputs that has the packet with its first byte. */
    public int group() {
        return group;
    }

    /** Returns {@link #TRUNCATED} and {@link #CROSSED_GAP} as they apply. */
    public int flags() {
        return flags;
    }

    /** Returns the header. */
    public RpcHeader header() {
        return header;
    }

    /** Returns the array that starts with the message. */
    public byte[] data() {
        return data;
    }

    /** Returns how many bytes of the message are in the array. */
    public int available() {
        return available;
    }

    /** Returns how long the message was on the wire, in bytes. */
    public int length() {
        return length;
    }

    /**
     * Returns the number that tells apart messages sent again from others that have the same transaction number. A call of RPCSEC_GSS
     * that is sent again has another sequence number, and so other checksums and another cipher text (RFC 2203, section 5.3.3.1): these
     * do not count.
     */
    public long fingerprint() {
        int count = Math.min(available, FIRST_CAPACITY);
        if (!header.isSequenced()) {
            return hash(length, 0, count);
        }
        long hash = hash(length, 0, Math.min(count, RpcHeader.CALL_BYTES));
        int body = header.bodyOffset();
        if (body < 0 || header.isOpaque()) {
            return hash;
        }
        if (!header.isWrapped()) {
            return hash(hash, body, count);
        }
        int wrapped = body + Integer.BYTES <= count ? BigEndian.getInt(data, body) : 0;
        int end = wrapped < 0 ? count : (int) Math.min(count, (long) body + Integer.BYTES + wrapped);
        return hash(hash, body + RpcHeader.WRAPPING, end);
    }

    private long hash(long seed, int from, int end) {
        long hash = seed;
        int at = from;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            hash = Hash.mix(hash ^ BigEndian.getLong(data, at));
        }
        for (; at < end; at++) {
            hash = Hash.mix(hash ^ data[at]);
        }
        return hash;
    }
}
