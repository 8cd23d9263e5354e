package dev.mimeo.scan;

import java.util.ArrayDeque;

/** Makes segments for chunks of one size and uses their arrays again. Not thread-safe. */
final class SegmentPool {

    /** Bytes of a segment, unless chunks are larger: enough to make a task of, little enough to have many in flight. */
    static final int SEGMENT_SIZE = 2 << 20;

    /** Bounds what is kept per chunk of a segment. */
    private static final int MAX_CHUNKS = 1024;

    private static final int KEPT = 16;

    private final int capacity;
    private final int chunkSize;
    private final ArrayDeque<byte[]> free = new ArrayDeque<>();

    SegmentPool(int chunkSize) {
        this.chunkSize = chunkSize;
        int chunks = Math.min(MAX_CHUNKS, Math.max(1, SEGMENT_SIZE / chunkSize));
        this.capacity = chunks * chunkSize;
    }

    Segment take() {
        byte[] array = free.poll();
        return new Segment(array == null ? new byte[capacity] : array);
    }

    void give(Segment segment) {
        if (free.size() < KEPT && segment.data().length == capacity) {
            free.push(segment.data());
        }
    }

    /** Returns how many bytes fit into a segment before its array or its table of chunks is full. */
    int room(Segment segment) {
        int chunks = MAX_CHUNKS - segment.chunks();
        return (int) Math.min(segment.data().length - segment.size(), (long) chunks * chunkSize);
    }
}
