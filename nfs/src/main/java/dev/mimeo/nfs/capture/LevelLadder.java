package dev.mimeo.nfs.capture;

/**
 * Chooses how strongly to compress by how much waits for it: the more, the faster. Immutable and thread-safe.
 *
 * <p>The last rung is taken when three quarters of the room for what waits are full, the one before it from a half on, and
 * each earlier one from half as much as the next: with five rungs at 3/4, 1/2, 1/4, 1/8. Down goes it at once, up by one rung
 * at a time, so that a short pause does not make it slow.
 */
final class LevelLadder {

    private final int rungs;

    /** @param rungs at least 1, from the strongest to the fastest */
    LevelLadder(int rungs) {
        this.rungs = rungs;
    }

    /** Returns the rung to begin with, in the middle: nothing is known of the traffic yet. */
    int first() {
        return (rungs - 1) / 2;
    }

    int last() {
        return rungs - 1;
    }

    /**
     * Returns the rung that a backlog asks for.
     *
     * @param waiting amount that waits, at least 0
     * @param room most that can wait, at least 1
     */
    int asked(long waiting, long room) {
        if (rungs > 1 && 4 * (double) waiting >= 3 * (double) room) {
            return last();
        }
        double share = 0.5;
        for (int rung = last() - 1; rung > 0; rung--) {
            if (waiting >= share * room) {
                return rung;
            }
            share /= 2;
        }
        return 0;
    }

    /**
     * Returns the rung for what is compressed next.
     *
     * @param previous the rung of what was compressed before
     */
    int next(int previous, long waiting, long room) {
        return Math.max(asked(waiting, room), previous - 1);
    }
}
