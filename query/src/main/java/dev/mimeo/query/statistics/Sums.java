package dev.mimeo.query.statistics;

import dev.mimeo.statistics.Stats;
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
        double[] of = sums;
        for (int i = 0; i < count; i++) {
            int at = ids[i] * STRIDE;
            double value = values[i];
            if (at >= of.length || of[at] == 0) {
                start(ids[i], value);
                of = sums;
            }
            double difference = value - of[at + 5];
            of[at] += 1;
            of[at + 1] += difference;
            of[at + 2] += difference * difference;
            if (value < of[at + 3]) {
                of[at + 3] = value;
            }
            if (value > of[at + 4]) {
                of[at + 4] = value;
            }
        }
    }

    /** Adds values to the first group, the only one. */
    void add(double[] values, int count) {
        if (sums[0] == 0 && count > 0) {
            start(0, values[0]);
        }
        double first = sums[5];
        double sum = sums[1];
        double squares = sums[2];
        double min = sums[3];
        double max = sums[4];
        for (int i = 0; i < count; i++) {
            double value = values[i];
            double difference = value - first;
            sum += difference;
            squares += difference * difference;
            min = value < min ? value : min;
            max = value > max ? value : max;
        }
        sums[0] += count;
        sums[1] = sum;
        sums[2] = squares;
        sums[3] = min;
        sums[4] = max;
    }

    private void start(int id, double value) {
        if (metSize == met.length) {
            met = Arrays.copyOf(met, 2 * metSize);
        }
        met[metSize] = id;
        metSize++;
        int at = id * STRIDE;
        if (at >= sums.length) {
            sums = Arrays.copyOf(sums, Math.max(at + STRIDE, 2 * sums.length));
        }
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
            stats[i] = new Stats();
            stats[i].add((long) sums[at], sums[at + 5], sums[at + 1], sums[at + 2], sums[at + 3], sums[at + 4]);
            sums[at] = 0;
        }
        metSize = 0;
        return new Partial(ids, stats);
    }
}
