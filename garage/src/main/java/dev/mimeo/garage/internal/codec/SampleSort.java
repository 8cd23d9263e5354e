package dev.mimeo.garage.internal.codec;

import java.util.Arrays;

/**
 * Sorts samples of integers, which mostly differ in few of their bits: by digits of what they are above the least, lowest first,
 * where that takes fewer steps than comparing. For one thread at a time.
 */
final class SampleSort {

    private static final int FEW = 64;

    /** Bits from which on comparing is as fast, for samples of some hundred. */
    private static final int MOST_BITS = 40;

    private int[] starts = {};
    private long[] other = {};

    /** Sorts the first values of an array, ascending. */
    void sort(long[] values, int count) {
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            min = Math.min(min, values[i]);
            max = Math.max(max, values[i]);
        }
        int bits = count < FEW ? Long.SIZE : Long.SIZE - Long.numberOfLeadingZeros(max - min);
        if (bits > MOST_BITS) {
            Arrays.sort(values, 0, count);
            return;
        }
        // With as many digits as values, counting the digits takes about as long as moving the values.
        int most = Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
        int passes = (bits + most - 1) / most;
        if (passes == 0) {
            return;
        }
        sort(values, count, min, (bits + passes - 1) / passes, passes);
    }

    private void sort(long[] values, int count, long min, int digitBits, int passes) {
        int digits = 1 << digitBits;
        if (starts.length < digits) {
            starts = new int[digits];
        }
        if (other.length < count) {
            other = new long[count];
        }
        long[] from = values;
        long[] to = other;
        for (int pass = 0; pass < passes; pass++) {
            int shift = pass * digitBits;
            Arrays.fill(starts, 0, digits, 0);
            for (int i = 0; i < count; i++) {
                starts[(int) ((from[i] - min) >>> shift) & (digits - 1)]++;
            }
            int start = 0;
            for (int digit = 0; digit < digits; digit++) {
                int uses = starts[digit];
                starts[digit] = start;
                start += uses;
            }
            for (int i = 0; i < count; i++) {
                long value = from[i];
                to[starts[(int) ((value - min) >>> shift) & (digits - 1)]++] = value;
            }
            long[] sorted = to;
            to = from;
            from = sorted;
        }
        if (from != values) {
            System.arraycopy(from, 0, values, 0, count);
        }
    }
}
