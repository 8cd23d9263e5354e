package dev.mimeo.nfs.internal.rpc;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Messages in order of their times, those of the same time in the order of the packets with their first bytes, and a pool of messages
 * that are not in use. Most messages come in order and wait in a ring, the others in a binary heap. Not thread-safe.
 */
final class MessageQueue {

    private static final int POOL = 1 << 12;
    private static final int FIRST_CAPACITY = 1 << 8;

    /** A ring of a power of two, whose messages are in order. */
    private @Nullable RpcMessage[] ring = new RpcMessage[FIRST_CAPACITY];

    private int head;
    private int queued;

    private @Nullable RpcMessage[] heap = new RpcMessage[FIRST_CAPACITY];
    private int heaped;
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
        return queued + heaped;
    }

    long bytes() {
        return bytes;
    }

    @Nullable RpcMessage first() {
        RpcMessage inRing = ring[head];
        RpcMessage inHeap = heap[0];
        return inRing == null || (inHeap != null && isBefore(inHeap, inRing)) ? inHeap : inRing;
    }

    void add(RpcMessage message) {
        message.arrival = arrivals++;
        bytes += message.memoryBytes();
        RpcMessage last = ring[(head + queued - 1) & (ring.length - 1)];
        if (last == null || isBefore(last, message)) {
            enqueue(message);
        } else {
            push(message);
        }
    }

    private void enqueue(RpcMessage message) {
        int capacity = ring.length;
        if (queued == capacity) {
            @Nullable RpcMessage[] larger = new RpcMessage[2 * capacity];
            System.arraycopy(ring, head, larger, 0, capacity - head);
            System.arraycopy(ring, 0, larger, capacity - head, head);
            ring = larger;
            head = 0;
        }
        ring[(head + queued) & (ring.length - 1)] = message;
        queued++;
    }

    private void push(RpcMessage message) {
        if (heaped == heap.length) {
            heap = Arrays.copyOf(heap, 2 * heaped);
        }
        int at = heaped++;
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
        RpcMessage first = first();
        if (first == null) {
            return;
        }
        bytes -= first.memoryBytes();
        if (first == ring[head]) {
            ring[head] = null;
            head = (head + 1) & (ring.length - 1);
            queued--;
        } else {
            pop();
        }
    }

    private void pop() {
        heaped--;
        RpcMessage last = heap[heaped];
        heap[heaped] = null;
        if (heaped == 0 || last == null) {
            return;
        }
        int at = 0;
        while (2 * at + 1 < heaped) {
            int child = 2 * at + 1;
            RpcMessage below = heap[child];
            RpcMessage right = child + 1 < heaped ? heap[child + 1] : null;
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
        if (order == 0) {
            order = Long.compare(one.firstPacket, other.firstPacket);
        }
        return order == 0 ? one.arrival < other.arrival : order < 0;
    }
}
