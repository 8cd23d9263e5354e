package dev.mimeo.garage.summary;

import dev.mimeo.statistics.Stats;

/**
 * Statistics of a counter over an hour. For one thread at a time.
 *
 * <p>Least, greatest, first and last value, sums and invalid values cover the values that are neither NULL nor NaN.
 */
final class PeriodSummary {

    long count;
    long nulls;
    long nans;
    long dirty;
    double min;
    double max;
    double sum;
    double sumOfSquares;
    double first;
    double last;
    private double distances;
    private double squares;

    void add(double value, boolean isDirty) {
        if (Double.isNaN(value)) {
            nans++;
            return;
        }
        if (count == 0) {
            min = value;
            max = value;
            first = value;
        }
        min = Math.min(min, value);
        max = Math.max(max, value);
        last = value;
        sum += value;
        sumOfSquares += value * value;
        double distance = value - first;
        distances += distance;
        squares += distance * distance;
        dirty += isDirty ? 1 : 0;
        count++;
    }

    /**
     * Returns the sum of the squared distances of the values from their mean; infinity if a value or the sum is infinite. After
     * at least one value.
     */
    double deviations() {
        double deviations = Stats.squaresAboutMean((double) count, distances, squares);
        return Double.isFinite(deviations) ? deviations : Double.POSITIVE_INFINITY;
    }
}
