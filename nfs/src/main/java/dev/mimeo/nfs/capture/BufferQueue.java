package dev.mimeo.nfs.capture;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Buffers that are free, and those that are full and wait for being compressed, in order. All are there from the start, so
 * that nothing is allocated while packets come. Thread-safe.
 */
final class BufferQueue {

    /** A buffer to compress, how, what waited behind it, and when it was taken, in nanoseconds of the clock. */
    record Work(PacketBuffer buffer, int rung, int waiting, long startNanos) {}

    /** A buffer is compressed for at most so long while others wait: a burst would find the worker busy. */
    private static final long MOST_NANOS = 10_000_000_000L;

    private final Deque<PacketBuffer> free = new ArrayDeque<>();
    private final Deque<PacketBuffer> full = new ArrayDeque<>();
    private final LevelLadder ladder;
    private final LongSupplier clock;
    private final int room;
    private int rung;
    private long nextNumber;
    private boolean hurried;
    private boolean closed;

    /**
     * Makes all buffers.
     *
     * @param buffers more than {@code workers} by 2 at least
     * @param clock nanoseconds that pass
     */
    BufferQueue(int buffers, int bytes, int workers, LevelLadder ladder, LongSupplier clock) {
        for (int i = 0; i < buffers; i++) {
            free.add(new PacketBuffer(bytes));
        }
        this.ladder = ladder;
        this.clock = clock;
        // As if the one before had taken the rung below it.
        this.rung = ladder.first() + 1;
        // One is being filled, and each worker has one.
        this.room = buffers - 1 - workers;
    }

    /** Returns how many buffers can wait. */
    int room() {
        return room;
    }

    /** Takes a free buffer, without waiting; null if there is none. */
    synchronized @Nullable PacketBuffer free() {
        return free.poll();
    }

    /** Gives a buffer to be compressed as the next file. */
    synchronized void put(PacketBuffer buffer) {
        buffer.number = nextNumber++;
        full.add(buffer);
        notifyAll();
    }

    /** Gives a buffer back. */
    synchronized void release(PacketBuffer buffer) {
        buffer.tally.clear();
        buffer.end = 0;
        free.add(buffer);
    }

    /** Returns the number of the next file. */
    synchronized long nextNumber() {
        return nextNumber;
    }

    /** Waits for a buffer; null if there will be none. */
    synchronized @Nullable Work take() throws InterruptedException {
        while (full.isEmpty()) {
            if (closed) {
                return null;
            }
            wait();
        }
        PacketBuffer buffer = full.remove();
        rung = hurried ? ladder.last() : ladder.next(rung, full.size(), room);
        return new Work(buffer, rung, full.size(), clock.getAsLong());
    }

    /**
     * Tells whether a buffer in work must be stored as fast as possible, which becomes the rung to go on from: because so much
     * waits, or because others wait for it too long. What waited when the work began was not a reason to: it must have grown by
     * an eighth of the room.
     */
    synchronized boolean isPressed(Work work) {
        boolean grown = full.size() - work.waiting() >= Math.max(1, room / 8);
        boolean late = clock.getAsLong() - work.startNanos() > MOST_NANOS;
        boolean pressed = ladder.last() > 0 && (late || ladder.asked(full.size(), room) == ladder.last());
        if (hurried || (grown && pressed)) {
            rung = ladder.last();
            return true;
        }
        return false;
    }

    /** Makes all that waits be stored as fast as possible. */
    synchronized void hurry() {
        hurried = true;
    }

    /** Tells that nothing more will come. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
