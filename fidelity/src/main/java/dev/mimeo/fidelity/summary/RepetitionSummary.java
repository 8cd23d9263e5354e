package dev.mimeo.fidelity.summary;

/**
 * The repetitions that default Deflate finds, over all chunks.
 *
 * @param repetitions number
 * @param repeatedBytes bytes they cover
 * @param literals bytes they do not cover
 * @param medianLength half of them are at most this long, bytes; 0 if there are none
 * @param p90Length nine in ten are at most this long, bytes; 0 if there are none
 */
public record RepetitionSummary(long repetitions, long repeatedBytes, long literals, int medianLength, int p90Length) {

    /**
     * Sums up counts.
     *
     * @param counts indexed by length
     */
    static RepetitionSummary of(long[] counts, long literals) {
        long number = 0;
        long bytes = 0;
        for (int length = 0; length < counts.length; length++) {
            number += counts[length];
            bytes += counts[length] * length;
        }
        return new RepetitionSummary(number, bytes, literals, rank(counts, number, 0.5), rank(counts, number, 0.9));
    }

    private static int rank(long[] counts, long number, double share) {
        long wanted = (long) Math.ceil(share * number);
        long seen = 0;
        for (int length = 0; length < counts.length; length++) {
            seen += counts[length];
            if (seen >= wanted && wanted > 0) {
                return length;
            }
        }
        return 0;
    }

    /** Returns the mean length, bytes; NaN if there are none. */
    public double meanLength() {
        return (double) repeatedBytes / repetitions;
    }

    /** Returns the share of all bytes that repeat something, 0 to 1; NaN for no data. */
    public double coveredShare() {
        return (double) repeatedBytes / (repeatedBytes + literals);
    }
}
