package dev.mimeo.fidelity;

/**
 * One quantity of the chunks of both sides, each chunk compressed on its own.
 *
 * @param original one value per chunk, in the order of the data
 * @param synthetic the values of the chunks at the same places
 * @param total the quantity of all these chunks together: bytes over compressed bytes for ratios, the sum for times
 * @param noise for times, the median over the original's chunks of the relative difference between two measurements of
 *     the same chunk, 0 if there was only one; 0 for ratios
 */
public record ChunkComparison(Distribution original, Distribution synthetic, MeasuredPair total, double noise) {

    /** Checks that both sides have the same chunks. */
    public ChunkComparison {
        if (original.size() != synthetic.size()) {
            throw new IllegalArgumentException(original.size() + " chunks against " + synthetic.size());
        }
    }

    /** Returns the median over the chunks of the absolute deviation. */
    public double medianDeviation() {
        return original.absoluteDeviations(synthetic).quantile(0.5);
    }

    /** Returns the 90th percentile over the chunks of the absolute deviation. */
    public double p90Deviation() {
        return original.absoluteDeviations(synthetic).quantile(0.9);
    }

    /** Returns the two-sample Kolmogorov-Smirnov statistic of the values, 0 to 1. */
    public double kolmogorovSmirnov() {
        return original.kolmogorovSmirnov(synthetic);
    }

    /** Tells whether the noise is at least as large as the median deviation. */
    public boolean isNoisy() {
        return noise > 0 && noise >= medianDeviation();
    }
}
