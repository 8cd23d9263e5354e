package dev.mimeo.garage.prometheus;

import dev.mimeo.garage.prometheus.MetricQuery.Aggregate;
import dev.mimeo.garage.prometheus.MetricQuery.Aggregation;
import dev.mimeo.garage.prometheus.MetricQuery.Binary;
import dev.mimeo.garage.prometheus.MetricQuery.Constant;
import dev.mimeo.garage.prometheus.MetricQuery.LabelMatcher;
import dev.mimeo.garage.prometheus.MetricQuery.Operator;
import dev.mimeo.garage.prometheus.MetricQuery.RangeCall;
import dev.mimeo.garage.prometheus.MetricQuery.Selection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;

/**
 * Evaluates a query at equally spaced times. Results are rows with one value for each time; some values may be
 * {@link RangeFunction#ABSENT}. Immutable and thread-safe.
 *
 * @param store the series that are read
 * @param start first time, in milliseconds since 1970
 * @param step distance of times, in milliseconds
 * @param count number of times, at least 1
 */
record MetricEvaluator(SeriesStore store, long start, long step, int count) {

    /** Milliseconds for which a sample stands after its time, as in Prometheus by default. */
    private static final long LOOKBACK = 300_000;

    /** A series of results. */
    static final class Row {
        private final Map<String, String> labels;
        private final double[] values;

        Row(Map<String, String> labels, double[] values) {
            this.labels = labels;
            this.values = values;
        }

        Map<String, String> labels() {
            return labels;
        }

        /** Returns the values themselves, not a copy. */
        double[] values() {
            return values;
        }
    }

    /**
     * Evaluates a query that is not a number.
     *
     * @throws QueryException if the query has a range where values are needed, labels are ambiguous, or too much is read
     * @throws IllegalArgumentException if the query is a number
     */
    List<Row> rows(MetricQuery query) throws IOException {
        if (query instanceof Selection selection) {
            if (selection.rangeMillis() > 0) {
                throw new QueryException("a range of samples needs a function, such as rate");
            }
            return select(selection, LOOKBACK, RangeFunction.LAST_OVER_TIME);
        }
        if (query instanceof RangeCall call) {
            return select(call.range(), call.range().rangeMillis(), call.function());
        }
        if (query instanceof Aggregation aggregation) {
            return aggregate(aggregation);
        }
        if (query instanceof Binary binary) {
            return binary(binary);
        }
        throw new IllegalArgumentException("a number has no rows: " + query);
    }

    /** Returns the unchanged samples of the range that ends at the first time. */
    List<CounterSeries> samples(Selection selection) throws IOException {
        long end = start - selection.offsetMillis();
        return store.select(selection.matchers(), end - selection.rangeMillis() + 1, end);
    }

    private List<Row> select(Selection selection, long range, RangeFunction function) throws IOException {
        boolean keepsName = function == RangeFunction.LAST_OVER_TIME;
        long first = start - selection.offsetMillis();
        long last = first + step * (count - 1);
        List<Row> rows = new ArrayList<>();
        List<CounterSeries> found = store.select(selection.matchers(), first - range + 1, last);
        store.checkRoom((long) found.size() * count, 1);
        for (CounterSeries series : found) {
            double[] values = new double[count];
            long[] times = series.times();
            int from = 0;
            int to = 0;
            boolean any = false;
            for (int i = 0; i < count; i++) {
                long end = first + i * step;
                while (to < times.length && times[to] <= end) {
                    to++;
                }
                // The start of the range is not part of it, as in Prometheus from version 3 on.
                while (from < to && times[from] <= end - range) {
                    from++;
                }
                values[i] = function.of(times, series.values(), from, to, end - range, end);
                any |= !RangeFunction.isAbsent(values[i]);
            }
            if (any) {
                rows.add(new Row(keepsName ? series.labels() : withoutName(series.labels()), values));
            }
        }
        return keepsName ? rows : distinct(rows);
    }

    /**
     * Returns the rows as they are.
     *
     * @throws QueryException if two have the same labels, as those of several names do when these are removed
     */
    private static List<Row> distinct(List<Row> rows) throws QueryException {
        Set<Map<String, String>> labels = new HashSet<>();
        for (Row row : rows) {
            if (!labels.add(row.labels)) {
                throw sameLabels(row);
            }
        }
        return rows;
    }

    private static QueryException sameLabels(Row row) {
        return QueryException.inExecution("several series have the same labels without their names: "
                + withoutName(row.labels) + ": select one name");
    }

    private static Map<String, String> withoutName(Map<String, String> labels) {
        Map<String, String> rest = new TreeMap<>(labels);
        rest.remove(LabelMatcher.NAME);
        return rest;
    }

    private double[] absent() {
        double[] values = new double[count];
        Arrays.fill(values, RangeFunction.ABSENT);
        return values;
    }

    private List<Row> aggregate(Aggregation aggregation) throws IOException {
        Map<Map<String, String>, List<double[]>> groups = new LinkedHashMap<>();
        for (Row row : rows(aggregation.of())) {
            Map<String, String> key = aggregation.without() ? withoutName(row.labels) : new TreeMap<>(row.labels);
            key.keySet().removeIf(label -> aggregation.labels().contains(label) == aggregation.without());
            groups.computeIfAbsent(key, labels -> new ArrayList<>()).add(row.values);
        }
        List<Row> rows = new ArrayList<>();
        groups.forEach((labels, members) -> rows.add(new Row(labels, combined(aggregation.aggregate(), members))));
        return rows;
    }

    private double[] combined(Aggregate aggregate, List<double[]> members) {
        double[] result = absent();
        double[] present = new double[members.size()];
        for (int i = 0; i < count; i++) {
            int found = 0;
            for (double[] values : members) {
                if (!RangeFunction.isAbsent(values[i])) {
                    present[found++] = values[i];
                }
            }
            if (found > 0) {
                result[i] = switch (aggregate) {
                    case SUM -> RangeFunction.sum(present, 0, found);
                    case AVG -> RangeFunction.average(present, 0, found);
                    case MIN -> RangeFunction.extreme(present, 0, found, -1);
                    case MAX -> RangeFunction.extreme(present, 0, found, 1);
                    case COUNT -> found;
                };
            }
        }
        return result;
    }

    private List<Row> binary(Binary binary) throws IOException {
        Operator operator = binary.operator();
        if (binary.left() instanceof Constant constant) {
            return mapped(rows(binary.right()), operator, value -> result(operator, constant.value(), value, value));
        }
        if (binary.right() instanceof Constant constant) {
            return mapped(rows(binary.left()), operator, value -> result(operator, value, constant.value(), value));
        }
        List<Row> lefts = rows(binary.left());
        boolean[] isUsed = presence(lefts);
        Map<Map<String, String>, double[]> rights = new HashMap<>();
        for (Row right : rows(binary.right())) {
            if (!merge(rights, withoutName(right.labels), right.values, isUsed)) {
                throw ambiguous(right);
            }
        }
        Map<Map<String, String>, double[]> merged = new LinkedHashMap<>();
        List<Row> kept = new ArrayList<>();
        for (Row left : lefts) {
            Map<String, String> key = withoutName(left.labels);
            double[] right = rights.get(key);
            if (right == null) {
                continue;
            }
            double[] values = absent();
            for (int i = 0; i < count; i++) {
                if (!RangeFunction.isAbsent(left.values[i]) && !RangeFunction.isAbsent(right[i])) {
                    values[i] = result(operator, left.values[i], right[i], left.values[i]);
                }
            }
            kept.add(new Row(left.labels, values));
            if (!merge(merged, key, values.clone(), isUsed)) {
                throw ambiguous(left);
            }
        }
        return operator.isComparison() ? kept : rows(merged);
    }

    /** Returns whether any of some rows has a value, for each time. */
    private boolean[] presence(List<Row> rows) {
        boolean[] isPresent = new boolean[count];
        for (Row row : rows) {
            for (int i = 0; i < count; i++) {
                isPresent[i] |= !RangeFunction.isAbsent(row.values[i]);
            }
        }
        return isPresent;
    }

    /**
     * Adds the values of a row to those of others with the same labels. As Prometheus looks at each time alone, rows are one if no
     * two have a value at the same time.
     *
     * @param merged values by labels; its arrays are changed
     * @param isChecked the times at which two values are wrong; of the others the first value stays
     * @return false if two rows have a value at a time that is checked
     */
    private static boolean merge(
            Map<Map<String, String>, double[]> merged,
            Map<String, String> labels,
            double[] values,
            boolean[] isChecked) {
        double[] known = merged.putIfAbsent(labels, values);
        for (int i = 0; known != null && i < values.length; i++) {
            if (RangeFunction.isAbsent(known[i])) {
                known[i] = values[i];
            } else if (isChecked[i] && !RangeFunction.isAbsent(values[i])) {
                return false;
            }
        }
        return true;
    }

    private static List<Row> rows(Map<Map<String, String>, double[]> merged) {
        List<Row> rows = new ArrayList<>();
        merged.forEach((labels, values) -> rows.add(new Row(labels, values)));
        return rows;
    }

    private static QueryException ambiguous(Row row) {
        return QueryException.inExecution("several series match each other: " + withoutName(row.labels));
    }

    private List<Row> mapped(List<Row> rows, Operator operator, DoubleUnaryOperator change) throws QueryException {
        List<Row> mapped = new ArrayList<>();
        for (Row row : rows) {
            double[] values = absent();
            for (int i = 0; i < count; i++) {
                double value = row.values[i];
                if (!RangeFunction.isAbsent(value)) {
                    values[i] = change.applyAsDouble(value);
                }
            }
            mapped.add(new Row(row.labels, values));
        }
        return operator.isComparison() ? mapped : withoutNames(mapped);
    }

    /**
     * Returns rows without the names of their metrics.
     *
     * @throws QueryException if two rows with the same other labels have a value at the same time
     */
    private static List<Row> withoutNames(List<Row> rows) throws QueryException {
        Map<Map<String, String>, double[]> merged = new LinkedHashMap<>();
        for (Row row : rows) {
            boolean[] all = new boolean[row.values.length];
            Arrays.fill(all, true);
            if (!merge(merged, withoutName(row.labels), row.values, all)) {
                throw sameLabels(row);
            }
        }
        return rows(merged);
    }

    /**
     * Returns the result of arithmetic; of a comparison, {@code kept} if it holds, and {@link RangeFunction#ABSENT} otherwise.
     */
    private static double result(Operator operator, double left, double right, double kept) {
        double result = operator.of(left, right);
        if (operator.isComparison()) {
            return result == 0 ? RangeFunction.ABSENT : kept;
        }
        return result;
    }
}
