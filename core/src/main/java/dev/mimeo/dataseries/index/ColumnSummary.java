package dev.mimeo.dataseries.index;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.GeneralValue;
import dev.mimeo.dataseries.VariableColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Entry of an index for one column of one extent.
 *
 * @param bounds the least and the greatest value; null if there is none but null and, among doubles, NaN
 * @param hasNull whether a row has no value
 * @param ranges up to a number of ranges that hold all values, ascending; empty if not asked for
 */
record ColumnSummary(@Nullable ValueRange bounds, boolean hasNull, List<ValueRange> ranges) {

    /** More distinct values than this are not kept apart; the ranges are made of neighbours then. */
    private static final int MAX_DISTINCT = 1 << 16;

    /**
     * Summarizes a column.
     *
     * @param maxRanges number of ranges to find, 0 for none
     */
    static ColumnSummary of(Extent extent, Field field, int maxRanges) {
        int column = field.index();
        boolean[] nulls = field.nullable() ? extent.nulls(column) : new boolean[extent.rows()];
        boolean hasNull = false;
        for (boolean absent : nulls) {
            hasNull |= absent;
        }
        ValueRange bounds = bounds(extent, field, nulls);
        List<ValueRange> ranges =
                maxRanges == 0 || bounds == null ? List.of() : ranges(extent, field, nulls, bounds, maxRanges);
        return new ColumnSummary(bounds, hasNull, ranges);
    }

    private static @Nullable ValueRange bounds(Extent extent, Field field, boolean[] nulls) {
        int column = field.index();
        int rows = extent.rows();
        int[] found = switch (field.type()) {
            case BOOL -> {
                boolean[] values = extent.booleans(column);
                yield extremes(rows, row -> !nulls[row], (a, b) -> Boolean.compare(values[a], values[b]));
            }
            case BYTE -> {
                byte[] values = extent.bytes(column);
                yield extremes(rows, row -> !nulls[row], (a, b) -> Byte.compareUnsigned(values[a], values[b]));
            }
            case INT32 -> {
                int[] values = extent.ints(column);
                yield extremes(rows, row -> !nulls[row], (a, b) -> Integer.compare(values[a], values[b]));
            }
            case INT64 -> {
                long[] values = extent.longs(column);
                yield extremes(rows, row -> !nulls[row], (a, b) -> Long.compare(values[a], values[b]));
            }
            case DOUBLE -> {
                double[] values = extent.doubles(column);
                yield extremes(
                        rows,
                        row -> !nulls[row] && !Double.isNaN(values[row]),
                        (a, b) -> Double.compare(values[a], values[b]));
            }
            case VARIABLE32 -> {
                VariableColumn values = extent.variables(column);
                yield extremes(rows, row -> !nulls[row], (a, b) -> compare(values, a, b));
            }
            case FIXEDWIDTH -> {
                var values = extent.fixedWidths(column);
                yield extremes(
                        rows,
                        row -> !nulls[row],
                        (a, b) -> Arrays.compareUnsigned(
                                values.array(),
                                values.offset(a),
                                values.offset(a) + values.width(),
                                values.array(),
                                values.offset(b),
                                values.offset(b) + values.width()));
            }
        };
        return found.length == 0
                ? null
                : new ValueRange(GeneralValue.of(extent, column, found[0]), GeneralValue.of(extent, column, found[1]));
    }

    private static int compare(VariableColumn values, int a, int b) {
        return Arrays.compareUnsigned(
                values.array(),
                values.offset(a),
                values.offset(a) + values.length(a),
                values.array(),
                values.offset(b),
                values.offset(b) + values.length(b));
    }

    /** Compares the values of two rows. */
    @FunctionalInterface
    private interface RowComparator {
        int compare(int a, int b);
    }

    /** Returns the rows of the least and the greatest value, or nothing if no row counts. */
    private static int[] extremes(int rows, IntPredicate counts, RowComparator order) {
        int least = -1;
        int greatest = -1;
        for (int row = 0; row < rows; row++) {
            if (counts.test(row)) {
                if (least < 0) {
                    least = row;
                    greatest = row;
                } else if (order.compare(row, least) < 0) {
                    least = row;
                } else if (order.compare(row, greatest) > 0) {
                    greatest = row;
                }
            }
        }
        return least < 0 ? new int[0] : new int[] {least, greatest};
    }

    /**
     * Covers the values with few ranges: one for each distinct value if that is enough, else with the widest gaps between
     * numbers left out, or with as many distinct strings in each.
     */
    private static List<ValueRange> ranges(
            Extent extent, Field field, boolean[] nulls, ValueRange bounds, int maxRanges) {
        TreeSet<GeneralValue> distinct = new TreeSet<>();
        for (int row = 0; row < extent.rows(); row++) {
            GeneralValue value = GeneralValue.of(extent, field.index(), row);
            if (!nulls[row] && value.compareTo(bounds.min()) >= 0 && value.compareTo(bounds.max()) <= 0) {
                distinct.add(value);
                if (distinct.size() > MAX_DISTINCT) {
                    return List.of(bounds);
                }
            }
        }
        List<GeneralValue> values = List.copyOf(distinct);
        List<ValueRange> ranges = new ArrayList<>();
        int start = 0;
        for (int end : ends(values, maxRanges)) {
            ranges.add(new ValueRange(values.get(start), values.get(end - 1)));
            start = end;
        }
        return ranges;
    }

    /** Returns where ranges of sorted values end, exclusively. */
    private static int[] ends(List<GeneralValue> values, int maxRanges) {
        int count = Math.min(maxRanges, values.size());
        int[] ends = new int[count];
        boolean text = switch (Objects.requireNonNull(values.get(0).type())) {
            case VARIABLE32, FIXEDWIDTH -> true;
            default -> false;
        };
        if (text || count == values.size()) {
            for (int i = 0; i < count; i++) {
                ends[i] = (int) ((long) values.size() * (i + 1) / count);
            }
            return ends;
        }
        Integer[] gaps = new Integer[values.size() - 1];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = i + 1;
        }
        Arrays.sort(
                gaps,
                Comparator.comparingDouble(
                        at -> values.get(at - 1).toDouble() - values.get(at).toDouble()));
        for (int i = 0; i < count - 1; i++) {
            ends[i] = gaps[i];
        }
        ends[count - 1] = values.size();
        Arrays.sort(ends);
        return ends;
    }
}
