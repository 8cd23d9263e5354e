package dev.mimeo.scan.internal;

/**
 * Positions of the first occurrence of contents, by 64-bit fingerprints, in bounded memory.
 *
 * <p>Up to two million fingerprints are all kept. Beyond, only those whose leading bits are zero stay, one bit more whenever
 * the table is full again: a uniform sample of the contents. Two contents of the same fingerprint are taken for one; among
 * two million that happens to a new content with a probability of 10^-13. Not thread-safe.
 */
final class PositionTable {

    /** Fingerprints kept at most: 64 MiB of memory. */
    static final int MAX_ENTRIES = 1 << 21;

    private final int maxEntries;
    private int entries;
    private int droppedBits;
    // Open addressing; a free slot has key 0.
    private long[] keys = new long[1 << 12];
    private long[] positions = new long[1 << 12];

    PositionTable(int maxEntries) {
        this.maxEntries = maxEntries;
    }

    /** Returns whether the content of a fingerprint is in the sample. */
    boolean samples(long key) {
        return droppedBits == 0 || key >>> (64 - droppedBits) == 0;
    }

    /** Returns the position at which a content of the sample was entered, or enters it and returns -1. */
    long add(long fingerprint, long position) {
        long key = fingerprint == 0 ? 1 : fingerprint;
        int slot = find(key);
        if (keys[slot] != 0) {
            return positions[slot];
        }
        keys[slot] = key;
        positions[slot] = position;
        entries++;
        if (entries > maxEntries) {
            droppedBits++;
            rehash(keys.length);
        } else if (entries > keys.length / 2) {
            rehash(keys.length * 2);
        }
        return -1;
    }

    private int find(long key) {
        int mask = keys.length - 1;
        int slot = (int) key & mask;
        while (keys[slot] != 0 && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void rehash(int capacity) {
        long[] oldKeys = keys;
        long[] oldPositions = positions;
        keys = new long[capacity];
        positions = new long[capacity];
        entries = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0 && samples(oldKeys[i])) {
                int slot = find(oldKeys[i]);
                keys[slot] = oldKeys[i];
                positions[slot] = oldPositions[i];
                entries++;
            }
        }
    }
}
