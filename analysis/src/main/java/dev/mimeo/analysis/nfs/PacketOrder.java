package dev.mimeo.analysis.nfs;

import java.util.Arrays;

/**
 * Puts packets in the order of their times: those up to some time before the newest wait in a heap, 500,000 at most. For one
 * thread at a time.
 */
final class PacketOrder {

    private static final int MOST = 500_000;

    private final long wait;
    private final Sink sink;
    private long[] times = new long[64];
    private int[] lengths = new int[64];
    private int size;
    private long newest = Long.MIN_VALUE;

    /** Takes packets in order. */
    @FunctionalInterface
    interface Sink {
        void accept(long time, int length);
    }

    /** @param wait time that packets wait; 0 to pass them on as they come */
    PacketOrder(long wait, Sink sink) {
        this.wait = wait;
        this.sink = sink;
    }

    void add(long time, int length) {
        if (wait == 0) {
            sink.accept(time, length);
            return;
        }
        newest = Math.max(newest, time);
        push(time, length);
        while (size > 0 && (times[0] <= newest - wait || size > MOST)) {
            pop();
        }
    }

    void finish() {
        while (size > 0) {
            pop();
        }
    }

    private void push(long time, int length) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            lengths = Arrays.copyOf(lengths, 2 * size);
        }
        int at = size;
        size++;
        while (at > 0 && times[(at - 1) / 2] > time) {
            times[at] = times[(at - 1) / 2];
            lengths[at] = lengths[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        times[at] = time;
        lengths[at] = length;
    }

    private void pop() {
        sink.accept(times[0], lengths[0]);
        size--;
        long time = times[size];
        int length = lengths[size];
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && times[child + 1] < times[child]) {
                child++;
            }
            if (times[child] >= time) {
                break;
            }
            times[at] = times[child];
            lengths[at] = lengths[child];
            at = child;
        }
        times[at] = time;
        lengths[at] = length;
    }

    long memoryBytes() {
        return 12L * times.length;
    }
}
