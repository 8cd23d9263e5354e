package dev.mimeo.dataseries;

import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Memory of a stream or a packer of extents that is used again, as that is still in the CPU cache, and fresh memory is not.
 * Thread-safe.
 */
final class BufferPool {

    /** Larger buffers are not kept. */
    private static final int MAX_KEPT = 32 << 20;

    private static final int MAX_ARRAY = Integer.MAX_VALUE - 16;

    private final boolean reuseRecords;
    private final ConcurrentLinkedQueue<byte[]> buffers = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<byte[]> records = new ConcurrentLinkedQueue<>();

    private BufferPool(boolean reuseRecords) {
        this.reuseRecords = reuseRecords;
    }

    /** Makes a pool for extents that keep their records, each in an array of its own of exactly that length. */
    static BufferPool forWholeExtents() {
        return new BufferPool(false);
    }

    /** Makes a pool for extents of some columns, which give the memory of their records back. */
    static BufferPool forColumns() {
        return new BufferPool(true);
    }

    /**
     * Makes a pool for extents of some fields.
     *
     * @param projection the only fields that are needed; null for all
     */
    static BufferPool forFields(@Nullable FieldSelection projection) {
        return projection == null ? forWholeExtents() : forColumns();
    }

    /** Returns an array of at least the given length, with any content. */
    byte[] take(int length) {
        return take(buffers, length);
    }

    /** Returns an array for the records of an extent, of at least the given length and with any content. */
    byte[] takeRecords(int length) {
        return reuseRecords ? take(records, length) : new byte[length];
    }

    private static byte[] take(ConcurrentLinkedQueue<byte[]> queue, int length) {
        byte[] kept = queue.poll();
        // With room to spare, as extents of about the same size follow.
        return kept != null && kept.length >= length
                ? kept
                : new byte[(int) Math.min(length + length / 16L, MAX_ARRAY)];
    }

    void give(byte[] buffer) {
        give(buffers, buffer);
    }

    void giveRecords(byte[] buffer) {
        if (reuseRecords) {
            give(records, buffer);
        }
    }

    private static void give(ConcurrentLinkedQueue<byte[]> queue, byte[] buffer) {
        if (buffer.length <= MAX_KEPT) {
            queue.add(buffer);
        }
    }
}
