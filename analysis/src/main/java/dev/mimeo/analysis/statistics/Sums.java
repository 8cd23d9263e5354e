package dev.mimeo.analysis.statistics;

import java.util.Arrays;

/**
 * Sums of the values of one extent, by the number of their group. Differences from the first value of the group are
 * summed and squared, which keeps the digits of large values that are close together. For one thread at a time.
 */
final class Sums {

    /** Doubles of a group: count, sum of differences, sum of their squares, minimum, maximum, first value. */
    private static final int STRIDE = 6;

    private double[] sums = new double[64 * STRIDE];
    private int[] met = new int[64];
    private int metSize;

    /** Groups that the sums of an extent are of, and their statistics. */
    @SuppressWarnings("ArrayRecordComponent") // Not compared.
    record Partial(int[] ids, Stats[] stats) {}

    /** Adds values, each to its group. */
    void add(int[] ids, double[] values, int count) {
        int i = 0;
        while (i < count) {
            int id = ids[i];
            int end = i + 1;
            while (end < count && ids[end] == id) {
                end++;
            }
            addRun(id, values, i, end);
            i = end;
        }
    }

    /** Adds values to one group. */
    void addRun(int id, double[] values, int begin, int end) {
        int at = id * STRIDE;
        if (at >= sums.length) {
            sums = Arrays.copyOf(sums, Math.max(at + STRIDE, 2 * sums.length));
        }
        if (sums[at] == 0) {
            start(id, values[begin]);
        }
        double first = sums[at + 5];
        double sum = sums[at + 1];
        double squares = sums[at + 2];
        double min = sums[at + 3];
        double max = sums[at + 4];
        for (int i = begin; i < end; i++) {
            double value = values[i];
            double difference = value - first;
            sum += difference;
            squares += difference * difference;
            min = value < min ? value : min;
            max = value > max ? value : max;
        }
        sums[at] += end - begin;
        sums[at + 1] = sum;
        sums[at + 2] = squares;
        sums[at + 3] = min;
        sums[at + 4] = max;
    }

    private void start(int id, double value) {
        if (metSize == met.length) {
            met = Arrays.copyOf(met, 2 * metSize);
        }
        met[metSize] = id;
        metSize++;
        int at = id * STRIDE;
        sums[at + 1] = 0;
        sums[at + 2] = 0;
        sums[at + 3] = Double.POSITIVE_INFINITY;
        sums[at + 4] = Double.NEGATIVE_INFINITY;
        // No difference from infinity is a number.
        sums[at + 5] = Math.abs(value) <= Double.MAX_VALUE ? value : 0;
    }

    /** Returns the statistics of the extent and starts anew. */
    Partial drain() {
        int[] ids = Arrays.copyOf(met, metSize);
        Stats[] stats = new Stats[metSize];
        for (int i = 0; i < metSize; i++) {
            int at = ids[i] * STRIDE;
            double count = sums[at];
            double sum = sums[at + 1];
            double squares = Math.max(0, sums[at + 2] - sum * (sum / count));
            stats[i] = new Stats();
            stats[i].add((long) count, sums[at + 5] * count + sum, squares, sums[at + 3], sums[at + 4]);
            sums[at] = 0;
        }
        metSize = 0;
        return new Partial(ids, stats);
    }
}
