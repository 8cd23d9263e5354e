package dev.mimeo.dataseries.transform;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.FixedWidthColumn;
import dev.mimeo.dataseries.VariableColumn;
import java.util.Arrays;
import java.util.List;

/**
 * The values of an extent that it is sorted by. Rows are compared by 64 bits of their first key, and in full where these
 * are equal.
 */
final class KeyColumns {

    /** Rows that are sorted by insertion before runs are merged. */
    private static final int INSERTION = 16;

    private final SortOrder order;
    private final Extent extent;
    private final FieldType[] types;
    private final Object[] values;
    private final boolean[][] nulls;
    private final long[] prefixes;

    KeyColumns(SortOrder order, Extent extent) {
        this.order = order;
        this.extent = extent;
        int[] fields = order.fields(extent.type());
        this.types = order.types(extent.type());
        this.values = new Object[fields.length];
        this.nulls = new boolean[fields.length][];
        for (int key = 0; key < fields.length; key++) {
            int field = fields[key];
            values[key] = switch (types[key]) {
                case BOOL -> extent.booleans(field);
                case BYTE -> extent.bytes(field);
                case INT32 -> extent.ints(field);
                case INT64 -> extent.longs(field);
                case DOUBLE -> extent.doubles(field);
                case VARIABLE32 -> extent.variables(field);
                case FIXEDWIDTH -> extent.fixedWidths(field);
            };
            nulls[key] = extent.type().fields().get(field).nullable() ? extent.nulls(field) : new boolean[0];
        }
        this.prefixes = new long[extent.rows()];
        SortOrder.Key first = order.keys().get(0);
        for (int row = 0; row < prefixes.length; row++) {
            if (nulls[0].length > 0 && nulls[0][row]) {
                prefixes[row] = first.nullsFirst() ? Long.MIN_VALUE : Long.MAX_VALUE;
            } else {
                long prefix = firstPrefix(row);
                prefixes[row] = first.descending() ? ~prefix : prefix;
            }
        }
    }

    SortOrder order() {
        return order;
    }

    Extent extent() {
        return extent;
    }

    /** Returns a number that is not larger than that of any later row. */
    long prefix(int row) {
        return prefixes[row];
    }

    private long firstPrefix(int row) {
        return switch (types[0]) {
            case BOOL -> ((boolean[]) values[0])[row] ? 1 : 0;
            case BYTE -> ((byte[]) values[0])[row] & 0xff;
            case INT32 -> ((int[]) values[0])[row];
            case INT64 -> ((long[]) values[0])[row];
            case DOUBLE -> {
                // Adding zero makes the two zeros one. Negative numbers have their bits the other way round; then two's
                // complement orders all.
                long bits = Double.doubleToLongBits(((double[]) values[0])[row] + 0.0);
                yield bits ^ ((bits >> 63) & Long.MAX_VALUE);
            }
            case VARIABLE32 -> {
                VariableColumn strings = (VariableColumn) values[0];
                yield firstBytes(strings.array(), strings.offset(row), strings.length(row));
            }
            case FIXEDWIDTH -> {
                FixedWidthColumn strings = (FixedWidthColumn) values[0];
                yield firstBytes(strings.array(), strings.offset(row), strings.width());
            }
        };
    }

    private static long firstBytes(byte[] array, int offset, int length) {
        long bytes = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            bytes = bytes << 8 | (i < length ? array[offset + i] & 0xff : 0);
        }
        // Unsigned order as signed order.
        return bytes ^ Long.MIN_VALUE;
    }

    /** Compares a row with one of another extent of the same type, by all keys. */
    int compare(int row, KeyColumns other, int otherRow) {
        List<SortOrder.Key> keys = order.keys();
        for (int key = 0; key < types.length; key++) {
            boolean isNull = nulls[key].length > 0 && nulls[key][row];
            boolean otherIsNull = other.nulls[key].length > 0 && other.nulls[key][otherRow];
            if (isNull || otherIsNull) {
                if (isNull != otherIsNull) {
                    return isNull == keys.get(key).nullsFirst() ? -1 : 1;
                }
                continue;
            }
            int result = compareValues(key, row, other, otherRow);
            if (result != 0) {
                return (result < 0) == keys.get(key).descending() ? 1 : -1;
            }
        }
        return 0;
    }

    private int compareValues(int key, int row, KeyColumns other, int otherRow) {
        Object one = values[key];
        Object two = other.values[key];
        return switch (types[key]) {
            case BOOL -> Boolean.compare(((boolean[]) one)[row], ((boolean[]) two)[otherRow]);
            case BYTE -> Byte.compareUnsigned(((byte[]) one)[row], ((byte[]) two)[otherRow]);
            case INT32 -> Integer.compare(((int[]) one)[row], ((int[]) two)[otherRow]);
            case INT64 -> Long.compare(((long[]) one)[row], ((long[]) two)[otherRow]);
            case DOUBLE -> Double.compare(((double[]) one)[row] + 0.0, ((double[]) two)[otherRow] + 0.0);
            case VARIABLE32 -> {
                VariableColumn left = (VariableColumn) one;
                VariableColumn right = (VariableColumn) two;
                int from = left.offset(row);
                int rightFrom = right.offset(otherRow);
                yield Arrays.compareUnsigned(
                        left.array(),
                        from,
                        from + left.length(row),
                        right.array(),
                        rightFrom,
                        rightFrom + right.length(otherRow));
            }
            case FIXEDWIDTH -> {
                FixedWidthColumn left = (FixedWidthColumn) one;
                FixedWidthColumn right = (FixedWidthColumn) two;
                int from = left.offset(row);
                int rightFrom = right.offset(otherRow);
                yield Arrays.compareUnsigned(
                        left.array(), from, from + left.width(), right.array(), rightFrom, rightFrom + right.width());
            }
        };
    }

    private boolean isAfter(int row, int otherRow) {
        int result = Long.compare(prefixes[row], prefixes[otherRow]);
        return result > 0 || (result == 0 && compare(row, this, otherRow) > 0);
    }

    /** Returns the rows in order, equal ones as they are; empty if all are in order already. Merge sort, bottom up. */
    int[] permutation() {
        int count = extent.rows();
        int sorted = 1;
        while (sorted < count && !isAfter(sorted - 1, sorted)) {
            sorted++;
        }
        if (sorted >= count) {
            return new int[0];
        }
        int[] from = new int[count];
        for (int start = 0; start < count; start += INSERTION) {
            insertRun(from, start, Math.min(count, start + INSERTION));
        }
        int[] to = new int[count];
        for (long width = INSERTION; width < count; width *= 2) {
            for (long start = 0; start < count; start += 2 * width) {
                int middle = (int) Math.min(count, start + width);
                merge(from, (int) start, middle, (int) Math.min(count, start + 2 * width), to);
            }
            int[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private void insertRun(int[] rows, int start, int end) {
        for (int row = start; row < end; row++) {
            int at = row;
            while (at > start && isAfter(rows[at - 1], row)) {
                rows[at] = rows[at - 1];
                at--;
            }
            rows[at] = row;
        }
    }

    private void merge(int[] from, int start, int middle, int end, int[] to) {
        int left = start;
        int right = middle;
        for (int at = start; at < end; at++) {
            boolean takeRight = left == middle || (right < end && isAfter(from[left], from[right]));
            to[at] = takeRight ? from[right++] : from[left++];
        }
    }
}
