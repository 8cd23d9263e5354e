package dev.mimeo.fidelity;

/**
 * One quantity of both sides.
 *
 * @param original of the original data, finite
 * @param synthetic of the synthetic data, finite
 */
public record MeasuredPair(double original, double synthetic) {

    /** Refuses what is not finite. */
    public MeasuredPair {
        if (!Double.isFinite(original) || !Double.isFinite(synthetic)) {
            throw new IllegalArgumentException("not finite: " + original + ", " + synthetic);
        }
    }

    /** Returns {@code synthetic / original - 1}; with an original of 0, 0 if both are 0 and else 1. */
    public double deviation() {
        return Statistics.deviation(original, synthetic);
    }
}
