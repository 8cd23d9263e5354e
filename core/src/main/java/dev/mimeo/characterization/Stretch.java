package dev.mimeo.characterization;

/**
 * A stretch of a chunk that is not content of its own: one byte value repeated, or a copy of earlier data. Immutable and
 * thread-safe.
 *
 * @param start first byte within the chunk, at least 0
 * @param length bytes, at least 1
 * @param source of a copy: where the earlier data begins, counted over all chunks in order, at least 0; else -1
 * @param value of a constant stretch: its byte value, 0 to 255; else -1
 */
public record Stretch(int start, int length, long source, int value) {

    /** Checks the ranges. */
    public Stretch {
        boolean constant = source == -1 && value >= 0 && value <= 255;
        boolean copy = source >= 0 && value == -1;
        if (start < 0 || length < 1 || length > Integer.MAX_VALUE - start || !(constant || copy)) {
            throw new IllegalArgumentException("stretch of " + length + " bytes at " + start + ", from " + source
                    + ", value " + value + ", is out of range");
        }
    }

    /** Returns a stretch that repeats one byte value. */
    public static Stretch constant(int start, int length, int value) {
        return new Stretch(start, length, -1, value);
    }

    /** Returns a stretch that repeats earlier data. */
    public static Stretch copy(int start, int length, long source) {
        return new Stretch(start, length, source, -1);
    }

    /** Returns whether the stretch is a copy of earlier data. */
    public boolean isCopy() {
        return source >= 0;
    }

    /** Returns the end within the chunk. */
    public int end() {
        return start + length;
    }
}
