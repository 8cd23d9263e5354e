package dev.mimeo.garage.internal.codec;

import java.util.Arrays;

/**
 * Sorts samples of integers, which mostly differ in few of their bytes: by the bytes of what they are above the least, lowest
 * first, where that takes fewer steps than comparing. For one thread at a time.
 */
final class SampleSort {

    private static final int FEW = 64;
    private static final int DIGITS = 256;

    /** Bytes from which on comparing is as fast, for samples of some hundred. */
    private static final int MOST_BYTES = 5;

    private final int[] starts = new int[DIGITS];
    private long[] other = {};

    /** Sorts the first values of an array, ascending. */
    void sort(long[] values, int count) {
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            min = Math.min(min, values[i]);
            max = Math.max(max, values[i]);
        }
        int bytes = count < FEW ? Long.BYTES : (Long.SIZE - Long.numberOfLeadingZeros(max - min) + 7) / 8;
        if (bytes > MOST_BYTES) {
            Arrays.sort(values, 0, count);
            return;
        }
        if (other.length < count) {
            other = new long[count];
        }
        long[] from = values;
        long[] to = other;
        for (int shift = 0; shift < bytes * 8; shift += 8) {
            Arrays.fill(starts, 0);
            for (int i = 0; i < count; i++) {
                starts[digit(from[i] - min, shift)]++;
            }
            int start = 0;
            for (int digit = 0; digit < DIGITS; digit++) {
                int uses = starts[digit];
                starts[digit] = start;
                start += uses;
            }
            for (int i = 0; i < count; i++) {
                to[starts[digit(from[i] - min, shift)]++] = from[i];
            }
            long[] sorted = to;
            to = from;
            from = sorted;
        }
        if (from != values) {
            System.arraycopy(from, 0, values, 0, count);
        }
    }

    private static int digit(long value, int shift) {
        return (int) (value >>> shift) & (DIGITS - 1);
    }
}
