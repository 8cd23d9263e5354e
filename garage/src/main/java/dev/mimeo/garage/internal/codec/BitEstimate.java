package dev.mimeo.garage.internal.codec;

import java.util.Arrays;

/**
 * Estimates what integers take in an {@link IntegerStream} by the entropy of a sample. For one thread at a time.
 *
 * <p>The entropy is that of O. Vasicek's estimator ("A test for normality based on sample entropy", 1976): the mean logarithm of how
 * far values a few places apart in the sorted sample are from each other. Values that are equal count as no bits, which is
 * what tells spikes from ranges.
 */
final class BitEstimate {

    /** Values in a row, of which differences are taken. */
    static final int RUN = 64;

    /** Values that decide on the order of differences. */
    private static final int VALUES = 6 * RUN;

    private static final double LOG_2 = Math.log(2);

    private static final long ONE = Double.doubleToRawLongBits(1.0);
    private static final long FRACTION = (1L << 52) - 1;

    private final SampleSort sort = new SampleSort();
    private final int[] classes = new int[Long.SIZE + 1];
    private final long[] sampled = new long[VALUES];
    private final long[] sorted = new long[VALUES];

    /** Lowest bits that all samples share; {@link IntegerStream} divides them away. */
    private int shift;

    /** Order of differences of the bits that were returned last. */
    private int order;

    /** Returns the order of differences, 0 to 2, that takes the fewest bits. */
    int bestOrder(long[] values, int count) {
        bits(sampled, sample(values, count, sampled));
        return order;
    }

    /** Returns the fewest bits for a value of samples that {@link #sample} took, with differences of any order. */
    double bits(long[] samples, int taken) {
        shift = sharedZeros(samples, taken);
        order = 0;
        double best = bits(samples, taken, 0);
        for (int next = 1; next <= 2; next++) {
            if (roughBits(samples, taken, next) < best * 1.25 + 1) {
                double bits = bits(samples, taken, next);
                if (bits < best) {
                    best = bits;
                    order = next;
                }
            }
        }
        return best;
    }

    /** Returns the order of differences that takes the bits that were returned last. */
    int order() {
        return order;
    }

    /** Returns the low bits that are the same in all samples, and so zero in what the least is subtracted from. */
    private static int sharedZeros(long[] samples, int taken) {
        long different = 0;
        for (int i = 1; i < taken; i++) {
            different |= samples[i] ^ samples[0];
        }
        return Long.numberOfTrailingZeros(different) & (Long.SIZE - 1);
    }

    /** Takes runs of values, spread evenly, up to the length of the target; returns how many values. */
    static int sample(long[] values, int count, long[] target) {
        if (count <= target.length) {
            System.arraycopy(values, 0, target, 0, count);
            return count;
        }
        int runs = target.length / RUN;
        for (int i = 0; i < runs; i++) {
            System.arraycopy(values, runStart(i, runs, count), target, i * RUN, RUN);
        }
        return runs * RUN;
    }

    static int runStart(int run, int runs, int count) {
        return (int) ((long) run * (count - RUN) / Math.max(1, runs - 1));
    }

    private static long difference(long[] values, int i, int order) {
        return order == 0
                ? values[i]
                : order == 1 ? values[i] - values[i - 1] : values[i] - 2 * values[i - 1] + values[i - 2];
    }

    private double bits(long[] values, int taken, int order) {
        int seen = 0;
        for (int start = 0; start < taken; start += RUN) {
            int end = Math.min(taken, start + RUN);
            for (int i = start + order; i < end; i++) {
                sorted[seen++] = difference(values, i, order) >> shift;
            }
        }
        if (seen < 2) {
            return 0;
        }
        sort.sort(sorted, seen);
        if (sorted[0] == sorted[seen - 1]) {
            return 0;
        }
        int apart = Math.max(1, seen / 32);
        long exponents = 0;
        double product = 1;
        for (int i = 0; i < seen; i++) {
            int low = Math.max(0, i - apart);
            int high = Math.min(seen - 1, i + apart);
            long span = sorted[high] - sorted[low];
            if (span != 0) {
                // Values of the column for one of the sample, at most; negative differences overflowed.
                double wide = (span > 0 ? span : span + 0x1p64) * seen / (high - low);
                if (wide > 1) {
                    // One logarithm of a product is as good as a sum of many: fractions are below 2, and there are
                    // fewer than 1,000.
                    long parts = Double.doubleToRawLongBits(wide);
                    exponents += (parts >>> 52) - Double.MAX_EXPONENT;
                    product *= Double.longBitsToDouble((parts & FRACTION) | ONE);
                }
            }
        }
        return (exponents + Math.log(product) / LOG_2) / seen;
    }

    /** Returns a quick estimate by numbers of bits, which is too high for values about anything but 0. */
    private double roughBits(long[] values, int taken, int order) {
        Arrays.fill(classes, 0);
        int seen = 0;
        long first = order == 1 && taken > 1 ? (values[1] - values[0]) >> shift : 0;
        for (int start = 0; start < taken; start += RUN) {
            int end = Math.min(taken, start + RUN);
            for (int i = start + order; i < end; i++) {
                long value = difference(values, i, order) >> shift;
                value = value == first ? 0 : value;
                classes[Long.SIZE - Long.numberOfLeadingZeros(value << 1 ^ value >> 63)]++;
                seen++;
            }
        }
        long bits = 0;
        for (int i = 2; i < classes.length; i++) {
            bits += (long) classes[i] * (i - 1);
        }
        return seen == 0 ? 0 : (double) bits / seen;
    }
}
