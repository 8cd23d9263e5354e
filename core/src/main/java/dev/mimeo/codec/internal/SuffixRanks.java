package dev.mimeo.codec.internal;

import java.util.Arrays;

/**
 * Sorts the suffixes of a sequence that are in the order of their first elements already, by doubling how many elements the
 * order respects (Larsson and Sadakane, "Faster suffix sorting", 2007). Suffixes that are not told apart yet are a group, and
 * the rank of each is the last place of its group. Keeps its arrays from one call to the next. Not thread-safe.
 */
final class SuffixRanks {

    /** The numbers of suffixes by their order. While they are sorted, -n where the first of n starts that need no more. */
    private int[] order = {};

    private int[] rank = {};
    private long[] keys = {};

    /** Compares the first elements of two suffixes. */
    @FunctionalInterface
    interface FirstElements {
        /** Returns whether the first elements of two different suffixes are equal. */
        boolean areEqual(int one, int other);
    }

    /** Returns the numbers of {@code count} suffixes in their order; before {@link #sort}, in that of their first elements. */
    int[] order(int count) {
        if (order.length < count) {
            order = new int[count];
            rank = new int[count];
        }
        return order;
    }

    /**
     * Sorts suffixes.
     *
     * @param count suffixes in {@link #order}; the last element of the sequence is unique
     */
    void sort(int count, FirstElements elements) {
        if (rankGroups(count, elements) == count) {
            return;
        }
        for (int respected = 1; order[0] > -count; respected *= 2) {
            doubleRespected(count, respected);
        }
        for (int number = 0; number < count; number++) {
            order[rank[number]] = number;
        }
    }

    /** Returns the number of groups. */
    private int rankGroups(int count, FirstElements elements) {
        int groups = 0;
        int last = count - 1;
        for (int i = count - 1; i >= 0; i--) {
            rank[order[i]] = last;
            if (i == 0 || !elements.areEqual(order[i - 1], order[i])) {
                groups++;
                last = i - 1;
            }
        }
        return groups;
    }

    private void doubleRespected(int count, int respected) {
        int done = 0;
        int i = 0;
        while (i < count) {
            int number = order[i];
            if (number < 0) {
                done -= number;
                i -= number;
            } else if (rank[number] == i) {
                done++;
                i++;
            } else {
                if (done > 0) {
                    order[i - done] = -done;
                    done = 0;
                }
                int end = rank[number] + 1;
                splitGroup(i, end, respected);
                i = end;
            }
        }
        if (done > 0) {
            order[count - done] = -done;
        }
    }

    /** Sorts a group by the ranks of what follows the elements that were respected. None of them ends before. */
    private void splitGroup(int start, int end, int respected) {
        int size = end - start;
        if (keys.length < size) {
            keys = new long[size];
        }
        for (int i = 0; i < size; i++) {
            int number = order[start + i];
            keys[i] = ((long) rank[number + respected] << Integer.SIZE) | number;
        }
        Arrays.sort(keys, 0, size);
        int last = end - 1;
        for (int i = size - 1; i >= 0; i--) {
            int number = (int) keys[i];
            order[start + i] = number;
            rank[number] = last;
            if (i > 0 && keys[i - 1] >> Integer.SIZE != keys[i] >> Integer.SIZE) {
                last = start + i - 1;
            }
        }
    }
}
