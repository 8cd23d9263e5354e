package dev.mimeo.nfs.internal.rpc;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Messages in order of their times: a binary heap, and a pool of messages that are not in use. Not thread-safe.
 */
final class MessageQueue {

    private static final int POOL = 1 << 12;

    private @Nullable RpcMessage[] heap = new RpcMessage[1 << 8];
    private int size;
    private long bytes;
    private long arrivals;

    private final @Nullable RpcMessage[] pool = new RpcMessage[POOL];
    private int pooled;
    private final LargeArrays arrays;

    MessageQueue(LargeArrays arrays) {
        this.arrays = arrays;
    }

    /** Returns a message that is not in use. */
    RpcMessage obtain() {
        RpcMessage message = pooled == 0 ? null : pool[--pooled];
        return message == null ? new RpcMessage() : message;
    }

    /** Takes back a message. */
    void recycle(RpcMessage message) {
        message.shrink(arrays);
        if (pooled < POOL) {
            pool[pooled++] = message;
        }
    }

    int size() {
        return size;
    }

    long bytes() {
        return bytes;
    }

    @Nullable RpcMessage first() {
        return size == 0 ? null : heap[0];
    }

    void add(RpcMessage message) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        message.arrival = arrivals++;
        bytes += message.memoryBytes();
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            RpcMessage above = heap[parent];
            if (above == null || !isBefore(message, above)) {
                break;
            }
            heap[at] = above;
            at = parent;
        }
        heap[at] = message;
    }

    /** Removes the first message. */
    void removeFirst() {
        RpcMessage first = heap[0];
        if (first == null) {
            return;
        }
        bytes -= first.memoryBytes();
        size--;
        RpcMessage last = heap[size];
        heap[size] = null;
        if (size == 0 || last == null) {
            return;
        }
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            RpcMessage below = heap[child];
            RpcMessage right = child + 1 < size ? heap[child + 1] : null;
            if (below != null && right != null && isBefore(right, below)) {
                child++;
                below = right;
            }
            if (below == null || !isBefore(below, last)) {
                break;
            }
            heap[at] = below;
            at = child;
        }
        heap[at] = last;
    }

    private static boolean isBefore(RpcMessage one, RpcMessage other) {
        int order = Long.compareUnsigned(one.time, other.time);
        return order == 0 ? one.arrival < other.arrival : order < 0;
    }
}
