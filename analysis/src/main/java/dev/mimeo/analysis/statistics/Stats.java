package dev.mimeo.analysis.statistics;

import dev.mimeo.text.CNumberFormat;


/**
 * Count, mean, population variance, minimum and maximum of a sequence of values, in constant memory.
 *
 * <p>The variance is kept as the sum of squared differences from the mean, after B. P. Welford, "Note on a method for
 * calculating corrected sums of squares and products", Technometrics 4(3), 1962; two parts are put together after T. F.
 * Chan, G. H. Golub, R. J. LeVeque, "Updating formulae and a pairwise algorithm for computing sample variances", 1979. So
 * it does not lose its digits where values are large and close together, as the difference of mean square and squared mean
 * does. Minimum and maximum ignore NaN. For one thread at a time.
 */
public final class Stats {

    private long count;
    private double sum;
    private double squares;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    /** Makes statistics of no values. */
    public Stats() {}

    /** Adds a value. */
    public void add(double value) {
        add(1, value, 0, value < min ? value : min, value > max ? value : max);
    }

    /** Adds all values of others. */
    public void add(Stats other) {
        add(other.count, other.sum, other.squares, other.min, other.max);
    }

    /**
     * Adds values of which sums are known.
     *
     * @param otherSquares sum of the squared differences from their mean
     */
    void add(long otherCount, double otherSum, double otherSquares, double otherMin, double otherMax) {
        if (otherCount == 0) {
            return;
        }
        if (count > 0) {
            double distance = otherSum / otherCount - sum / count;
            squares += distance * distance * ((double) count * otherCount / (count + otherCount));
        }
        squares += otherSquares;
        count += otherCount;
        sum += otherSum;
        min = Math.min(min, otherMin);
        max = Math.max(max, otherMax);
    }

    /** Returns the number of values. */
    public long count() {
        return count;
    }

    /** Returns the mean; NaN without values. */
    public double mean() {
        return sum / count;
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

    /** Formats a number with so many significant digits as C does; NaN without its sign, which has no meaning. */
    static String text(double value, int digits) {
        return Double.isNaN(value) ? "nan" : CNumberFormat.general(value, digits);
    }

    /** Returns one line, {@code count=…, mean=…, stddev=…, min=…, max=…}. */
    @Override
    public String toString() {
        return "count=" + count + ", mean=" + text(mean(), 8) + ", stddev=" + text(standardDeviation(), 8) + ", min="
                + text(min, 8) + ", max=" + text(max, 8);
    }
}
