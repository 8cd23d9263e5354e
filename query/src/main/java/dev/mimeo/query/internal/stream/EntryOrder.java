package dev.mimeo.query.internal.stream;

import java.util.Arrays;

/** Sorts numbers of entries by what they stand for, without objects: a merge sort of 8 bytes an entry. */
public final class EntryOrder {

    private static final int SMALL = 12;

    /** Compares two entries. */
    @FunctionalInterface
    public interface EntryComparator {
        /** Returns a negative number, 0 or a positive one as {@code a} is before, equal to or after {@code b}. */
        int compare(int a, int b);
    }

    private EntryOrder() {}

    /** Returns the numbers from 0 to below {@code size} in order; equal ones stay in the order of their numbers. */
    public static int[] of(int size, EntryComparator comparison) {
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            order[i] = i;
        }
        sort(order, comparison);
        return order;
    }

    /** Sorts numbers of entries; equal ones keep their order. */
    public static void sort(int[] order, EntryComparator comparison) {
        sort(order, order.clone(), 0, order.length, comparison);
    }

    /** Sorts a range of {@code to}, which is in {@code from} too. */
    private static void sort(int[] to, int[] from, int start, int end, EntryComparator comparison) {
        if (end - start <= SMALL) {
            for (int i = start + 1; i < end; i++) {
                int entry = to[i];
                int at = i;
                while (at > start && comparison.compare(to[at - 1], entry) > 0) {
                    to[at] = to[at - 1];
                    at--;
                }
                to[at] = entry;
            }
            return;
        }
        int middle = (start + end) >>> 1;
        sort(from, to, start, middle, comparison);
        sort(from, to, middle, end, comparison);
        if (comparison.compare(from[middle - 1], from[middle]) <= 0) {
            System.arraycopy(from, start, to, start, end - start);
            return;
        }
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            if (right >= end || (left < middle && comparison.compare(from[left], from[right]) <= 0)) {
                to[i] = from[left];
                left++;
            } else {
                to[i] = from[right];
                right++;
            }
        }
    }

    /** Returns an array of at least {@code size} numbers with what is in the given one, twice as long if it must grow. */
    public static double[] grown(double[] array, int size) {
        return size <= array.length ? array : Arrays.copyOf(array, Math.max(size, 2 * array.length));
    }

    /** Returns an array of at least {@code size} numbers with what is in the given one, twice as long if it must grow. */
    public static long[] grown(long[] array, int size) {
        return size <= array.length ? array : Arrays.copyOf(array, Math.max(size, 2 * array.length));
    }
}
