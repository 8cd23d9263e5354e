package dev.mimeo.nfs.capture;

/** Counts packets. Not thread-safe. */
final class Tally {

    private long packets;
    private long bytes;
    private long first;
    private long last;
    private boolean timed;

    /**
     * Counts a packet.
     *
     * @param captured bytes of it that were captured
     * @param time time, in units of 2^-32 s since 1970
     */
    void add(long captured, long time) {
        addUntimed(captured);
        if (!timed) {
            first = time;
            timed = true;
        }
        last = time;
    }

    /** Counts a packet whose time is not known. */
    void addUntimed(long captured) {
        packets++;
        bytes += captured;
    }

    void clear() {
        packets = 0;
        bytes = 0;
        timed = false;
    }

    /** Returns what was counted since the last {@link #clear}. */
    PacketCount count() {
        return new PacketCount(packets, bytes, timed, timed ? first : 0, timed ? last : 0);
    }

    long packets() {
        return packets;
    }
}
