package dev.mimeo.fidelity;

import java.io.IOException;

/**
 * Evenly spaced chunks of both sides, read one pair at a time into the same two buffers. The original's files decide
 * where chunks begin and end; the synthetic bytes at the same place are the counterpart. The last chunk ends where the smaller
 * side does.
 */
final class ChunkPairs {

    private final DataSample originalSample;
    private final DataSample syntheticSample;
    private final ChunkGrid grid;
    private final long bytes;
    private final long total;
    private final int count;
    private final byte[] original;
    private final byte[] synthetic;
    private int length;

    /**
     * Chooses the chunks.
     *
     * @param most number of chunks at most
     */
    ChunkPairs(DataSample original, DataSample synthetic, int chunkSize, int most) {
        this.originalSample = original;
        this.syntheticSample = synthetic;
        this.grid = original.grid(chunkSize);
        this.bytes = Math.min(original.bytes(), synthetic.bytes());
        this.total = grid.countWithin(bytes);
        this.count = (int) Math.min(total, most);
        this.original = new byte[chunkSize];
        this.synthetic = new byte[chunkSize];
    }

    /** Returns how many chunks both sides have, the last one perhaps in part; 0 only if a side is empty. */
    long total() {
        return total;
    }

    /** Returns the number of chunks chosen. */
    int count() {
        return count;
    }

    /** Reads a pair, 0 to {@link #count()} - 1, into the buffers. */
    void load(int index) throws IOException {
        long chunk = count == total ? index : (long) ((double) index * total / count);
        long offset = grid.offset(chunk);
        length = (int) Math.min(grid.length(chunk), bytes - offset);
        originalSample.read(offset, original, 0, length);
        syntheticSample.read(offset, synthetic, 0, length);
    }

    /** Returns the bytes of the pair read last, from index 0 of both buffers. */
    int length() {
        return length;
    }

    /** Returns the buffer with the original chunk. */
    byte[] original() {
        return original;
    }

    /** Returns the buffer with the synthetic chunk. */
    byte[] synthetic() {
        return synthetic;
    }
}
