package dev.mimeo.statistics;

import java.util.Arrays;

/** Values of a quantile sketch, each of which stands for as many values of the input as the weight says. Not thread-safe. */
final class SketchBuffer {

    /** Runs of equal values at least so long on average are sorted as such. */
    private static final int RUN_LENGTH = 4;

    private static final int FIRST_CAPACITY = 16;

    double[] values = {};
    int size;
    long weight = 1;
    int level;

    /** The positions where runs of equal values start, if they are noted, or while they are sorted. */
    private int[] starts = {};

    private int runs;
    private boolean notesRuns;

    /**
     * Starts to collect values of the input.
     *
     * @param noteRuns whether values come in runs, so that these are noted when they are added
     */
    void clear(boolean noteRuns) {
        size = 0;
        weight = 1;
        runs = 0;
        notesRuns = noteRuns;
    }

    /** Makes this a copy of another, except for its array of runs. */
    void copy(SketchBuffer other) {
        values = other.values.clone();
        size = other.size;
        weight = other.weight;
        level = other.level;
        notesRuns = false;
    }

    /**
     * Adds a value.
     *
     * @param times how often; no more than there is room for
     * @param capacity values that the buffer may have
     */
    void add(double value, int times, int capacity) {
        if (notesRuns && (size == 0 || isOther(value, values[size - 1]))) {
            noteRun(capacity);
        }
        int end = size + times;
        if (end > values.length) {
            int wanted = Math.max(FIRST_CAPACITY, Math.max(2 * size, end));
            values = Arrays.copyOf(values, Math.min(capacity, wanted));
        }
        double[] to = values;
        for (int at = size; at < end; at++) {
            to[at] = value;
        }
        size = end;
    }

    private void noteRun(int capacity) {
        if (starts.length == 0) {
            starts = new int[capacity / RUN_LENGTH + 1];
        }
        if (runs < starts.length) {
            starts[runs] = size;
            runs++;
        }
    }

    /** Sorts the values, if they are of the input; others are sorted. */
    void sort() {
        if (weight > 1) {
            return;
        }
        if (!notesRuns) {
            findRuns();
        }
        if (runs > size / RUN_LENGTH) {
            Arrays.sort(values, 0, size);
        } else {
            sortRuns();
        }
        notesRuns = false;
    }

    /** Finds where runs start, up to the first that makes them too many. */
    private void findRuns() {
        int most = size / RUN_LENGTH + 1;
        if (starts.length < most) {
            starts = new int[most];
        }
        runs = 0;
        for (int i = 0; i < size && runs < most; i++) {
            if (i == 0 || isOther(values[i], values[i - 1])) {
                starts[runs] = i;
                runs++;
            }
        }
    }

    /** Sorts values by sorting one of each run. */
    private void sortRuns() {
        long[] keys = keys();
        if (keys.length < runs) {
            sortDistinct();
            return;
        }
        Arrays.sort(keys);
        int[] lengths = new int[runs];
        for (int run = 0; run < runs; run++) {
            lengths[run] = (run + 1 < runs ? starts[run + 1] : size) - starts[run];
        }
        long indexes = Long.highestOneBit(runs) * 2 - 1;
        int end = 0;
        for (long key : keys) {
            int start = end;
            end += lengths[(int) (key & indexes)];
            Arrays.fill(values, start, end, Double.longBitsToDouble(key & ~indexes));
        }
    }

    /**
     * Returns the values of the runs as numbers that have the same order, with the index of the run in the last bits, which are 0 in the
     * encoding of whole numbers below 2^41. If a value needs these bits, or is negative, nothing is returned.
     */
    private long[] keys() {
        long indexes = Long.highestOneBit(runs) * 2 - 1;
        long[] keys = new long[runs];
        for (int run = 0; run < runs; run++) {
            long bits = Double.doubleToRawLongBits(values[starts[run]]);
            if (bits < 0 || (bits & indexes) != 0) {
                return new long[0];
            }
            keys[run] = bits | run;
        }
        return keys;
    }

    private void sortDistinct() {
        double[] distinct = new double[runs];
        for (int i = 0; i < runs; i++) {
            distinct[i] = values[starts[i]];
        }
        Arrays.sort(distinct);
        int[] counts = new int[runs];
        for (int i = 0; i < runs; i++) {
            int end = i + 1 < runs ? starts[i + 1] : size;
            counts[Arrays.binarySearch(distinct, values[starts[i]])] += end - starts[i];
        }
        int end = 0;
        for (int i = 0; i < runs; i++) {
            int start = end;
            end += counts[i];
            Arrays.fill(values, start, end, distinct[i]);
        }
    }

    /** Returns the bytes of the arrays. */
    long memoryBytes() {
        return (long) Double.BYTES * values.length + (long) Integer.BYTES * starts.length;
    }

    /** Returns whether values are not the same bits, as 0 and -0 are not. */
    private static boolean isOther(double value, double before) {
        return Double.doubleToRawLongBits(value) != Double.doubleToRawLongBits(before);
    }
}
