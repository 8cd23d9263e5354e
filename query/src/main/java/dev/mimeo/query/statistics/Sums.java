package dev.mimeo.query.statistics;

import dev.mimeo.statistics.Stats;
import java.util.Arrays;

/**
 * Sums of the values of one extent, by the index of their group. The differences from the first value of a group are
 * summed, and so are their squares: large values that are close together would otherwise lose their last digits. For one
 * thread at a time.
 */
final class Sums {

    /** Each group has this many doubles: count, sum of differences, sum of their squares, minimum, maximum, first value. */
    private static final int STRIDE = 6;

    /** The doubles of all groups, one array so that a value touches one or two cache lines. */
    private double[] sums = new double[64 * STRIDE];

    /** The groups that have values, in the order of their first values. */
    private int[] met = new int[64];

    private int metSize;

    /**
     * The statistics of one extent.
     *
     * @param ids indexes of the groups that have values
     * @param stats statistics of these groups, in the same order
     */
    @SuppressWarnings("ArrayRecordComponent") // Not compared.
    record Partial(int[] ids, Stats[] stats) {}

    /**
     * Adds values, each to its group.
     *
     * @param ids index of the group of each value, at least 0
     * @param count number of values, from the first element of both arrays
     */
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

    /** Adds values to group 0. Faster than {@link #add(int[], double[], int)}: the sums stay in registers. */
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
        // A difference from infinity or NaN is never finite, so 0 takes its place.
        sums[at + 5] = Math.abs(value) <= Double.MAX_VALUE ? value : 0;
    }

    /** Returns the statistics of the extent, and resets all sums for the next one. */
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
