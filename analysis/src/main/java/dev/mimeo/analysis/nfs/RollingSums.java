package dev.mimeo.analysis.nfs;

/**
 * Sums over windows of time that begin a twentieth of their length after one another, the first at the first time. Both ends
 * belong to a window. Times that are before the window that waits count at its start. For one thread at a time.
 */
final class RollingSums {

    /** Steps of a window. */
    static final int STEPS = 20;

    /** Bytes that the sums take. */
    static final long MEMORY_BYTES = 4L * Long.BYTES * (STEPS + 1);

    private static final int SLOTS = STEPS + 1;

    private final long length;
    private final Closed closed;

    /** By step: sums of what is exactly at its start, and of what is in it behind that. */
    private final long[] bytesAt = new long[SLOTS];

    private final long[] bytesIn = new long[SLOTS];
    private final long[] countAt = new long[SLOTS];
    private final long[] countIn = new long[SLOTS];
    private long origin = Long.MIN_VALUE;

    /** The step at which the window that waits begins. */
    private long window;

    /** Takes the sums of a window that is over. */
    @FunctionalInterface
    interface Closed {
        void add(long bytes, long count);
    }

    /** @param lengthNanos of a window, at least {@link #STEPS} */
    RollingSums(long lengthNanos, Closed closed) {
        this.length = lengthNanos;
        this.closed = closed;
    }

    /** Returns when a step starts, after the origin; lengths need not be multiples of the steps. */
    private long start(long step) {
        return Math.addExact(step / STEPS * length, step % STEPS * length / STEPS);
    }

    void add(long nanos, int bytes) {
        if (origin == Long.MIN_VALUE) {
            origin = nanos;
        }
        long time = Math.max(nanos - origin, start(window));
        while (time > start(window + STEPS)) {
            close(time);
        }
        long step = window;
        long offset = time - start(window);
        step += offset * STEPS / length;
        while (start(step + 1) <= time) {
            step++;
        }
        while (start(step) > time) {
            step--;
        }
        int slot = (int) (step % SLOTS);
        if (start(step) == time) {
            bytesAt[slot] += bytes;
            countAt[slot]++;
        } else {
            bytesIn[slot] += bytes;
            countIn[slot]++;
        }
    }

    private void close(long time) {
        long bytes = 0;
        long count = 0;
        for (int i = 0; i < SLOTS; i++) {
            int slot = (int) ((window + i) % SLOTS);
            bytes += bytesAt[slot];
            count += countAt[slot];
            if (i < STEPS) {
                bytes += bytesIn[slot];
                count += countIn[slot];
            }
        }
        closed.add(bytes, count);
        int slot = (int) (window % SLOTS);
        bytesAt[slot] = 0;
        countAt[slot] = 0;
        bytesIn[slot] = 0;
        countIn[slot] = 0;
        window++;
    }
}
