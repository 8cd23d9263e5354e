package dev.mimeo.nfs.internal.pcap;

/**
 * One captured packet: a view of an array of its reader, good until the reader is asked for the next. Used again for every
 * packet. Not thread-safe.
 */
public final class Packet {

    private static final byte[] NOTHING = {};
    private static final long NANOS = 1_000_000_000L;

    byte[] data = NOTHING;
    int offset;
    int capturedLength;
    int wireLength;
    long time;
    int linkType;

    /** Makes a packet without content. */
    public Packet() {}

    /**
     * Gives the packet its content.
     *
     * @param bytes has the packet, and is not copied
     * @param start start of the packet in the array
     * @param captured bytes of it
     * @param wire bytes that it had on the wire
     * @param at time, in units of 2^-32 s since 1970
     * @param link its link layer, as in {@link LinkLayer}
     */
    public void set(byte[] bytes, int start, int captured, int wire, long at, int link) {
        data = bytes;
        offset = start;
        capturedLength = captured;
        wireLength = wire;
        time = at;
        linkType = link;
    }

    /** Returns the array that has the packet. */
    public byte[] data() {
        return data;
    }

    /** Returns where the packet starts. */
    public int offset() {
        return offset;
    }

    /** Returns how many bytes of the packet were captured. */
    public int capturedLength() {
        return capturedLength;
    }

    /** Returns how long the packet was on the wire, in bytes; never less than what was captured. */
    public int wireLength() {
        return wireLength;
    }

    /** Returns when it was captured, in units of 2^-32 s since 1970, unsigned. */
    public long time() {
        return time;
    }

    /** Returns the type of the link, a number of the registry of pcap files. */
    public int linkType() {
        return linkType;
    }

    /**
     * Returns a time in units of 2^-32 s since 1970.
     *
     * @param seconds since 1970, unsigned, to 2106
     * @param fraction below {@code unitsPerSecond}
     * @param unitsPerSecond at most 2^31; the result is rounded up
     */
    public static long time(long seconds, long fraction, long unitsPerSecond) {
        return (seconds << 32) + ((fraction << 32) + unitsPerSecond - 1) / unitsPerSecond;
    }

    /** Returns a number of nanoseconds, rounded down, of a time in units of 2^-32 s. */
    public static long nanos(long time) {
        return (time >>> 32) * NANOS + (((time & 0xffff_ffffL) * NANOS) >>> 32);
    }
}
