package dev.mimeo.scan;

import dev.mimeo.internal.random.Mixing;
import dev.mimeo.internal.random.SplitMix64;
import java.util.Arrays;

/** Chooses chunks by rank: a random subset of given size, every subset with the same probability. */
final class SampleRanks {

    private SampleRanks() {}

    /**
     * Returns {@code count} distinct ranks below {@code population}, ascending, by Floyd's algorithm (Bentley and Floyd,
     * CACM 30(9), 1987): time and memory follow the sample, not the population.
     */
    static long[] choose(long population, int count, long seed) {
        SplitMix64 random = new SplitMix64(seed);
        long[] ranks = new long[count];
        int capacity = Integer.highestOneBit(Math.max(4, count) * 2 - 1) * 2;
        long[] table = new long[capacity]; // open addressing; holds rank + 1, 0 is free
        int filled = 0;
        for (long last = population - count; last < population; last++) {
            long rank = random.below(last + 1);
            if (!insert(table, rank)) {
                rank = last;
                insert(table, rank);
            }
            ranks[filled++] = rank;
        }
        Arrays.sort(ranks);
        return ranks;
    }

    private static boolean insert(long[] table, long rank) {
        int mask = table.length - 1;
        int slot = (int) (Mixing.fibonacci64(rank) >>> 32) & mask;
        while (table[slot] != 0) {
            if (table[slot] == rank + 1) {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        table[slot] = rank + 1;
        return true;
    }
}
