package dev.mimeo.internal.statistics;

import java.util.Arrays;

/**
 * Puts numbers in the order of their times: those up to some time before the newest wait, 500,000 at most. Those that come in
 * order wait in a queue, where they cost next to nothing, all others in a heap. For one thread at a time.
 */
public final class TimeOrder {

    private static final int MOST = 500_000;
    private static final int FIRST_CAPACITY = 64;

    private final long wait;
    private final Sink sink;

    /** A ring of a power of two, whose times do not decrease. */
    private long[] queueTimes = new long[FIRST_CAPACITY];

    private int[] queueNumbers = new int[FIRST_CAPACITY];
    private int head;
    private int queued;

    private long[] heapTimes = new long[FIRST_CAPACITY];
    private int[] heapNumbers = new int[FIRST_CAPACITY];
    private int heaped;
    private long newest = Long.MIN_VALUE;

    /** Takes numbers in order. */
    @FunctionalInterface
    public interface Sink {
        /** Takes a number. */
        void accept(long time, int number);
    }

    /**
     * Makes an order of nothing.
     *
     * @param wait time that numbers wait; 0 to pass them on as they come, {@link Long#MAX_VALUE} to wait for their number alone
     */
    public TimeOrder(long wait, Sink sink) {
        this.wait = wait;
        this.sink = sink;
    }

    /** Adds a number, and hands on those that have waited. */
    public void add(long time, int number) {
        if (wait == 0) {
            sink.accept(time, number);
            return;
        }
        newest = Math.max(newest, time);
        if (queued == 0 || queueTimes[(head + queued - 1) & (queueTimes.length - 1)] <= time) {
            enqueue(time, number);
        } else {
            push(time, number);
        }
        // An order that waits for numbers alone waits for no time before the least.
        long ripe = newest < Long.MIN_VALUE + wait ? Long.MIN_VALUE : newest - wait;
        while (queued + heaped > MOST || (wait < Long.MAX_VALUE && queued + heaped > 0 && least() <= ripe)) {
            removeLeast();
        }
    }

    /** Hands on what is left. */
    public void finish() {
        while (queued + heaped > 0) {
            removeLeast();
        }
    }

    private boolean isLeastQueued() {
        return heaped == 0 || (queued > 0 && queueTimes[head] <= heapTimes[0]);
    }

    private long least() {
        return isLeastQueued() ? queueTimes[head] : heapTimes[0];
    }

    private void removeLeast() {
        if (isLeastQueued()) {
            long time = queueTimes[head];
            int number = queueNumbers[head];
            head = (head + 1) & (queueTimes.length - 1);
            queued--;
            sink.accept(time, number);
        } else {
            pop();
        }
    }

    private void enqueue(long time, int number) {
        int capacity = queueTimes.length;
        if (queued == capacity) {
            long[] times = new long[2 * capacity];
            int[] numbers = new int[2 * capacity];
            System.arraycopy(queueTimes, head, times, 0, capacity - head);
            System.arraycopy(queueTimes, 0, times, capacity - head, head);
            System.arraycopy(queueNumbers, head, numbers, 0, capacity - head);
            System.arraycopy(queueNumbers, 0, numbers, capacity - head, head);
            queueTimes = times;
            queueNumbers = numbers;
            head = 0;
        }
        int at = (head + queued) & (queueTimes.length - 1);
        queueTimes[at] = time;
        queueNumbers[at] = number;
        queued++;
    }

    private void push(long time, int number) {
        if (heaped == heapTimes.length) {
            heapTimes = Arrays.copyOf(heapTimes, 2 * heaped);
            heapNumbers = Arrays.copyOf(heapNumbers, 2 * heaped);
        }
        int at = heaped;
        heaped++;
        while (at > 0 && heapTimes[(at - 1) / 2] > time) {
            heapTimes[at] = heapTimes[(at - 1) / 2];
            heapNumbers[at] = heapNumbers[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        heapTimes[at] = time;
        heapNumbers[at] = number;
    }

    private void pop() {
        long least = heapTimes[0];
        int leastNumber = heapNumbers[0];
        heaped--;
        long time = heapTimes[heaped];
        int number = heapNumbers[heaped];
        int at = 0;
        while (2 * at + 1 < heaped) {
            int child = 2 * at + 1;
            if (child + 1 < heaped && heapTimes[child + 1] < heapTimes[child]) {
                child++;
            }
            if (heapTimes[child] >= time) {
                break;
            }
            heapTimes[at] = heapTimes[child];
            heapNumbers[at] = heapNumbers[child];
            at = child;
        }
        heapTimes[at] = time;
        heapNumbers[at] = number;
        sink.accept(least, leastNumber);
    }

    /** Returns the bytes of the retained values. */
    public long memoryBytes() {
        return (Long.BYTES + Integer.BYTES) * ((long) queueTimes.length + heapTimes.length);
    }
}
