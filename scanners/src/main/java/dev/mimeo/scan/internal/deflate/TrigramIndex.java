package dev.mimeo.scan.internal.deflate;

import java.util.Arrays;

/**
 * Groups the positions of a range by zlib's hash of the three bytes there, each group in ascending order. What zlib finds by
 * following a chain of links backwards is a walk to the left in one array here: no load waits for the load before it.
 *
 * <p>zlib enters every position into its chains before the next one is looked at, so the groups of the whole range, made
 * beforehand, tell the same candidates. Not thread-safe; memory grows to 8 bytes per byte of the longest range.
 */
final class TrigramIndex {

    private static final int HASHES = 1 << 15;

    /** While groups are filled, the next free place of group h is at h + 1; afterwards that is where h + 1 starts. */
    private final int[] starts = new int[HASHES + 1];

    private int[] positions = {};
    private int[] places = {};

    /**
     * Makes the groups of a range.
     *
     * @param length bytes; the last two positions are in no group
     */
    void build(byte[] data, int offset, int length) {
        int trigrams = Math.max(0, length - 2);
        if (places.length < trigrams) {
            places = new int[trigrams];
            positions = new int[trigrams];
        }
        count(data, offset, trigrams);
        int place = 0;
        for (int i = 1; i <= HASHES; i++) {
            int size = starts[i];
            starts[i] = place;
            place += size;
        }
        fill(data, offset, trigrams);
    }

    private void count(byte[] data, int offset, int trigrams) {
        int[] counts = starts;
        Arrays.fill(counts, 0);
        int hash = trigrams == 0 ? 0 : roll(data[offset] & 0xff, data[offset + 1]);
        for (int i = 0; i < trigrams; i++) {
            hash = roll(hash, data[offset + i + 2]);
            counts[hash + 1]++;
        }
    }

    private void fill(byte[] data, int offset, int trigrams) {
        int[] next = starts;
        int[] byGroup = positions;
        int[] byPosition = places;
        int hash = trigrams == 0 ? 0 : roll(data[offset] & 0xff, data[offset + 1]);
        for (int i = 0; i < trigrams; i++) {
            hash = roll(hash, data[offset + i + 2]);
            int place = next[hash + 1]++;
            byGroup[place] = i;
            byPosition[i] = place;
        }
    }

    /** Adds a byte to the hash; after three more, nothing is left of it. */
    private static int roll(int hash, byte value) {
        return ((hash << 5) ^ (value & 0xff)) & (HASHES - 1);
    }

    /** Returns the positions, counted from the start of the range, group by group. */
    int[] positions() {
        return positions;
    }

    /** Returns where each position of the range is in {@link #positions()}. */
    int[] places() {
        return places;
    }

    /** Returns where the group of three bytes starts in {@link #positions()}. */
    int groupStart(byte a, byte b, byte c) {
        return starts[roll(roll(a & 0xff, b), c)];
    }
}
