package dev.mimeo.internal.statistics;

/**
 * Sums over windows of time that begin a twentieth of their length after one another, the first at the first time. Both ends
 * belong to a window. Times that are before the window that waits count at its start. Windows inside of a pause that is
 * longer than an hour, and than two windows, are left out. For one thread at a time.
 */
public final class RollingSums {

    /** Steps of a window. */
    public static final int STEPS = 20;

    /** Bytes that the sums take. */
    public static final long MEMORY_BYTES = 4L * Long.BYTES * (STEPS + 1);

    private static final int SLOTS = STEPS + 1;
    private static final int PAUSE_SECONDS = 3600;

    private final long length;
    private final long step;
    private final long pause;
    private final Closed closed;

    /**
     * By step: sums of what is at its start, where the window that began twenty steps before ends, and of what is behind
     * that. As steps are whole units, a window may end up to 19 units behind the start of a step.
     */
    private final long[] sumAt = new long[SLOTS];

    private final long[] sumIn = new long[SLOTS];
    private final long[] countAt = new long[SLOTS];
    private final long[] countIn = new long[SLOTS];
    private long origin = Long.MIN_VALUE;

    /** Sum and count of the values in the windows that are still open. */
    private long openSum;

    private long open;

    /** The step at which the window that waits begins. */
    private long window;

    /** The step of the time that was added last, and its slot: most times are in the step of the one before. */
    private long latest;

    private int latestSlot;

    /** Takes the sums of a window that is over. */
    @FunctionalInterface
    public interface Closed {
        /** Takes the sum of what was added in the window, and how often something was. */
        void add(long sum, long count);

        /** Takes consecutive windows that have the same sum and count. */
        default void addSame(long sum, long count, long windows) {
            for (long i = 0; i < windows; i++) {
                add(sum, count);
            }
        }
    }

    /**
     * Makes sums of nothing.
     *
     * @param length length of a window in units of time, at least {@link #STEPS}
     * @param unitsPerSecond such as 10^9
     */
    public RollingSums(long length, double unitsPerSecond, Closed closed) {
        this(length, closed, Math.max((long) (PAUSE_SECONDS * unitsPerSecond), 2 * length));
    }

    /**
     * Makes sums of nothing.
     *
     * @param pause longest time without anything whose windows count
     */
    public RollingSums(long length, Closed closed, long pause) {
        this.length = length;
        this.step = length / STEPS;
        this.pause = pause;
        this.closed = closed;
    }

    /** Says when the first window begins, before anything is added. Without, it begins with the first time. */
    public void start(long at) {
        origin = at;
    }

    /** Adds a number at a time, both in the units of the windows. */
    public void add(long at, int number) {
        if (origin == Long.MIN_VALUE) {
            origin = at;
        }
        long time = advance(at);
        open++;
        openSum += number;
        long behind = time - latest * step;
        if (behind < 0 || behind >= step) {
            latest = time / step;
            latestSlot = slot(latest);
        }
        long in = Math.min(latest, window + STEPS);
        int slot = in == latest ? latestSlot : slot(in);
        if (time - in * step <= length - STEPS * step) {
            sumAt[slot] += number;
            countAt[slot]++;
        } else {
            sumIn[slot] += number;
            countIn[slot]++;
        }
    }

    /** Closes the windows that are over at a time, and returns it from the start on, but not before the window that waits. */
    public long advance(long at) {
        // Differences that do not fit are those of times before the first.
        long time = Math.max(at - origin, window * step);
        if (time - window * step > pause) {
            close(SLOTS);
            window = Math.max(window, (time - length) / step);
        }
        if (time - window * step > length) {
            // The windows that begin before the time less their length, the last of which is not over if it just fits.
            close((time - length - 1) / step + 1 - window);
        }
        return time;
    }

    /** Closes the next windows. */
    private void close(long windows) {
        long same = 0;
        long sum = 0;
        long count = 0;
        for (long left = windows; left > 0; left--) {
            if (open == 0) {
                hand(sum, count, same);
                hand(0, 0, left);
                window += left;
                return;
            }
            // Values before the start of the last step are before the end of this window.
            int slot = slot(window);
            int last = slot == 0 ? STEPS : slot - 1;
            long nextSum = openSum - sumIn[last];
            long nextCount = open - countIn[last];
            if (nextSum != sum || nextCount != count) {
                hand(sum, count, same);
                sum = nextSum;
                count = nextCount;
                same = 0;
            }
            same++;
            if (countAt[slot] + countIn[slot] > 0) {
                remove(slot);
            }
            window++;
        }
        hand(sum, count, same);
    }

    private void hand(long sum, long count, long windows) {
        if (windows > 0) {
            closed.addSame(sum, count, windows);
        }
    }

    /** Removes what is in the step that the window to close begins with. */
    private void remove(int slot) {
        openSum -= sumAt[slot] + sumIn[slot];
        open -= countAt[slot] + countIn[slot];
        sumAt[slot] = 0;
        countAt[slot] = 0;
        sumIn[slot] = 0;
        countIn[slot] = 0;
    }

    private static int slot(long step) {
        return (int) (step % SLOTS);
    }
}
