package dev.mimeo.characterization.mimic;

import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Repetitions of a chunk, without its content: alternating literal runs and copies, as a Lempel-Ziv parse (Ziv, Lempel:
 * "A universal algorithm for sequential data compression", IEEE Trans. Inf. Theory 23(3), 1977) finds them.
 * The bytes after the last copy are literals. Immutable and thread-safe.
 */
public final class ParseTemplate implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Largest chunk. */
    public static final int MAX_SIZE = 1 << 22;

    private static final int COLUMNS = 3;

    /** Run, length and distance of each step: what is read together is in one place. */
    private final int[] steps;

    private final int size;

    /**
     * Takes the steps; the arrays are copied.
     *
     * @param runs bytes of the literal run before each copy, at least 0
     * @param lengths bytes of each copy, at least 1
     * @param distances distance of each copy, bytes, at least 1 and at most what is before it
     * @param size bytes of the chunk, at least what the steps cover, at most {@value #MAX_SIZE}
     * @throws IllegalArgumentException if a number is out of range
     */
    public ParseTemplate(int[] runs, int[] lengths, int[] distances, int size) {
        if (runs.length != lengths.length || runs.length != distances.length) {
            throw new IllegalArgumentException("columns of a parse have different lengths");
        }
        if (size < 0 || size > MAX_SIZE) {
            throw new IllegalArgumentException("a parse of " + size + " bytes");
        }
        this.steps = new int[COLUMNS * runs.length];
        long at = 0;
        for (int i = 0; i < runs.length; i++) {
            at += runs[i];
            if (runs[i] < 0 || lengths[i] < 1 || distances[i] < 1 || distances[i] > at || at + lengths[i] > size) {
                throw new IllegalArgumentException("step " + i + " of a parse, at byte " + at + ", is out of range");
            }
            at += lengths[i];
            steps[COLUMNS * i] = runs[i];
            steps[COLUMNS * i + 1] = lengths[i];
            steps[COLUMNS * i + 2] = distances[i];
        }
        this.size = size;
    }

    /** Returns the number of copies. */
    public int steps() {
        return steps.length / COLUMNS;
    }

    /** Returns the bytes of the chunk. */
    public int size() {
        return size;
    }

    /** Returns the literal bytes before a copy. */
    public int run(int step) {
        return steps[COLUMNS * step];
    }

    /** Returns the bytes of a copy. */
    public int length(int step) {
        return steps[COLUMNS * step + 1];
    }

    /** Returns how far back a copy starts, bytes. */
    public int distance(int step) {
        return steps[COLUMNS * step + 2];
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ParseTemplate its && size == its.size && Arrays.equals(steps, its.steps);
    }

    @Override
    public int hashCode() {
        return 31 * size + Arrays.hashCode(steps);
    }
}
