package dev.mimeo.garage.internal.codec;

import java.util.Arrays;

/** Numbers that values may be multiples of the inverse of. For one thread at a time. */
final class Divisors {

    private static final double[] COMMON = {1, 3, 15, 30, 60, 300, 10, 100, 1e3, 1e4, 1e5, 1e6};
    private static final double[] LONGER = {1e7, 1e8, 1e9, 1e10, 1e11, 1e12};

    private static final int SAMPLES = 128;

    /** Rounding errors of differences of numbers of 24 and 53 bits, in units of the greatest number. */
    private static final double SINGLE_ERROR = 0x1p-22;

    private static final double DOUBLE_ERROR = 0x1p-50;

    /** Part of a unit by which its multiples may be missed. */
    private static final double CLOSE = 0x1p-4;

    private final double[] samples = new double[SAMPLES];

    /** Returns what to try: usual ones, then one that is found in samples, if any. */
    double[] candidates(double[] values, int count, boolean single) {
        double found = find(values, count, single);
        int longer = single ? 0 : LONGER.length;
        double[] all = Arrays.copyOf(COMMON, COMMON.length + longer + (found > 0 ? 1 : 0));
        System.arraycopy(LONGER, 0, all, COMMON.length, longer);
        if (found > 0) {
            all[all.length - 1] = found;
        }
        return all;
    }

    /** Returns the inverse of what all samples are about multiples of, or 0 if there is nothing. */
    double find(double[] values, int count, boolean single) {
        double relativeError = single ? SINGLE_ERROR : DOUBLE_ERROR;
        int taken = 0;
        for (int i = 0; i < Math.min(count, SAMPLES); i++) {
            double value = Math.abs(values[(int) ((long) i * count / Math.min(count, SAMPLES))]);
            if (value > 0 && value <= Float.MAX_VALUE) {
                samples[taken++] = value;
            }
        }
        if (taken == 0) {
            return 0;
        }
        Arrays.sort(samples, 0, taken);
        double max = samples[taken - 1];
        double tolerance = max * relativeError * 4;
        for (int i = taken - 1; i > 0; i--) {
            samples[i] -= samples[i - 1];
        }
        Arrays.sort(samples, 0, taken);
        double unit = 0;
        for (int i = 0; i < taken; i++) {
            if (samples[i] > tolerance) {
                unit = unit == 0 ? samples[i] : divisor(samples[i], unit, tolerance);
                if (unit < tolerance * 64) {
                    return 0;
                }
            }
        }
        // The greatest is known best in units of what was found.
        double exact = max / Math.rint(max / unit);
        double inverse = 1 / exact;
        double whole = Math.rint(inverse);
        return whole > 0 && Math.abs(inverse - whole) < whole * relativeError * 64 ? whole : inverse;
    }

    /** Returns what two numbers with errors are both multiples of, by Euclid's algorithm. */
    private static double divisor(double a, double b, double tolerance) {
        double multiple = Math.rint(a / b);
        if (Math.abs(a - multiple * b) < b * CLOSE) {
            // The larger number has a smaller relative error.
            return a / multiple;
        }
        double x = a;
        double y = b;
        while (y > tolerance) {
            double rest = x - y * Math.rint(x / y);
            x = y;
            y = Math.abs(rest);
        }
        return x;
    }
}
