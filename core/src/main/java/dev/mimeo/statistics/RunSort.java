package dev.mimeo.statistics;

import java.util.Arrays;

/**
 * Sorts the values of several buffers of the input at once, if all are whole numbers from 0 to 2^31 - 1: runs of equal values by
 * their digits to base 256, from the last digit to the first. That takes less time than sorting and merging the buffers. Used once.
 * Not thread-safe.
 */
final class RunSort {

    private static final int DIGIT_BITS = 8;
    private static final int DIGITS = 1 << DIGIT_BITS;

    private final SketchBuffer[] buffers;
    private final int first;

    /** Of each run its value in the high 32 bits, and its length in the low ones. */
    private long[] runs = new long[1024];

    private int count;

    /** The bits that any value has. */
    private int bits;

    /** @param first the first of the buffers to sort, which are all from there on, with values of the input */
    RunSort(SketchBuffer[] buffers, int first) {
        this.buffers = buffers;
        this.first = first;
    }

    /**
     * Returns a buffer of values, as {@link SketchMerge#everyOf} does; an empty one if not all values are such whole numbers.
     *
     * @param size number of values of a buffer
     * @param distance distance of the ranks of the values
     * @param start rank of the first, from 1
     */
    double[] everyOf(int size, long distance, long start) {
        for (int i = first; i < buffers.length; i++) {
            if (!collect(buffers[i].values, size)) {
                return new double[0];
            }
        }
        for (int shift = 0; shift < Integer.SIZE && bits >>> shift != 0; shift += DIGIT_BITS) {
            sort(Integer.SIZE + shift);
        }
        double[] merged = new double[size];
        long wanted = start;
        long rank = 0;
        int chosen = 0;
        for (int i = 0; i < count && chosen < size; i++) {
            rank += (int) runs[i];
            double value = (int) (runs[i] >>> Integer.SIZE);
            for (; chosen < size && wanted <= rank; chosen++) {
                merged[chosen] = value;
                wanted += distance;
            }
        }
        return merged;
    }

    /** Adds the runs of a buffer; false if a value is no whole number, or negative, as -0 is. */
    private boolean collect(double[] values, int size) {
        for (int i = 0; i < size; ) {
            double value = values[i];
            int whole = (int) value;
            long raw = Double.doubleToRawLongBits(value);
            if (whole != value || raw < 0) {
                return false;
            }
            int start = i;
            do {
                i++;
            } while (i < size && Double.doubleToRawLongBits(values[i]) == raw);
            if (count == runs.length) {
                runs = Arrays.copyOf(runs, 2 * count);
            }
            runs[count] = (long) whole << Integer.SIZE | (i - start);
            count++;
            bits |= whole;
        }
        return true;
    }

    /** Sorts the runs by a digit. Those with the same digit stay in their order. */
    private void sort(int shift) {
        int[] ends = new int[DIGITS];
        for (int i = 0; i < count; i++) {
            ends[(int) (runs[i] >>> shift) & (DIGITS - 1)]++;
        }
        for (int digit = 1; digit < DIGITS; digit++) {
            ends[digit] += ends[digit - 1];
        }
        long[] sorted = new long[runs.length];
        for (int i = count - 1; i >= 0; i--) {
            int digit = (int) (runs[i] >>> shift) & (DIGITS - 1);
            ends[digit]--;
            sorted[ends[digit]] = runs[i];
        }
        runs = sorted;
    }
}
