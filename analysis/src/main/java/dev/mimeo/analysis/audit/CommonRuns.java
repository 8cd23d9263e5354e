package dev.mimeo.analysis.audit;

import java.util.List;

/**
 * What a search found of the original in other bytes.
 *
 * @param bytes searched
 * @param lengths one entry per least length
 * @param longest the longest common run with at least four different byte values, bytes; 0 if there is none
 * @param longestByChance how many runs as probable as that one chance would bring forth
 * @param unexplained common runs that chance does not explain
 * @param longestUnexplained length of the longest of them, bytes
 * @param unexplainedOffset where that is in the bytes searched, or -1
 * @param originalOffset where it is in the original, or -1
 */
public record CommonRuns(
        long bytes,
        List<Length> lengths,
        int longest,
        double longestByChance,
        long unexplained,
        int longestUnexplained,
        long unexplainedOffset,
        long originalOffset) {

    /**
     * Common runs from a length on. Estimated where the index of the original is a sample.
     *
     * @param atLeast bytes
     * @param runs how many
     * @param coveredBytes bytes in them
     */
    public record Length(int atLeast, double runs, double coveredBytes) {}

    /** Copies the list. */
    public CommonRuns {
        lengths = List.copyOf(lengths);
    }
}
