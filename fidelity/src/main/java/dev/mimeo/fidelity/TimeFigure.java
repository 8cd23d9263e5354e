package dev.mimeo.fidelity;

/**
 * A measured time of both sides: each the median of the repetitions.
 *
 * @param original seconds of CPU time of one thread, finite
 * @param synthetic likewise
 * @param noise uncertainty of the deviation: half the width of a 90 % confidence interval of the median of
 *     {@code synthetic / original} over the interleaved pairs of measurements; 0 if there was only one pair
 */
public record TimeFigure(double original, double synthetic, double noise) {

    /** Refuses what is not finite. */
    public TimeFigure {
        if (!Double.isFinite(original) || !Double.isFinite(synthetic) || !Double.isFinite(noise)) {
            throw new IllegalArgumentException("not finite: " + original + ", " + synthetic + ", " + noise);
        }
    }

    /** Returns {@code synthetic / original - 1}; with an original of 0, 0 if both are 0 and else 1. */
    public double deviation() {
        return Statistics.deviation(original, synthetic);
    }

    /** Tells whether the noise is larger than the difference, so that the difference shows nothing. */
    public boolean isNoisy() {
        return noise > Math.abs(deviation());
    }
}
