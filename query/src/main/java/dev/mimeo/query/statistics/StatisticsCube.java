package dev.mimeo.query.statistics;

import dev.mimeo.MimeoException;
import dev.mimeo.statistics.Stats;
import org.jspecify.annotations.Nullable;

/**
 * The cube over statistics by tuples: for each subset of the columns, which is a grouping set, the statistics of all values
 * that agree in these columns, whatever they have in the others. In the others a group has "any", which is a mark of its own
 * and no value. J. Gray et al., "Data Cube: A Relational Aggregation Operator Generalizing Group-By, Cross-Tab, and
 * Sub-Totals", Data Mining and Knowledge Discovery 1, 1997; statistics are put together from parts, values are not looked at
 * again. Immutable and thread-safe as long as nobody changes the statistics that it returns.
 */
public final class StatisticsCube {

    private final int columns;

    /** By the columns that are any, as a set of bits, followed by the values, where those that are any are 0. */
    private final TupleStatistics groups;

    private StatisticsCube(int columns, TupleStatistics groups) {
        this.columns = columns;
        this.groups = groups;
    }

    /**
     * Computes the cube.
     *
     * @param statistics by tuples of at most {@value Grouping#MAX_CUBE_COLUMNS} integers; later changes have no effect
     * @param maxGroups groups that all grouping sets together may have, at least 1
     * @throws IllegalArgumentException if the tuples have more integers
     * @throws MimeoException if there are more
     */
    public static StatisticsCube of(TupleStatistics statistics, int maxGroups) throws MimeoException {
        int columns = statistics.columns();
        if (columns > Grouping.MAX_CUBE_COLUMNS) {
            throw new IllegalArgumentException(
                    "a cube has at most " + Grouping.MAX_CUBE_COLUMNS + " columns, got " + columns);
        }
        TupleStatistics groups = new TupleStatistics(columns + 1, maxGroups);
        long[] group = new long[columns + 1];
        for (int any = 0; any < 1 << columns; any++) {
            group[0] = any;
            for (int tuple = 0; tuple < statistics.size(); tuple++) {
                for (int column = 0; column < columns; column++) {
                    group[column + 1] = (any >> column & 1) != 0 ? 0 : statistics.value(tuple, column);
                }
                groups.add(group, statistics.stats(tuple));
            }
        }
        return new StatisticsCube(columns, groups);
    }

    /** Returns the number of groups of all grouping sets together. */
    public int size() {
        return groups.size();
    }

    /**
     * Returns whether a group is of all values of a column.
     *
     * @param group from 0; those of all columns come first, in the order of the tuples, the one of all values is the last
     */
    public boolean isAny(int group, int column) {
        return (groups.value(group, 0) >> column & 1) != 0;
    }

    /**
     * Returns the value of a column that the group is of; 0 if it is of all.
     *
     * @throws IndexOutOfBoundsException if there is no such column
     */
    public long value(int group, int column) {
        if (column < 0 || column >= columns) {
            throw new IndexOutOfBoundsException("column " + column + " of " + columns);
        }
        return groups.value(group, column + 1);
    }

    /** Returns the statistics of a group. */
    public Stats stats(int group) {
        return groups.stats(group);
    }

    /**
     * Finds a group.
     *
     * @param tuple its values; those of columns that are any have no meaning
     * @param any the columns that are any, a set of bits: 1 for the first, 2 for the second, 4 for the third
     * @return the statistics; null if there were no values
     * @throws IllegalArgumentException if the tuple has another number of values than the cube has columns, or {@code any} is not a set of columns
     */
    public @Nullable Stats find(long[] tuple, int any) {
        if (tuple.length != columns || any < 0 || any >= 1 << columns) {
            throw new IllegalArgumentException(
                    "the cube has " + columns + " columns, got " + tuple.length + " and the set of bits " + any);
        }
        long[] group = new long[columns + 1];
        group[0] = any;
        for (int column = 0; column < columns; column++) {
            group[column + 1] = (any >> column & 1) != 0 ? 0 : tuple[column];
        }
        int found = groups.find(group);
        return found < 0 ? null : groups.stats(found);
    }
}
