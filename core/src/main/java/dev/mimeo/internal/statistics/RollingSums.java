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
    public static final long MEMORY_BYTES = 2L * Long.BYTES * (STEPS + 1);

    private static final int SLOTS = STEPS + 1;
    private static final int ALL_SLOTS = (1 << SLOTS) - 1;
    private static final int PAUSE_SECONDS = 3600;

    private final long length;
    private final long step;
    private final long pause;
    private final Closed closed;

    /** By step, in a ring: sums and counts of what is in it. Slots without anything are 0. */
    private final long[] sums = new long[SLOTS];

    private final long[] counts = new long[SLOTS];

    /** Bits of the slots that have anything. */
    private int occupied;

    private long origin = Long.MIN_VALUE;

    /** Sum and count of the values in the windows that are still open. */
    private long openSum;

    private long open;

    /** The step at which the window that waits begins, and its slot. */
    private long window;

    private int windowSlot;

    /**
     * The slot of the time that was added last, and the times that are in it and close no window: from the first, as many behind it as
     * the length. Most times are among these.
     */
    private int latestSlot;

    private long latestFirst;
    private long latestLength = -1;

    /** Sum and count of the values added to that slot since, which are not in the sums yet. */
    private long latestSum;

    private long latestCount;

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
        // Differences wrap, as times are unsigned.
        long behind = at - latestFirst;
        if (behind < 0 || behind > latestLength) {
            goTo(at);
        }
        latestSum += number;
        latestCount++;
    }

    /** Closes the windows that are over at a time, and makes the slot of the time that of the latest. */
    private void goTo(long at) {
        if (origin == Long.MIN_VALUE) {
            origin = at;
        }
        long time = advance(at);
        long last = window + STEPS;
        long latest = Math.min(time / step, last);
        latestSlot = (int) (latest % SLOTS);
        occupied |= 1 << latestSlot;
        latestFirst = origin + latest * step;
        // A step is a whole number of units, so the last one of a window is up to 19 units long.
        latestLength = latest == last ? length - STEPS * step : step - 1;
    }

    /** Closes the windows that are over at a time, and returns it from the start on, but not before the window that waits. */
    public long advance(long at) {
        sums[latestSlot] += latestSum;
        counts[latestSlot] += latestCount;
        openSum += latestSum;
        open += latestCount;
        latestSum = 0;
        latestCount = 0;
        // Differences that do not fit are those of times before the first.
        long time = Math.max(at - origin, window * step);
        if (time - window * step > pause) {
            close(SLOTS);
            window = Math.max(window, (time - length) / step);
            windowSlot = (int) (window % SLOTS);
        }
        if (time - window * step > length) {
            // The windows that begin before the time less their length, the last of which is not over if it just fits.
            close((time - length - 1) / step + 1 - window);
        }
        return time;
    }

    /**
     * Closes the next windows. What was added last is not behind the end of the first of them, so all that is not before the start of a
     * window is in it. The windows up to one that begins with an occupied step have the same sum.
     */
    private void close(long windows) {
        latestLength = -1;
        long left = windows;
        while (left > 0 && occupied != 0) {
            int turned = (occupied >>> windowSlot | occupied << (SLOTS - windowSlot)) & ALL_SLOTS;
            int before = Integer.numberOfTrailingZeros(turned);
            int same = (int) Math.min(left, before + 1);
            closed.addSame(openSum, open, same);
            int slot = windowSlot + same - 1;
            slot -= slot < SLOTS ? 0 : SLOTS;
            if (same > before) {
                remove(slot);
            }
            windowSlot = slot == STEPS ? 0 : slot + 1;
            window += same;
            left -= same;
        }
        if (left > 0) {
            closed.addSame(0, 0, left);
            window += left;
            windowSlot = (int) (window % SLOTS);
        }
    }

    /** Removes what is in a step. */
    private void remove(int slot) {
        openSum -= sums[slot];
        open -= counts[slot];
        sums[slot] = 0;
        counts[slot] = 0;
        occupied &= ~(1 << slot);
    }
}
