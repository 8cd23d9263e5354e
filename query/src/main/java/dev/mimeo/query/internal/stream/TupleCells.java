package dev.mimeo.query.internal.stream;

import dev.mimeo.statistics.Stats;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Count, sum, variance, least and largest value by tuple, and cubes of them (J. Gray et al., "Data Cube", Data Mining and
 * Knowledge Discovery 1, 1997) that are computed in part, for a part of the tuples at a time, and of which what is done can
 * be taken out; so the memory is that of the groups in work. For one thread at a time.
 */
public final class TupleCells {

    private static final int COUNT = 0;
    private static final int SUM = 1;
    private static final int SQUARES = 2;
    private static final int MIN = 3;
    private static final int MAX = 4;
    private static final int FIRST = 5;
    private static final int STRIDE = 6;

    private final TupleLayout layout;
    private final TupleTable table;

    /**
     * Count, sum, sum of squared distances from the first value, least, largest and first value of each entry. The first value
     * keeps the digits of large values that are close together, without a division for each.
     */
    private double[] stats = new double[64 * STRIDE];

    /** Decides which groups of a cube there are. */
    @FunctionalInterface
    public interface CellFilter {
        /** Returns whether the cube has a group. */
        boolean keeps(int any, long first, long second);
    }

    /** Makes a table without values. */
    public TupleCells(TupleLayout layout) {
        this(layout, new TupleTable());
    }

    /**
     * Makes a table without values.
     *
     * @param maxCells entries that it may have
     */
    public TupleCells(TupleLayout layout, int maxCells) {
        this(layout, new TupleTable(maxCells));
    }

    private TupleCells(TupleLayout layout, TupleTable table) {
        this.layout = layout;
        this.table = table;
    }

    /**
     * Adds a value to a tuple.
     *
     * @throws IllegalStateException if the table may have no more entries
     */
    public void add(long first, long second, double value) {
        int at = entry(first, second) * STRIDE;
        double[] of = stats;
        if (of[at + COUNT] == 0) {
            of[at + FIRST] = value;
        }
        double distance = value - of[at + FIRST];
        of[at + COUNT] += 1;
        of[at + SUM] += value;
        of[at + SQUARES] += distance * distance;
        if (value < of[at + MIN]) {
            of[at + MIN] = value;
        }
        if (value > of[at + MAX]) {
            of[at + MAX] = value;
        }
    }

    private int entry(long first, long second) {
        int before = table.size();
        int entry = table.add(first, second);
        if (table.size() > before) {
            int at = entry * STRIDE;
            stats = EntryOrder.grown(stats, at + STRIDE);
            Arrays.fill(stats, at, at + MIN, 0);
            stats[at + MIN] = Double.POSITIVE_INFINITY;
            stats[at + MAX] = Double.NEGATIVE_INFINITY;
        }
        return entry;
    }

    /** Adds all values of an entry of another table to a tuple of this one. */
    public void addAll(long first, long second, TupleCells other, int otherEntry) {
        int at = entry(first, second) * STRIDE;
        int from = otherEntry * STRIDE;
        double otherCount = other.stats[from + COUNT];
        if (stats[at + COUNT] == 0) {
            stats[at + FIRST] = other.stats[from + FIRST];
        }
        // The distances of the other's values are from its own first value.
        double shift = other.stats[from + FIRST] - stats[at + FIRST];
        double otherDistances = other.stats[from + SUM] - otherCount * other.stats[from + FIRST];
        stats[at + SQUARES] += other.stats[from + SQUARES] + 2 * shift * otherDistances + otherCount * shift * shift;
        stats[at + COUNT] += otherCount;
        stats[at + SUM] += other.stats[from + SUM];
        stats[at + MIN] = Math.min(stats[at + MIN], other.stats[from + MIN]);
        stats[at + MAX] = Math.max(stats[at + MAX], other.stats[from + MAX]);
    }

    /**
     * Adds the groups of the tuples of another table, those of all subsets of its columns that a filter keeps. Groups are
     * made only where tuples are.
     *
     * @param base cells of the same layout whose tuples have a value in each column
     */
    public void addCube(TupleCells base, CellFilter filter) {
        int subsets = 1 << layout.columns();
        for (int any = 0; any < subsets; any++) {
            for (int entry = 0; entry < base.size(); entry++) {
                long first = layout.firstWithAny(base.first(entry), any);
                long second = layout.secondWithAny(base.second(entry), any);
                if (filter.keeps(any, first, second)) {
                    addAll(first, second, base, entry);
                }
            }
        }
    }

    /**
     * Makes all groups, without values where there are none yet, of the cross product of the values that the columns of a
     * table have, and any.
     *
     * @throws IllegalStateException if the table may have no more entries
     */
    public void addCrossProduct(TupleCells base) {
        long[][] values = new long[layout.columns()][];
        for (int column = 0; column < values.length; column++) {
            long[] all = new long[base.size()];
            for (int entry = 0; entry < all.length; entry++) {
                all[entry] = base.value(entry, column);
            }
            values[column] = Arrays.stream(all).sorted().distinct().toArray();
        }
        addCrossProduct(values, 0, 0, 0, 0);
    }

    private void addCrossProduct(long[][] values, int column, int any, long first, long second) {
        if (column == values.length) {
            entry(layout.firstWithAny(first, any), layout.secondWithAny(second, any));
            return;
        }
        addCrossProduct(values, column + 1, any | 1 << column, first, second);
        for (long value : values[column]) {
            long part = layout.part(column, value);
            boolean inSecond = layout.inSecond(column);
            addCrossProduct(
                    values, column + 1, any, inSecond ? first : first | part, inSecond ? second | part : second);
        }
    }

    /** Removes the entries that a condition chooses. */
    public void removeIf(IntPredicate condition) {
        table.removeIf(condition, (from, to) -> System.arraycopy(stats, from * STRIDE, stats, to * STRIDE, STRIDE));
    }

    /** Removes all entries; the memory stays. */
    public void clear() {
        table.clear();
    }

    /** Returns the numbers of the entries in the order of their columns, any after all values. */
    public int[] ordered() {
        return EntryOrder.of(
                size(), (a, b) -> layout.compare(table.first(a), table.second(a), table.first(b), table.second(b)));
    }

    /** Returns the number of entries. */
    public int size() {
        return table.size();
    }

    /** Returns the entry of a tuple, or -1. */
    public int find(long first, long second) {
        return table.find(first, second);
    }

    /** Returns the first integer of an entry's tuple. */
    public long first(int entry) {
        return table.first(entry);
    }

    /** Returns the second integer of an entry's tuple. */
    public long second(int entry) {
        return table.second(entry);
    }

    /** Returns the value of a column; 0 if it is any. */
    public long value(int entry, int column) {
        return layout.value(table.first(entry), table.second(entry), column);
    }

    /** Returns whether a column is any. */
    public boolean isAny(int entry, int column) {
        return layout.isAny(table.second(entry), column);
    }

    /** Returns the columns that are any as a set of bits, 1 for the first. */
    public int any(int entry) {
        return layout.any(table.second(entry));
    }

    /** Returns the number of values of an entry. */
    public long count(int entry) {
        return (long) stats[entry * STRIDE + COUNT];
    }

    /** Returns the sum of the values of an entry. */
    public double sum(int entry) {
        return stats[entry * STRIDE + SUM];
    }

    /** Returns the mean of the values of an entry; NaN without values. */
    public double mean(int entry) {
        return sum(entry) / stats[entry * STRIDE + COUNT];
    }

    /** Returns the population variance of the values of an entry; NaN without values. */
    public double variance(int entry) {
        double count = stats[entry * STRIDE + COUNT];
        double distances = sum(entry) - count * stats[entry * STRIDE + FIRST];
        return Stats.squaresAboutMean(count, distances, stats[entry * STRIDE + SQUARES]) / count;
    }

    /** Returns the least value of an entry; positive infinity without values. */
    public double min(int entry) {
        return stats[entry * STRIDE + MIN];
    }

    /** Returns the largest value of an entry; negative infinity without values. */
    public double max(int entry) {
        return stats[entry * STRIDE + MAX];
    }

    /** Returns the bytes that the table takes. */
    public long memoryBytes() {
        return table.memoryBytes() + (long) Double.BYTES * stats.length;
    }
}
