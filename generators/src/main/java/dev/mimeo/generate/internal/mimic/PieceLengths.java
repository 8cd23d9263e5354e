package dev.mimeo.generate.internal.mimic;

/**
 * The random lengths of the pieces that are taken from a text: a constant and a uniformly distributed part. For one thread at a
 * time.
 */
final class PieceLengths {

    private static final int MAX_MEAN = 160;

    private int mask;

    /** In 1/256 bytes, so that the mean is continuous. */
    private int base;

    /** Sets the mean, bytes, which is limited to 1 to {@value #MAX_MEAN}. */
    void set(double mean) {
        double wanted = Math.max(1, Math.min(MAX_MEAN, mean));
        mask = wanted < 3 ? 0 : Integer.highestOneBit((int) (wanted * 4 / 3)) - 1;
        base = (int) StrictMath.round((wanted - mask / 2.0) * 256);
    }

    /** Returns what is the same in all lengths, in 1/256 bytes. */
    int base() {
        return base;
    }

    /** Returns the bits of the part that is random. */
    int mask() {
        return mask;
    }

    /** Returns the longest length, at most {@link TextPool#SLACK}. */
    int longest() {
        return ((base + 255) >> 8) + mask;
    }

    /** Returns a length by the low 16 bits of a random number, at most {@link TextPool#SLACK}. */
    int length(long bits) {
        return length(base, mask, bits);
    }

    /** Returns {@link #length(long)} of lengths with that {@link #base} and that {@link #mask}. */
    static int length(int base, int mask, long bits) {
        return ((base + (int) (bits & 255)) >> 8) + ((int) (bits >>> 8) & mask);
    }
}
