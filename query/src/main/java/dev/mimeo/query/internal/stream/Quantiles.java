package dev.mimeo.query.internal.stream;

import dev.mimeo.statistics.QuantileSketch;
import dev.mimeo.statistics.Stats;

/**
 * Count, mean, standard deviation, least and largest value of a sequence, all exact except for rounding, and approximate
 * quantiles of it ({@link QuantileSketch}).
 *
 * <p>The squares are those of the distance from the first value, which keeps the digits of large values that are close
 * together. For one thread at a time.
 */
public final class Quantiles {

    private final QuantileSketch sketch;
    private long count;
    private double total;

    /** The first value, and the sums of the distances from it and of their squares. */
    private double first;

    private double sum;
    private double squares;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    /**
     * Makes quantiles of no values.
     *
     * @param error largest error of a rank as a share of the number of values, above 0 and below 0.2
     * @param bound values that the error is kept for, at least 2
     */
    public Quantiles(double error, long bound) {
        this.sketch = new QuantileSketch(error, bound);
    }

    /** Adds a value, which must be a number. */
    public void add(double value) {
        if (count == 0) {
            first = value;
        }
        count++;
        total += value;
        double distance = value - first;
        sum += distance;
        squares += distance * distance;
        if (value < min) {
            min = value;
        }
        if (value > max) {
            max = value;
        }
        sketch.add(value);
    }

    /** Adds an integer; one of more than 53 bits is rounded. */
    public void add(long value) {
        add((double) value);
    }

    /**
     * Adds all values of others, as {@link QuantileSketch#add(QuantileSketch)} does.
     *
     * @param other made for the same error and bound; stays as it is
     */
    public void add(Quantiles other) {
        if (other.count == 0) {
            return;
        }
        total += other.total;
        double otherSum = other.sum;
        double otherSquares = other.squares;
        if (count == 0) {
            first = other.first;
        }
        double shift = other.first - first;
        squares += otherSquares + 2 * shift * otherSum + other.count * shift * shift;
        sum += otherSum + other.count * shift;
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
        count += other.count;
        sketch.add(other.sketch);
    }

    /** Returns the number of values. */
    public long count() {
        return count;
    }

    /** Returns the mean; 0 without values. */
    public double mean() {
        return count == 0 ? 0 : total / count;
    }

    /** Returns the square root of the population variance; 0 without values. */
    public double standardDeviation() {
        return count == 0 ? 0 : Math.sqrt(Stats.squaresAboutMean((double) count, sum, squares) / count);
    }

    /** Returns the least value; positive infinity without any. */
    public double min() {
        return min;
    }

    /** Returns the largest value; negative infinity without any. */
    public double max() {
        return max;
    }

    /**
     * Returns a value of which about the given share of all values is less or equal; NaN without values.
     *
     * @param quantile share, from 0 to 1
     */
    public double quantile(double quantile) {
        return sketch.quantile(quantile);
    }

    /** Returns the bytes that the sketch holds. */
    public long memoryBytes() {
        return sketch.memoryBytes() + 8L * Long.BYTES;
    }
}
