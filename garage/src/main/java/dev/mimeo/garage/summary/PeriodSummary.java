package dev.mimeo.garage.summary;

/**
 * Statistics of a counter over an hour or a day. For one thread at a time.
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
        dirty += isDirty ? 1 : 0;
        count++;
    }
}
