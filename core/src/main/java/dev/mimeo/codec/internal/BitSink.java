package dev.mimeo.codec.internal;

/**
 * Writes bits into a range of an array, the highest bit of a byte first. What does not fit is not written, only counted. Not thread-safe.
 */
final class BitSink {
    private final byte[] target;
    private final int offset;
    private final int end;
    private long at;

    /** The lowest {@code waiting} bits are not written yet. */
    private long bits;

    private int waiting;

    BitSink(byte[] target, int offset, int length) {
        this.target = target;
        this.offset = offset;
        this.end = offset + length;
        this.at = offset;
    }

    /**
     * Writes the lowest bits of a number.
     *
     * @param count 0 to 32 bits; the others are zero
     */
    void put(int count, long value) {
        bits = (bits << count) | value;
        waiting += count;
        while (waiting >= Byte.SIZE) {
            waiting -= Byte.SIZE;
            if (at < end) {
                target[(int) at] = (byte) (bits >>> waiting);
            }
            at++;
        }
    }

    /** Writes zeros up to the next byte, and returns the length of all in bytes, or -1 if the range is shorter. */
    int finish() {
        put(-waiting & (Byte.SIZE - 1), 0);
        return isFull() ? -1 : (int) (at - offset);
    }

    /** Returns whether the range was too short for what was written. */
    boolean isFull() {
        return at > end;
    }
}
