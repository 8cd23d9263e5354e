package dev.mimeo.fidelity;

import java.util.List;

/**
 * Comparison of one synthetic data set with its original. Immutable.
 *
 * @param original the original side
 * @param synthetic the synthetic side
 * @param comparedBytes bytes from the start of each side that were considered: the size of the smaller one
 * @param chunks chunks within them
 * @param options options of the comparison
 * @param machine machine on which it was measured
 * @param codecs one entry per codec, in the order asked for
 * @param content distances of what the bytes are
 */
public record ComparisonResult(
        Side original,
        Side synthetic,
        long comparedBytes,
        long chunks,
        ComparisonOptions options,
        Machine machine,
        List<CodecComparison> codecs,
        ContentComparison content) {

    /** Copies the list. */
    public ComparisonResult {
        codecs = List.copyOf(codecs);
    }

    /** Tells whether nothing lies outside a tolerance; {@link Tolerance#violations} says what does. */
    public boolean within(Tolerance tolerance) {
        return tolerance.violations(this).isEmpty();
    }

    /**
     * One side.
     *
     * @param label its name
     * @param bytes its size
     * @param files its number of files
     */
    public record Side(String label, long bytes, int files) {
        static Side of(DataSample sample) {
            return new Side(sample.label(), sample.bytes(), sample.files());
        }
    }
}
