package dev.mimeo.fidelity.summary;

import java.util.Arrays;

/**
 * Distribution of a value over the chunks. Quantiles are values that occur (nearest rank).
 *
 * @param count number of values; where it is 0, all others are NaN
 */
public record Spread(
        long count,
        double mean,
        double min,
        double p10,
        double p25,
        double median,
        double p75,
        double p90,
        double max) {

    /** Sums up the first values of an array, which is sorted. */
    static Spread of(double[] values, int count) {
        if (count == 0) {
            double none = Double.NaN;
            return new Spread(0, none, none, none, none, none, none, none, none);
        }
        Arrays.sort(values, 0, count);
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += values[i];
        }
        return new Spread(
                count,
                sum / count,
                values[0],
                rank(values, count, 0.10),
                rank(values, count, 0.25),
                rank(values, count, 0.50),
                rank(values, count, 0.75),
                rank(values, count, 0.90),
                values[count - 1]);
    }

    private static double rank(double[] sorted, int count, double share) {
        return sorted[Math.max(0, (int) Math.ceil(share * count) - 1)];
    }

    /** Collects values. */
    static final class Builder {
        private double[] values = new double[1024];
        private int count;

        /** Adds a value; NaN is left out. */
        void add(double value) {
            if (Double.isNaN(value)) {
                return;
            }
            if (count == values.length) {
                values = Arrays.copyOf(values, Math.multiplyExact(count, 2));
            }
            values[count++] = value;
        }

        Spread build() {
            return of(values, count);
        }
    }
}
