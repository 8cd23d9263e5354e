package dev.mimeo.scan.internal.mimic;

import java.util.ArrayList;
import java.util.List;

/** Places of the chunks of a data set, in four bytes for each, for they may be more than an array has room for. Not thread-safe. */
final class ChunkPlaces {

    private static final int BLOCK = 1 << 10;

    private final List<int[]> lengths = new ArrayList<>();

    /** By block: position of its first chunk. */
    private final List<Long> starts = new ArrayList<>();

    private int count;
    private long end;

    /**
     * Adds the next chunk.
     *
     * @param length its bytes, at least 1
     */
    void add(int length) {
        if (count % BLOCK == 0) {
            lengths.add(new int[BLOCK]);
            starts.add(end);
        }
        lengths.get(count / BLOCK)[count % BLOCK] = length;
        count++;
        end += length;
    }

    /** Returns where the next chunk will begin: the sum of the lengths. */
    long end() {
        return end;
    }

    /** Takes a part of some data. */
    @FunctionalInterface
    interface PartConsumer {
        /** Takes some number of bytes of a chunk. */
        void accept(int chunk, int bytes);
    }

    /**
     * Gives the parts of chunks that a range has, in order.
     *
     * @param position where it begins, at least 0
     * @param length bytes; it ends at {@link #end} at the latest
     */
    void parts(long position, int length, PartConsumer parts) {
        int low = 0;
        int high = starts.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (starts.get(middle) <= position) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        int chunk = low * BLOCK;
        long start = starts.get(low);
        int left = length;
        while (left > 0) {
            long next = start + lengths.get(chunk / BLOCK)[chunk % BLOCK];
            long from = position + length - left;
            if (from < next) {
                int part = (int) Math.min(left, next - from);
                parts.accept(chunk, part);
                left -= part;
            }
            start = next;
            chunk++;
        }
    }
}
