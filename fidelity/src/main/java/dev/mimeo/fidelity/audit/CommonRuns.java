package dev.mimeo.fidelity.audit;

import java.util.List;

/**
 * Runs of the original that a search found in other bytes.
 *
 * @param bytes searched
 * @param lengths one entry per least length
 * @param longest the longest common run with at least four different byte values, bytes; 0 if there is none
 * @param longestByChance expected number of runs as probable as that one by chance
 * @param repeated common runs of at least {@value #LEAST} bytes that the form of the original does not explain; estimated where the
 *     index of the original is a sample
 * @param repeatedBytes bytes in them; estimated likewise
 * @param longestRepeated length of the longest of them, bytes
 * @param examples some of them that are not equal, the least likely first
 * @param unexplained common runs that not even a writer explains who knows which bytes follow which few
 * @param longestUnexplained length of the longest of them, bytes
 * @param unexplainedOffset offset of that one in the bytes searched, or -1
 * @param originalOffset offset in the original, or -1
 */
public record CommonRuns(
        long bytes,
        List<Length> lengths,
        int longest,
        double longestByChance,
        double repeated,
        double repeatedBytes,
        int longestRepeated,
        List<Example> examples,
        long unexplained,
        int longestUnexplained,
        long unexplainedOffset,
        long originalOffset) {

    /** Least length, bytes, of a run that counts as repeated: shorter ones hold less than a name and a number. */
    public static final int LEAST = 16;

    /**
     * A run of the original that was repeated.
     *
     * @param offset offset in the bytes searched
     * @param originalOffset offset in the original
     * @param length bytes
     * @param text its first bytes, with {@code .} for those that are not printable ASCII
     */
    public record Example(long offset, long originalOffset, int length, String text) {}

    /**
     * Common runs from a length on. Estimated where the index of the original is a sample.
     *
     * @param atLeast bytes
     * @param runs number
     * @param coveredBytes bytes in them
     */
    public record Length(int atLeast, double runs, double coveredBytes) {}

    /** Copies the lists. */
    public CommonRuns {
        lengths = List.copyOf(lengths);
        examples = List.copyOf(examples);
    }

    /** Returns the share of the bytes searched that lies in repeated runs, 0 to 1. */
    public double repeatedShare() {
        return bytes == 0 ? 0 : repeatedBytes / bytes;
    }
}
