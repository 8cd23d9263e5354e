package dev.mimeo.nfs.capture;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Buffers that are free, and those that are full and wait for being compressed, in order. All are there from the start, so
 * that nothing is allocated while packets come. Thread-safe.
 */
final class BufferQueue {

    /** A buffer to compress, how, what waited behind it, and when it was taken, in nanoseconds on the clock of the queue. */
    record Work(PacketBuffer buffer, int rung, int waiting, long startNanos) {}

    @GuardedBy("this") private final Deque<PacketBuffer> free = new ArrayDeque<>();

    @GuardedBy("this") private final Deque<PacketBuffer> full = new ArrayDeque<>();

    @GuardedBy("this") private final LevelChoice choice;

    private final LongSupplier clock;
    private final int room;

    @GuardedBy("this") private long nextNumber;

    @GuardedBy("this") private boolean hurried;

    @GuardedBy("this") private boolean closed;

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
        this.clock = clock;
        // One is being filled, and each worker has one.
        this.room = buffers - 1 - workers;
        this.choice = new LevelChoice(ladder, room, workers);
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
        buffer.fullNanos = clock.getAsLong();
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
        int rung = hurried ? choice.hurry() : choice.next(full.size());
        return new Work(buffer, rung, full.size(), clock.getAsLong());
    }

    /**
     * Returns whether a buffer in work must be stored as fast as possible, with the rung that {@link #fastest} returns: see {@link
     * LevelChoice#isPressed}.
     *
     * @param bytes bytes of the buffer that are stored already
     */
    synchronized boolean isPressed(Work work, int bytes) {
        if (hurried && work.rung() != choice.fastest()) {
            choice.hurry();
            return true;
        }
        long nanos = clock.getAsLong() - work.startNanos();
        return choice.isPressed(work.rung(), work.waiting(), full.size(), bytes, nanos);
    }

    /** Returns the fastest rung as far as is known. */
    synchronized int fastest() {
        return choice.fastest();
    }

    /**
     * Takes note of a buffer that is stored.
     *
     * @param startNanos when that began, by {@link #nanos}
     * @return nanoseconds since it was full
     */
    synchronized long stored(PacketBuffer buffer, int rung, long startNanos) {
        long now = clock.getAsLong();
        choice.stored(rung, buffer.end, now - startNanos);
        return now - buffer.fullNanos;
    }

    /** Returns the current time, in nanoseconds from an arbitrary origin. */
    long nanos() {
        return clock.getAsLong();
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
