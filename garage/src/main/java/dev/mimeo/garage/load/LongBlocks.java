package dev.mimeo.garage.load;

import java.util.Arrays;

/**
 * A growing array of 64-bit values, in blocks, so that long ones are never copied. Only the last block may be shorter than others. For one
 * thread at a time.
 */
final class LongBlocks {

    private static final int BLOCK_SHIFT = 10;
    private static final int BLOCK_LENGTH = 1 << BLOCK_SHIFT;
    private static final int LEAST_CAPACITY = 16;
    private static final long[] NO_VALUES = {};

    private long[][] blocks = {};
    private int capacity;

    /** Returns for how many values there is room; those that were not put are 0. */
    int capacity() {
        return capacity;
    }

    /** Returns about how much memory the values take. */
    long bytes() {
        return (long) Long.BYTES * capacity + 8L * blocks.length;
    }

    long get(int index) {
        return blocks[index >> BLOCK_SHIFT][index & BLOCK_LENGTH - 1];
    }

    /** Puts a value, for which there must be room. */
    void put(int index, long value) {
        blocks[index >> BLOCK_SHIFT][index & BLOCK_LENGTH - 1] = value;
    }

    /** Makes room for a value and all before it, if there is none. */
    void reserve(int index) {
        if (index < capacity) {
            return;
        }
        int block = index >> BLOCK_SHIFT;
        int known = blocks.length;
        if (block >= known) {
            blocks = Arrays.copyOf(blocks, block + 1);
            Arrays.fill(blocks, known, blocks.length, NO_VALUES);
            for (int i = Math.max(0, known - 1); i < block; i++) {
                blocks[i] = Arrays.copyOf(blocks[i], BLOCK_LENGTH);
            }
        }
        int length = block > 0 ? BLOCK_LENGTH : Math.min(BLOCK_LENGTH, grown(index));
        blocks[block] = Arrays.copyOf(blocks[block], length);
        capacity = (block << BLOCK_SHIFT) + length;
    }

    /** Copies the first values, as far as there is room for them here. */
    void copyTo(long[] values) {
        for (int from = 0; from < Math.min(values.length, capacity); from += BLOCK_LENGTH) {
            long[] block = blocks[from >> BLOCK_SHIFT];
            System.arraycopy(block, 0, values, from, Math.min(block.length, values.length - from));
        }
    }

    /** Returns the capacity for an array that has to grow for an index. */
    static int grown(int index) {
        return Math.max(LEAST_CAPACITY, index + (index >> 1) + 1);
    }
}
