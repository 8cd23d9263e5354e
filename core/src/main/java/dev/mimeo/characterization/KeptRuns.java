package dev.mimeo.characterization;

import java.util.Objects;

/**
 * Runs of consecutive chunks that a characterization has of larger data: one of each of as many ranges of runs, which are equally long except
 * for one run. Immutable and thread-safe.
 *
 * @param kept runs that the characterization has, at least 1
 * @param scanned runs that were scanned, at least as many
 */
public record KeptRuns(int kept, long scanned) {

    /**
     * Chunks of a run; only the last one may have fewer. Neighbours have much in common. A multiple of the eight chunks in a row that share text
     * in generator {@code mimic}.
     */
    public static final int CHUNKS = 32;

    /** Most chunks of a data set of which runs are kept: with chunks of 4 MiB, more bytes than a stream has positions. */
    private static final double MOST_CHUNKS = 0x1p40;

    /** Checks the ranges. */
    public KeptRuns {
        if (kept < 1 || scanned < kept) {
            throw new IllegalArgumentException(kept + " of " + scanned + " runs are out of range");
        }
    }

    /** Returns the runs that some chunks are. */
    public static long runsOf(long chunks) {
        return (chunks + CHUNKS - 1) / CHUNKS;
    }

    /** Returns whether a characterization of some chunks can be one of runs of more that were scanned. */
    static boolean isPossible(long chunks, double scannedChunks) {
        return chunks > 0
                && scannedChunks > chunks
                && scannedChunks <= MOST_CHUNKS
                && scannedChunks == Math.rint(scannedChunks)
                && runsOf(chunks) <= Integer.MAX_VALUE;
    }

    /**
     * Returns the first run of a range, among those scanned.
     *
     * @param range 0 to {@code kept}, for the end of the last one
     */
    public long start(int range) {
        Objects.checkIndex(range, kept + 1);
        // Without a product that could overflow.
        return range * (scanned / kept) + range * (scanned % kept) / kept;
    }

    /** Returns how many runs a range has, at least 1. */
    public long length(int range) {
        return start(range + 1) - start(range);
    }

    /** Returns the length of the longest range. */
    public long mostInRange() {
        return (scanned + kept - 1) / kept;
    }
}
