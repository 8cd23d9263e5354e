package dev.mimeo.statistics;

import java.util.Arrays;

/**
 * The collapses that fill free buffers of a quantile sketch up to one buffer of a level. Their number and their weights follow from
 * the number of free buffers and the level alone, not from the values. Not thread-safe.
 */
final class CollapseTree {

    /** By the number of free buffers less 1: buffers of the input that become one of the level. */
    private final long[] leaves;

    /** By the number of free buffers less 1: whether an odd number of these collapses has an even weight. */
    private final boolean[] oddEvens;

    private int level;

    /** @param free the number of free buffers, at least 1 */
    CollapseTree(int free) {
        leaves = new long[free];
        Arrays.fill(leaves, 1);
        oddEvens = new boolean[free];
    }

    /**
     * Goes on to the highest level that takes fewer buffers of the input than a bound.
     *
     * @param highest the level at which to end in any case
     */
    void raise(int highest, long bound) {
        // The last free buffer takes its level from the one before it, without a collapse.
        while (leaves.length > 1 && level < highest && nextHasFewer(bound)) {
            boolean odd = false;
            for (int i = 1; i < leaves.length; i++) {
                leaves[i] += leaves[i - 1];
                odd ^= oddEvens[i];
                oddEvens[i] = odd ^ (leaves[i] % 2 == 0);
            }
            level++;
        }
    }

    /** Returns whether the next level takes fewer buffers; no sum gets far enough beyond the bound to overflow. */
    private boolean nextHasFewer(long bound) {
        long sum = 0;
        for (int i = 0; i < leaves.length && sum < bound; i++) {
            sum += leaves[i];
        }
        return sum < bound;
    }

    int level() {
        return level;
    }

    /** Returns the buffers of the input that become one of the level, which is the weight of that. */
    long leaves() {
        return leaves[leaves.length - 1];
    }

    /** Returns whether an odd number of the collapses has an even weight. */
    boolean hasOddEvens() {
        return oddEvens[oddEvens.length - 1];
    }
}
