package dev.mimeo.statistics;

import dev.mimeo.internal.text.CNumberFormat;

/**
 * Count, mean, population variance, minimum and maximum of a sequence of values, in constant memory.
 *
 * <p>The variance is kept as the sum of squared differences from the mean, after B. P. Welford, "Note on a method for
 * calculating corrected sums of squares and products", Technometrics 4(3), 1962; two parts are put together after T. F.
 * Chan, G. H. Golub, R. J. LeVeque, "Updating formulae and a pairwise algorithm for computing sample variances", 1979. So
 * it does not lose its digits where values are large and close together, as the difference of mean square and squared mean
 * does. For the same reason the sum keeps what rounding takes from it: D. E. Knuth, TAOCP 2, 4.2.2, theorem B. Minimum and
 * maximum ignore NaN. For one thread at a time.
 */
public final class Stats {

    private long count;
    private double sum;

    /** The exact sum less {@link #sum}, nearly; NaN once the sum is not finite. */
    private double rest;

    private double squares;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    /** Makes statistics of no values. */
    public Stats() {}

    /** Adds a value. */
    public void add(double value) {
        combine(1, value, 0, 0, value < min ? value : min, value > max ? value : max);
    }

    /** Adds all values of others. */
    public void add(Stats other) {
        combine(other.count, other.sum, other.rest, other.squares, other.min, other.max);
    }

    /**
     * Adds values whose distances from one value, usually their first, were summed. This takes no division for each value and
     * keeps the digits of large values that are close together.
     *
     * @param origin origin of the distances
     * @param distances sum of the distances
     * @param squares sum of the squares of the distances
     */
    public void add(
            long otherCount, double origin, double distances, double squares, double otherMin, double otherMax) {
        combine(
                otherCount,
                origin * otherCount + distances,
                0,
                squaresAboutMean((double) otherCount, distances, squares),
                otherMin,
                otherMax);
    }

    /**
     * Returns the sum of the squared distances of values from their mean, never negative; NaN without values.
     *
     * @param count number of values
     * @param distances sum of their distances from one value
     * @param squares sum of the squares of these distances
     */
    public static double squaresAboutMean(double count, double distances, double squares) {
        return Math.max(0, squares - distances * (distances / count));
    }

    private void combine(
            long otherCount, double otherSum, double otherRest, double otherSquares, double otherMin, double otherMax) {
        if (otherCount == 0) {
            return;
        }
        if (count > 0) {
            double distance = mean(otherSum, otherRest, otherCount) - mean();
            squares += distance * distance * ((double) count * otherCount / (count + otherCount));
        }
        squares += otherSquares;
        count += otherCount;
        double total = sum + otherSum;
        double added = total - sum;
        rest += (sum - (total - added)) + (otherSum - added) + otherRest;
        sum = total;
        min = Math.min(min, otherMin);
        max = Math.max(max, otherMax);
    }

    /** Returns the number of values. */
    public long count() {
        return count;
    }

    /** Returns the mean; NaN without values. */
    public double mean() {
        return mean(sum, rest, count);
    }

    private static double mean(double sum, double rest, long count) {
        return (Double.isNaN(rest) ? sum : sum + rest) / count;
    }

    /** Returns the population variance, never negative; NaN without values. */
    public double variance() {
        return squares / count;
    }

    /** Returns the square root of the population variance; NaN without values. */
    public double standardDeviation() {
        return Math.sqrt(variance());
    }

    /** Returns the smallest value; positive infinity without any. */
    public double min() {
        return min;
    }

    /** Returns the largest value; negative infinity without any. */
    public double max() {
        return max;
    }

    /** Returns one line, {@code count=…, mean=…, stddev=…, min=…, max=…}. */
    @Override
    public String toString() {
        return "count=" + count + ", mean=" + CNumberFormat.generalUnsignedNan(mean(), 8) + ", stddev="
                + CNumberFormat.generalUnsignedNan(standardDeviation(), 8) + ", min="
                + CNumberFormat.generalUnsignedNan(min, 8) + ", max=" + CNumberFormat.generalUnsignedNan(max, 8);
    }
}
