package dev.mimeo.codec.internal;

import dev.mimeo.internal.bytes.BigEndian;
import java.util.zip.DataFormatException;

/** Reads bits from a range of an array, the highest bit of a byte first. Not thread-safe. */
final class BitSource {
    private final byte[] source;
    private final int end;
    private int at;

    /** The next bits, the first of them highest; zeros behind the last. */
    private long bits;

    private int available;

    BitSource(byte[] source, int offset, int length) {
        this.source = source;
        this.at = offset;
        this.end = offset + length;
    }

    /**
     * Returns the next bits without going on. Behind the end are zeros.
     *
     * @param count 1 to 32
     */
    int peek(int count) {
        if (available < Integer.SIZE) {
            refill();
        }
        return (int) (bits >>> (Long.SIZE - count));
    }

    /**
     * Goes on.
     *
     * @param count bits of those that were {@linkplain #peek seen}, at most
     * @throws DataFormatException if the range has fewer
     */
    void skip(int count) throws DataFormatException {
        bits <<= count;
        available -= count;
        if (available < 0) {
            throw new DataFormatException("the block is cut off");
        }
    }

    /**
     * Returns the next bits as a number without sign, or all 32 as they are.
     *
     * @param count 1 to 32
     * @throws DataFormatException if the range has fewer
     */
    int next(int count) throws DataFormatException {
        int value = peek(count);
        skip(count);
        return value;
    }

    /** Returns the whole bytes that are left. */
    int remainingBytes() {
        return end - at + available / Byte.SIZE;
    }

    private void refill() {
        if (end - at >= Integer.BYTES) {
            bits |= (BigEndian.getInt(source, at) & 0xffff_ffffL) << (Integer.SIZE - available);
            at += Integer.BYTES;
            available += Integer.SIZE;
            return;
        }
        for (; at < end; at++) {
            available += Byte.SIZE;
            bits |= (source[at] & 0xffL) << (Long.SIZE - available);
        }
    }
}
