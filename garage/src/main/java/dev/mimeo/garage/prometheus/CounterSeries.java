package dev.mimeo.garage.prometheus;

import java.util.Map;

/** The samples of one counter of one server and instance. Its arrays are not copied. */
final class CounterSeries {

    private final Map<String, String> labels;
    private final long[] times;
    private final double[] values;

    CounterSeries(Map<String, String> labels, long[] times, double[] values) {
        this.labels = labels;
        this.times = times;
        this.values = values;
    }

    /** Returns the labels by name; {@code __name__} is the counter. */
    Map<String, String> labels() {
        return labels;
    }

    /** Returns the times in milliseconds since 1970, ascending. */
    long[] times() {
        return times;
    }

    /** Returns a value for each time. */
    double[] values() {
        return values;
    }
}
