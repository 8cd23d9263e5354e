package dev.mimeo.scan.internal;

import java.util.Arrays;

/**
 * The fingerprints and positions of the last small blocks in the order of the data, so that a copy that was found once is
 * followed block by block. Four million blocks are kept, those of some 2.5 GB, in 64 MiB. Not thread-safe.
 */
final class BlockHistory {

    private static final int MAX_BLOCKS = 1 << 22;

    // Rings of a power of two.
    private long[] positions = new long[1 << 12];
    private long[] fingerprints = new long[1 << 12];
    private long size;

    /** Appends the next block; positions ascend. */
    void add(long position, long fingerprint) {
        if (size == positions.length && size < MAX_BLOCKS) {
            positions = Arrays.copyOf(positions, 2 * positions.length);
            fingerprints = Arrays.copyOf(fingerprints, 2 * fingerprints.length);
        }
        int slot = slot(size++);
        positions[slot] = position;
        fingerprints[slot] = fingerprint;
    }

    private int slot(long number) {
        return (int) number & (positions.length - 1);
    }

    private long first() {
        return Math.max(0, size - positions.length);
    }

    /** Returns whether a block is kept and has a fingerprint; no number below 0 is kept. */
    boolean is(long number, long fingerprint) {
        return number >= first() && number < size && fingerprints[slot(number)] == fingerprint;
    }

    /** Returns the position of a block that is kept. */
    long position(long number) {
        return positions[slot(number)];
    }

    /** Returns the number of the block at a position, or -1 if it is not kept. */
    long numberAt(long position) {
        long low = first();
        long high = size - 1;
        while (low <= high) {
            long middle = (low + high) >>> 1;
            long found = position(middle);
            if (found == position) {
                return middle;
            } else if (found < position) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }
}
