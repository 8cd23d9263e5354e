package dev.mimeo.fidelity.audit;

import dev.mimeo.fidelity.DataSample;
import java.io.IOException;
import java.util.Arrays;

/** Single bytes of the original, through a cache of 64 MiB. Not thread-safe. */
final class OriginalReader {

    private static final int BLOCK_BITS = 12;
    private static final int BLOCK = 1 << BLOCK_BITS;
    private static final int SLOTS = 1 << 14;

    private final DataSample original;
    private final long bytes;
    private final byte[][] blocks = new byte[SLOTS][];
    private final long[] numbers = new long[SLOTS];

    OriginalReader(DataSample original) {
        this.original = original;
        this.bytes = original.bytes();
        Arrays.fill(numbers, -1);
    }

    /** Returns a byte, or -1 outside the original. */
    int at(long position) throws IOException {
        if (position < 0 || position >= bytes) {
            return -1;
        }
        long number = position >>> BLOCK_BITS;
        int slot = (int) number & (SLOTS - 1);
        if (numbers[slot] != number) {
            if (blocks[slot] == null) {
                blocks[slot] = new byte[BLOCK];
            }
            long start = number << BLOCK_BITS;
            original.read(start, blocks[slot], 0, (int) Math.min(BLOCK, bytes - start));
            numbers[slot] = number;
        }
        return blocks[slot][(int) position & (BLOCK - 1)] & 0xff;
    }
}
