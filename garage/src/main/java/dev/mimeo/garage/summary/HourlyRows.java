package dev.mimeo.garage.summary;

import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * Hourly summaries of a counter, of several files, one row per file and hour. The rows of a file are together and in the order of
 * time. For one thread at a time.
 */
final class HourlyRows {

    /** Columns of integers. Hours are counted since 1970 UTC. */
    static final int SOURCE = 0;

    static final int HOUR = 1;
    static final int COUNT = 2;
    static final int NULLS = 3;
    static final int NANS = 4;
    static final int DIRTY = 5;
    static final int INTEGERS = 6;

    /** Columns of numbers, which are 0 where there is no value. */
    static final int MIN = 0;

    static final int MAX = 1;
    static final int SUM = 2;
    static final int FIRST = 3;
    static final int LAST = 4;

    /** Sum of the squared distances from the mean, with 16 bits of fraction; NaN if only the sum of squares is known. */
    static final int DEVIATIONS = 5;

    /** Sum of squares; NaN if only the deviations are known. */
    static final int SQUARES = 6;

    static final int NUMBERS = 7;

    /** Columns of values, of which the sum of squares is known exactly if they are whole. */
    private static final int[] VALUES = {MIN, MAX, SUM, FIRST, LAST};

    /** Whole numbers below this are exact, and so are their sums of that size. */
    private static final double MAX_WHOLE = 0x1p53;

    /** Half of the least bit that is kept of the 52 of a fraction. */
    private static final long HALF = 1L << 35;

    private static final int INITIAL_ROWS = 32;

    private final long[][] integers = new long[INTEGERS][INITIAL_ROWS];
    private final double[][] numbers = new double[NUMBERS][INITIAL_ROWS];
    private int size;

    int size() {
        return size;
    }

    long integer(int column, int row) {
        return integers[column][row];
    }

    double number(int column, int row) {
        return numbers[column][row];
    }

    /** Returns a column; only the first {@link #size} values are rows. */
    long[] integers(int column) {
        return integers[column];
    }

    double[] numbers(int column) {
        return numbers[column];
    }

    boolean hasValues(int row) {
        return integers[COUNT][row] > 0;
    }

    /** Returns whether all values of a row are whole numbers of moderate size, as far as can be seen, and its sum of squares is known. */
    boolean isWhole(int row) {
        for (int column : VALUES) {
            double value = numbers[column][row];
            if (value != Math.rint(value)) {
                return false;
            }
        }
        double squares = numbers[SQUARES][row];
        return squares == Math.rint(squares) && squares < MAX_WHOLE;
    }

    /**
     * Returns the sum of the squares of the values of a row. Unless the values are whole numbers, it has the relative error of the deviations, 2^-17, in the part that
     * they contribute.
     */
    double sumOfSquares(int row) {
        if (!Double.isNaN(numbers[SQUARES][row])) {
            return numbers[SQUARES][row];
        }
        double sum = numbers[SUM][row];
        double mean = sum / integers[COUNT][row];
        double squares = numbers[DEVIATIONS][row] + sum * mean;
        return Double.isNaN(squares) ? Double.POSITIVE_INFINITY : squares;
    }

    private void makeRoom(int rows) {
        if (rows > integers[0].length) {
            int capacity = Math.max(rows, 2 * integers[0].length);
            for (int i = 0; i < INTEGERS; i++) {
                integers[i] = Arrays.copyOf(integers[i], capacity);
            }
            for (int i = 0; i < NUMBERS; i++) {
                numbers[i] = Arrays.copyOf(numbers[i], capacity);
            }
        }
    }

    /** Adds a row. */
    void add(long source, long hour, PeriodSummary period) {
        makeRoom(size + 1);
        integers[SOURCE][size] = source;
        integers[HOUR][size] = hour;
        integers[COUNT][size] = period.count;
        integers[NULLS][size] = period.nulls;
        integers[NANS][size] = period.nans;
        integers[DIRTY][size] = period.dirty;
        boolean hasValues = period.count > 0;
        numbers[MIN][size] = period.min;
        numbers[MAX][size] = period.max;
        numbers[SUM][size] = period.sum;
        numbers[DEVIATIONS][size] = hasValues ? rounded(period.deviations()) : 0;
        numbers[SQUARES][size] = period.sumOfSquares;
        numbers[FIRST][size] = period.first;
        numbers[LAST][size] = period.last;
        size++;
    }

    /** Adds rows of others whose files are accepted. */
    void addAll(HourlyRows other, LongPredicate isKept) {
        for (int from = 0; from < other.size; ) {
            int to = other.end(from);
            if (isKept.test(other.integers[SOURCE][from])) {
                addAll(other, from, to);
            }
            from = to;
        }
    }

    /** Adds a range of the rows of others. */
    void addAll(HourlyRows other, int from, int to) {
        makeRoom(size + to - from);
        for (int i = 0; i < INTEGERS; i++) {
            System.arraycopy(other.integers[i], from, integers[i], size, to - from);
        }
        for (int i = 0; i < NUMBERS; i++) {
            System.arraycopy(other.numbers[i], from, numbers[i], size, to - from);
        }
        size += to - from;
    }

    /** Returns the row after the last of the file that a row is of. */
    int end(int row) {
        int end = row + 1;
        while (end < size && integers[SOURCE][end] == integers[SOURCE][row]) {
            end++;
        }
        return end;
    }

    /** Adds rows whose values are then set with {@link #integers(int)} and {@link #numbers(int)}. */
    void makeRows(int rows) {
        makeRoom(size + rows);
        size += rows;
    }

    /** Rounds to 16 bits of fraction: the relative error is at most 2^-17. */
    static double rounded(double value) {
        double nearest = Double.longBitsToDouble((Double.doubleToRawLongBits(value) + HALF) & (-2 * HALF));
        return Double.isFinite(nearest) ? nearest : value;
    }
}
