package dev.mimeo.scan.internal;

import dev.mimeo.internal.random.SplitMix64;

/**
 * Cuts data into blocks by content, so that equal stretches are cut equally wherever they are: FastCDC (Xia et al., USENIX
 * ATC 2016) with a gear hash of 64 bytes, no cut below the minimum, and normalised chunking of level 2 (a mask of 15 bits
 * up to the average size and of 11 bits beyond).
 *
 * <p>The gear table comes from a fixed generator, so boundaries are the same on every machine. Stateless and thread-safe.
 */
public final class FastCdc {

    /** Smallest block, bytes; only the last of a range may be smaller. */
    public static final int MIN_SIZE = 2 << 10;

    /** Average size aimed at, bytes. */
    public static final int AVERAGE_SIZE = 8 << 10;

    /** Largest block, bytes. */
    public static final int MAX_SIZE = 64 << 10;

    private static final int STRICT_SHIFT = 64 - 15;
    private static final int LOOSE_SHIFT = 64 - 11;
    private static final long[] GEAR = new long[256];

    static {
        SplitMix64 random = new SplitMix64(0x4d696d656fL);
        for (int i = 0; i < GEAR.length; i++) {
            GEAR[i] = random.nextLong();
        }
    }

    private FastCdc() {}

    /** Takes the next byte into a gear hash, which forgets bytes after 64 more. */
    static long roll(long hash, byte next) {
        return (hash << 1) + GEAR[next & 0xff];
    }

    /**
     * Returns the length of the block at the start of a range.
     *
     * @param length bytes of the range, at least 1
     * @return at most {@code length} and {@value #MAX_SIZE}; at least {@value #MIN_SIZE} if the range is as long
     */
    public static int cut(byte[] data, int offset, int length) {
        if (length <= MIN_SIZE) {
            return length;
        }
        long hash = 0;
        int i = offset + MIN_SIZE;
        int average = offset + Math.min(length, AVERAGE_SIZE);
        int end = offset + Math.min(length, MAX_SIZE);
        for (; i < average; i++) {
            hash = roll(hash, data[i]);
            if (hash >>> STRICT_SHIFT == 0) {
                return i + 1 - offset;
            }
        }
        for (; i < end; i++) {
            hash = roll(hash, data[i]);
            if (hash >>> LOOSE_SHIFT == 0) {
                return i + 1 - offset;
            }
        }
        return end - offset;
    }
}
