package dev.mimeo.nfs.capture;

/**
 * The rung of a ladder that storage has reached: begins in the middle, and learns which rung is the fastest. Not thread-safe.
 *
 * <p>The last rung is taken for the fastest until measurements say otherwise: where the disk is slow, a light compression stores
 * more bytes a second than none.
 */
final class LevelChoice {

    /** A buffer or file takes at most so long if others come meanwhile. */
    private static final long MOST_NANOS = 10_000_000_000L;

    private final LevelLadder ladder;
    private final long room;
    private final long reserve;

    /** Bytes a nanosecond of each rung, of late; 0 if nothing was stored with it. */
    private final double[] rates;

    private int rung;

    /**
     * Makes a choice of which nothing is known.
     *
     * @param room most that can wait, at least 1
     * @param reserve part of the room that may fill while all threads begin anew, at least 0
     */
    LevelChoice(LevelLadder ladder, long room, long reserve) {
        this.ladder = ladder;
        this.room = room;
        this.reserve = reserve;
        this.rates = new double[ladder.last() + 1];
        // As if the one before had taken the rung below it.
        this.rung = ladder.first() + 1;
    }

    /** Returns the rung for what is stored next. The one before the last is tried once when the last is known. */
    int next(long waiting) {
        int last = ladder.last();
        rung = isFull(waiting) ? last : ladder.next(rung, waiting, room);
        if (rung == last) {
            rung = last > 0 && rates[last] > 0 && rates[last - 1] == 0 ? last - 1 : fastest();
        }
        return rung;
    }

    /** Returns whether the room that is left is needed in any case. */
    private boolean isFull(long waiting) {
        return ladder.asked(waiting, room) == ladder.last() || waiting >= Math.max(1, room - reserve);
    }

    /** Returns the fastest rung, from which it goes on. */
    int hurry() {
        rung = fastest();
        return rung;
    }

    /** Returns the rung that stores most bytes a second, as far as is known. */
    int fastest() {
        int best = ladder.last();
        for (int other = best - 1; other >= 0; other--) {
            if (rates[best] > 0 && rates[other] > rates[best]) {
                best = other;
            }
        }
        return best;
    }

    /**
     * Returns whether what is being stored must be stored as fast as possible instead, which becomes the rung to go on from: because
     * so much waits, or because others wait for it too long. What waited when the work began was not a reason to: it must have
     * grown by an eighth of the room. Nothing is given up for what is slower.
     *
     * @param at the rung with which it is being stored
     * @param before what waited when that began
     * @param bytes that are stored of it
     * @param nanos that this took
     */
    boolean isPressed(int at, long before, long waiting, long bytes, long nanos) {
        boolean grown = waiting - before >= Math.max(1, room / 8);
        boolean pressed = nanos > MOST_NANOS || isFull(waiting);
        int fastest = fastest();
        if (!grown || !pressed || at == fastest || (rates[fastest] > 0 && rate(bytes, nanos) >= rates[fastest])) {
            return false;
        }
        stored(at, bytes, nanos);
        hurry();
        return true;
    }

    /** Takes the measurement of what was stored with a rung. The latest counts as much as all before it. */
    void stored(int at, long bytes, long nanos) {
        double rate = rate(bytes, nanos);
        rates[at] = rates[at] == 0 ? rate : (rates[at] + rate) / 2;
    }

    /** Returns bytes a nanosecond, more than 0. */
    private static double rate(long bytes, long nanos) {
        return (double) Math.max(1, bytes) / Math.max(1, nanos);
    }
}
