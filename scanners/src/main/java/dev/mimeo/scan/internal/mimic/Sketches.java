package dev.mimeo.scan.internal.mimic;

import dev.mimeo.MimeoException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The sketches of all chunks of a data set, in blocks, for they may be more than an array has room for. Not thread-safe. */
final class Sketches {

    /** Arrays with an element for each chunk end here: 64 TiB in chunks of 32 KiB. */
    static final int MAX_CHUNKS = Integer.MAX_VALUE - 8;

    private static final int BLOCK = 1 << 12;

    /** Weight of a size, relative to that of the share of a group of byte values. */
    private static final int SIZE_WEIGHT = 1024;

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
            throw new UncheckedIOException(new MimeoException(
                    MimeoException.Reason.LIMIT,
                    "scanner mimic takes data of " + most + " chunks at most: use `sample` or a larger `chunkSize`"));
        }
        if (count % BLOCK == 0) {
            blocks.add(new byte[BLOCK * ChunkSketcher.BYTES]);
        }
        System.arraycopy(
                sketch, offset, blocks.get(count / BLOCK), count % BLOCK * ChunkSketcher.BYTES, ChunkSketcher.BYTES);
        count++;
    }

    /** Returns the number of chunks. */
    int count() {
        return count;
    }

    /** Returns whether the bytes of a chunk are all equal. */
    boolean isConstant(int chunk) {
        return blocks.get(chunk / BLOCK)[chunk % BLOCK * ChunkSketcher.BYTES] == ChunkSketcher.CONSTANT;
    }

    /**
     * Returns the compressed size of a whole chunk as a share of it.
     *
     * @param size index of the size in a sketch
     */
    double wholeShare(int chunk, int size) {
        int at = chunk % BLOCK * ChunkSketcher.BYTES + ChunkSketcher.WHOLE + size - ChunkSketcher.SIZES;
        return ChunkSketcher.share(blocks.get(chunk / BLOCK)[at]);
    }

    /** Returns a copy of the sketch of a chunk. */
    byte[] get(int chunk) {
        int at = chunk % BLOCK * ChunkSketcher.BYTES;
        return Arrays.copyOfRange(blocks.get(chunk / BLOCK), at, at + ChunkSketcher.BYTES);
    }

    /**
     * Returns the sum of squares of what a chunk and one of others differ by, sizes by far the most, as it is chunks of like sizes that are
     * wanted; or, where that is more than a limit, anything above it.
     */
    int distance(int a, Sketches others, int b, int limit) {
        byte[] left = blocks.get(a / BLOCK);
        byte[] right = others.blocks.get(b / BLOCK);
        int i = a % BLOCK * ChunkSketcher.BYTES;
        int j = b % BLOCK * ChunkSketcher.BYTES;
        int sum = 0;
        for (int k = ChunkSketcher.SIZES; k < ChunkSketcher.SIZES_END; k++) {
            sum += SIZE_WEIGHT * square(left[i + k], right[j + k]);
        }
        for (int k = ChunkSketcher.SIZES_END; k < ChunkSketcher.WHOLE && sum <= limit; k++) {
            sum += square(left[i + k], right[j + k]);
        }
        return sum;
    }

    private static int square(byte a, byte b) {
        int difference = (a & 0xff) - (b & 0xff);
        return difference * difference;
    }
}
