package dev.mimeo.query.statistics;

import dev.mimeo.MimeoException;
import dev.mimeo.statistics.Stats;
import java.util.Arrays;
import java.util.List;

/**
 * Statistics of values by tuples of integers, such as the latency of requests by server, client and operation. Strings are
 * to be numbered by the caller. Adding a value to a tuple that is known allocates nothing. For one thread at a time.
 */
public final class TupleStatistics {

    private final int columns;
    private final int maxTuples;
    private final TupleNumbers numbers;
    private Stats[] stats = new Stats[16];

    /**
     * Makes statistics of no values.
     *
     * @param columns integers of a tuple, at least 1
     * @param maxTuples tuples that there may be, at least 1
     * @throws IllegalArgumentException if a number is less than 1
     */
    public TupleStatistics(int columns, int maxTuples) {
        if (columns < 1 || maxTuples < 1) {
            throw new IllegalArgumentException(
                    "columns and tuples must be at least 1, got " + columns + " and " + maxTuples);
        }
        this.columns = columns;
        this.maxTuples = maxTuples;
        this.numbers = new TupleNumbers(columns);
    }

    /**
     * Adds a value.
     *
     * @param tuple as many integers as there are columns; may be used again
     * @throws MimeoException if the tuple is a new one too many; it is not added
     */
    public void add(long[] tuple, double value) throws MimeoException {
        of(tuple).add(value);
    }

    /**
     * Adds all values of others.
     *
     * @param other statistics of as many columns
     * @throws MimeoException if there are more tuples than there may be; some of the others are added then
     */
    public void add(TupleStatistics other) throws MimeoException {
        long[] tuple = new long[other.columns];
        for (int i = 0; i < other.size(); i++) {
            for (int column = 0; column < tuple.length; column++) {
                tuple[column] = other.value(i, column);
            }
            add(tuple, other.stats(i));
        }
    }

    void add(long[] tuple, Stats values) throws MimeoException {
        of(tuple).add(values);
    }

    /** Returns the number of a tuple, or -1 if it has no values. */
    int find(long[] tuple) {
        return numbers.find(tuple);
    }

    private Stats of(long[] tuple) throws MimeoException {
        if (tuple.length != columns) {
            throw new IllegalArgumentException("a tuple has " + columns + " integers, got " + tuple.length);
        }
        int id = numbers.size() < maxTuples ? numbers.number(tuple, 0) : numbers.find(tuple);
        if (id < 0) {
            throw Grouping.tooMany(maxTuples, List.of());
        }
        if (id >= stats.length) {
            stats = Arrays.copyOf(stats, 2 * stats.length);
        }
        if (stats[id] == null) {
            stats[id] = new Stats();
        }
        return stats[id];
    }

    /** Returns the number of integers of a tuple. */
    public int columns() {
        return columns;
    }

    /** Returns the number of tuples. */
    public int size() {
        return numbers.size();
    }

    /**
     * Returns an integer of a tuple.
     *
     * @param tuple from 0, in the order in which tuples were added first
     */
    public long value(int tuple, int column) {
        return numbers.value(checked(tuple), column);
    }

    /** Returns the statistics of a tuple, which later values change. */
    public Stats stats(int tuple) {
        return stats[checked(tuple)];
    }

    private int checked(int tuple) {
        if (tuple < 0 || tuple >= size()) {
            throw new IndexOutOfBoundsException("tuple " + tuple + " of " + size());
        }
        return tuple;
    }
}
