package dev.mimeo.formats.csv;

import dev.mimeo.internal.bytes.LittleEndian;

/**
 * Decimal digits in text, eight at a time. Bytes are found and converted within a word: each step adds neighbours, first
 * digits to pairs, then pairs to fours, then fours to eights.
 */
final class Digits {

    /** Bytes of a word. */
    static final int WORD = Long.BYTES;

    private static final long ZEROS = 0x3030303030303030L;

    /** Turns a nibble above 9 into one more than a nibble. */
    private static final long BEYOND_NINE = 0x0606060606060606L;

    private static final long HIGH_NIBBLES = 0xf0f0f0f0f0f0f0f0L;
    private static final int COUNT_BITS = 4;
    private static final int COUNT_MASK = (1 << COUNT_BITS) - 1;
    private static final int[] POWERS = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000};

    private Digits() {}

    /** Returns eight bytes of a text, the first lowest. */
    static long word(byte[] text, int at) {
        return LittleEndian.getLong(text, at);
    }

    /**
     * Reads the digits at the start of a word, up to eight.
     *
     * @return for {@link #count} and {@link #value}
     */
    static long read(long word) {
        long nibbles = word ^ ZEROS;
        // A carry out of a byte that is not a digit only reaches bytes behind it.
        long others = (nibbles + BEYOND_NINE | nibbles) & HIGH_NIBBLES;
        // 64 / 8 if there is nothing else.
        int count = Long.numberOfTrailingZeros(others) / Byte.SIZE;
        if (count == 0) {
            return 0;
        }
        long digits = nibbles << (Long.SIZE - Byte.SIZE * count);
        long pairs = digits * 10 + (digits >>> 8);
        long fours = (pairs & 0x00ff00ff00ff00ffL) * 100 + (pairs >>> 16 & 0x00ff00ff00ff00ffL);
        long value = (fours & 0xffffL) * 10_000 + (fours >>> 32 & 0xffffL);
        return value << COUNT_BITS | count;
    }

    /** Returns how many digits were read. */
    static int count(long read) {
        return (int) read & COUNT_MASK;
    }

    /** Returns the number that was read. */
    static long value(long read) {
        return read >>> COUNT_BITS;
    }

    /** Returns the power of ten that makes room for {@code count} digits. */
    static int power(int count) {
        return POWERS[count];
    }
}
