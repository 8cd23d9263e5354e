package dev.mimeo.internal.text;

/** Writes integers as decimal digits into arrays. The caller sees to it that there is room. Thread-safe. */
public final class DecimalDigits {

    /** The most bytes that {@link #put} writes. */
    public static final int MAX_LENGTH = 20;

    /** Both digits of 0 to 99. */
    private static final byte[] PAIRS = new byte[200];

    static {
        for (int i = 0; i < 100; i++) {
            PAIRS[2 * i] = (byte) ('0' + i / 10);
            PAIRS[2 * i + 1] = (byte) ('0' + i % 10);
        }
    }

    private static final long[] POWERS = new long[19];

    static {
        long power = 1;
        for (int i = 0; i < POWERS.length; i++) {
            POWERS[i] = power;
            power *= 10;
        }
    }

    private DecimalDigits() {}

    /**
     * Writes a number.
     *
     * @return the position behind its last digit
     */
    public static int put(long value, byte[] out, int at) {
        if (value >= 0 && value < 10) {
            out[at] = (byte) ('0' + value);
            return at + 1;
        }
        int start = at;
        long rest = value;
        if (rest < 0) {
            out[start] = '-';
            start++;
            if (rest == Long.MIN_VALUE) {
                // It has no positive counterpart.
                out[start] = '9';
                return putPadded(-(rest + 9_000_000_000_000_000_000L), 18, out, start + 1);
            }
            rest = -rest;
        }
        int end = start + count(rest);
        putBefore(rest, out, end);
        return end;
    }

    /**
     * Writes a number of 0 to {@code 10^width - 1} with leading zeros.
     *
     * @return the position behind its last digit
     */
    public static int putPadded(long value, int width, byte[] out, int at) {
        int end = at + width;
        for (int i = at; i < end; i++) {
            out[i] = '0';
        }
        putBefore(value, out, end);
        return end;
    }

    /** Writes the digits of a number that is not negative so that they end where told. */
    private static void putBefore(long value, byte[] out, int end) {
        int at = end;
        long rest = value;
        while (rest > Integer.MAX_VALUE) {
            long quotient = rest / 100;
            int pair = 2 * (int) (rest - 100 * quotient);
            at -= 2;
            out[at] = PAIRS[pair];
            out[at + 1] = PAIRS[pair + 1];
            rest = quotient;
        }
        int small = (int) rest;
        while (small >= 100) {
            int quotient = small / 100;
            int pair = 2 * (small - 100 * quotient);
            at -= 2;
            out[at] = PAIRS[pair];
            out[at + 1] = PAIRS[pair + 1];
            small = quotient;
        }
        if (small >= 10) {
            out[at - 2] = PAIRS[2 * small];
            out[at - 1] = PAIRS[2 * small + 1];
        } else {
            out[at - 1] = (byte) ('0' + small);
        }
    }

    /** Returns how many digits a number that is not negative has. */
    private static int count(long value) {
        // The binary digits times log10(2), rounded down: the digits, or one less.
        int least = ((Long.SIZE - Long.numberOfLeadingZeros(value | 1)) * 1233) >>> 12;
        return least < POWERS.length && value < POWERS[least] ? least : least + 1;
    }
}
