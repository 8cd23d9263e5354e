package dev.mimeo.garage.prometheus;

/**
 * Functions of the samples in a range, as the documentation of PromQL defines them ("Query functions"). They return NaN-able values, and
 * tell with {@link #ABSENT} that there is no result.
 */
enum RangeFunction {
    RATE,
    INCREASE,
    DELTA,
    IRATE,
    IDELTA,
    AVG_OVER_TIME,
    MIN_OVER_TIME,
    MAX_OVER_TIME,
    SUM_OVER_TIME,
    COUNT_OVER_TIME,
    LAST_OVER_TIME;

    /** A NaN with bits of its own that no computation yields. */
    static final double ABSENT = Double.longBitsToDouble(0x7ff8_4d69_6d65_6f00L);

    /** A range may reach this far beyond its first and last sample, in mean distances of samples. */
    private static final double REACH = 1.1;

    /** Makes the sum of any array of doubles finite. */
    private static final double SCALE = 0x1p-32;

    /** Returns whether a value is {@link #ABSENT}. */
    static boolean isAbsent(double value) {
        return Double.doubleToRawLongBits(value) == Double.doubleToRawLongBits(ABSENT);
    }

    /**
     * Applies the function to the samples {@code from} to {@code to} (exclusive) of a series.
     *
     * @param start start of the range, milliseconds; {@code end} likewise
     */
    double of(long[] times, double[] values, int from, int to, long start, long end) {
        if (from == to) {
            return ABSENT;
        }
        return switch (this) {
            case RATE -> extrapolated(times, values, from, to, start, end) * 1000 / (end - start);
            case INCREASE, DELTA -> extrapolated(times, values, from, to, start, end);
            case IRATE, IDELTA -> lastTwo(times, values, from, to);
            case AVG_OVER_TIME -> average(values, from, to);
            case SUM_OVER_TIME -> sum(values, from, to);
            case MIN_OVER_TIME -> extreme(values, from, to, -1);
            case MAX_OVER_TIME -> extreme(values, from, to, 1);
            case COUNT_OVER_TIME -> to - from;
            case LAST_OVER_TIME -> values[to - 1];
        };
    }

    /** Returns the sum of some values; the second index is exclusive, here and below. */
    static double sum(double[] values, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum;
    }

    /** Returns the mean of some values, at least one, also where their sum is not a double. */
    static double average(double[] values, int from, int to) {
        double sum = sum(values, from, to);
        if (!Double.isInfinite(sum)) {
            return sum / (to - from);
        }
        double scaled = 0;
        for (int i = from; i < to; i++) {
            if (Double.isInfinite(values[i])) {
                return sum;
            }
            scaled += values[i] * SCALE;
        }
        // Rounding must not take it beyond the values.
        double mean = scaled / (to - from) / SCALE;
        return Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, mean));
    }

    /** Returns the largest of some values, at least one, or the smallest if the sign is -1; NaN only if all are. */
    static double extreme(double[] values, int from, int to, int sign) {
        double found = values[from];
        for (int i = from + 1; i < to; i++) {
            found = Double.isNaN(found) || sign * values[i] > sign * found ? values[i] : found;
        }
        return found;
    }

    private double lastTwo(long[] times, double[] values, int from, int to) {
        if (to - from < 2) {
            return ABSENT;
        }
        double last = values[to - 1];
        double before = values[to - 2];
        if (this == IDELTA) {
            return last - before;
        }
        // A counter that fell started again at zero.
        return (last < before ? last : last - before) * 1000 / (times[to - 1] - times[to - 2]);
    }

    /** The change from the first to the last sample, extended to the borders of the range where samples reach near them. */
    private double extrapolated(long[] times, double[] values, int from, int to, long start, long end) {
        if (to - from < 2) {
            return ABSENT;
        }
        boolean isCounter = this != DELTA;
        double change = values[to - 1] - values[from];
        for (int i = from + 1; i < to && isCounter; i++) {
            change += values[i] < values[i - 1] ? values[i - 1] : 0;
        }
        double covered = times[to - 1] - times[from];
        double distance = covered / (to - from - 1);
        double before = within(times[from] - start, distance);
        double after = within(end - times[to - 1], distance);
        if (isCounter && change > 0 && values[from] >= 0) {
            // No counter was below zero.
            before = Math.min(before, covered * (values[from] / change));
        }
        return change * ((covered + before + after) / covered);
    }

    /** Returns a gap at a border of the range, or half the distance of samples if the series seems to start or end in it. */
    private static double within(long gap, double distance) {
        return gap < REACH * distance ? gap : distance / 2;
    }
}
