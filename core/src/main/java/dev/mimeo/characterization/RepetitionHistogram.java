package dev.mimeo.characterization;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Lengths of the repetitions that a default Deflate parse (RFC 1951, zlib level 6) finds in a chunk. Immutable and
 * thread-safe.
 */
public final class RepetitionHistogram implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Shortest match length of Deflate, bytes. */
    public static final int MIN_LENGTH = 3;

    /** Longest match length of Deflate, bytes. */
    public static final int MAX_LENGTH = 258;

    private final int[] counts;
    private final long literals;
    private final long repetitions;
    private final long repeatedBytes;

    private RepetitionHistogram(int[] counts, long literals) {
        this.counts = counts;
        this.literals = literals;
        long number = 0;
        long bytes = 0;
        for (int length = MIN_LENGTH; length <= MAX_LENGTH; length++) {
            int count = counts[length];
            if (count < 0) {
                throw new IllegalArgumentException("negative count " + count);
            }
            number += count;
            bytes += (long) count * length;
        }
        this.repetitions = number;
        this.repeatedBytes = bytes;
    }

    /**
     * Returns a histogram of the given counts.
     *
     * @param counts indexed by match length, 0 to {@value #MAX_LENGTH}; entries below {@value #MIN_LENGTH} are ignored;
     *     copied
     * @param literals bytes outside any repetition, at least 0
     * @throws IllegalArgumentException if the array has another size or a number is negative
     */
    public static RepetitionHistogram of(int[] counts, long literals) {
        if (counts.length != MAX_LENGTH + 1) {
            throw new IllegalArgumentException(
                    "a repetition histogram has " + (MAX_LENGTH + 1) + " counts, got " + counts.length);
        }
        if (literals < 0) {
            throw new IllegalArgumentException("negative literals " + literals);
        }
        int[] copy = counts.clone();
        Arrays.fill(copy, 0, MIN_LENGTH, 0);
        return new RepetitionHistogram(copy, literals);
    }

    /**
     * Returns how many repetitions have a length.
     *
     * @param length {@value #MIN_LENGTH} to {@value #MAX_LENGTH}
     */
    public int count(int length) {
        return counts[length];
    }

    /** Returns the bytes that the parse leaves as literals. */
    public long literals() {
        return literals;
    }

    /** Returns the number of repetitions. */
    public long repetitions() {
        return repetitions;
    }

    /** Returns the bytes covered by repetitions; with {@link #literals()} the size of the chunk. */
    public long repeatedBytes() {
        return repeatedBytes;
    }

    /** Returns a copy of the counts, indexed by length, {@value #MAX_LENGTH} + 1 entries. */
    public int[] toArray() {
        return counts.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RepetitionHistogram that
                && literals == that.literals
                && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(counts) + Long.hashCode(literals);
    }

    @Override
    public String toString() {
        return "RepetitionHistogram[" + repetitions + " repetitions, " + literals + " literals]";
    }
}
