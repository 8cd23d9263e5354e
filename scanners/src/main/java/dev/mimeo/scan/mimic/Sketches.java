package dev.mimeo.scan.mimic;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The sketches of all chunks of a data set, in blocks, for they may be more than an array has room for. Not thread-safe. */
final class Sketches {

    /** Bytes of a sketch. */
    static final int BYTES = 20;

    /** First byte of the sketch of a chunk whose bytes are all equal. */
    static final byte CONSTANT = 1;

    /** Arrays with an element for each chunk end here: 64 TiB in chunks of 32 KiB. */
    static final int MAX_CHUNKS = Integer.MAX_VALUE - 8;

    private static final int BLOCK = 1 << 12;

    private final int most;
    private final List<byte[]> blocks = new ArrayList<>();
    private int count;

    /** @param most chunks that there may be, at most {@link #MAX_CHUNKS} */
    Sketches(int most) {
        this.most = most;
    }

    /**
     * Adds the sketch of the next chunk.
     *
     * @throws UncheckedIOException if there are too many
     */
    void add(byte[] sketch, int offset) {
        if (count == most) {
            throw new UncheckedIOException(new IOException(
                    "scanner mimic takes data of " + most + " chunks at most: use --sample or a larger --chunk-size"));
        }
        if (count % BLOCK == 0) {
            blocks.add(new byte[BLOCK * BYTES]);
        }
        System.arraycopy(sketch, offset, blocks.get(count / BLOCK), count % BLOCK * BYTES, BYTES);
        count++;
    }

    /** Returns the number of chunks. */
    int count() {
        return count;
    }

    /** Tells whether the bytes of a chunk are all equal. */
    boolean isConstant(int chunk) {
        return blocks.get(chunk / BLOCK)[chunk % BLOCK * BYTES] == CONSTANT;
    }

    /** Returns the sum of squares of what two chunks differ by. */
    int distance(int a, int b) {
        byte[] left = blocks.get(a / BLOCK);
        byte[] right = blocks.get(b / BLOCK);
        int i = a % BLOCK * BYTES;
        int j = b % BLOCK * BYTES;
        int sum = 0;
        for (int k = 1; k < BYTES; k++) {
            int difference = (left[i + k] & 0xff) - (right[j + k] & 0xff);
            sum += difference * difference;
        }
        return sum;
    }
}
