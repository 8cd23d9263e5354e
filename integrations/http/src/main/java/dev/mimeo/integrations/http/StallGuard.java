package dev.mimeo.integrations.http;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Interrupts threads that wait too long for a client to read: an interruption closes the socket channel that a thread is
 * blocked on. Thread-safe.
 */
final class StallGuard implements AutoCloseable {

    private final long limitNanos;
    private final Set<Watch> watches = ConcurrentHashMap.newKeySet();
    private final Timer timer = new Timer("mimeo-http-stalls", true);

    /** @param limit how long a thread may wait for its client, at least 1 ms */
    StallGuard(Duration limit) {
        limitNanos = limit.toNanos();
        long period = Math.max(1, limit.toMillis() / 4);
        TimerTask check = new TimerTask() {
            @Override
            public void run() {
                watches.forEach(Watch::check);
            }
        };
        timer.schedule(check, period, period);
    }

    /** Watches the calling thread, which waits at first, until the watch is closed. */
    Watch watch() {
        Watch watch = new Watch(Thread.currentThread());
        watches.add(watch);
        return watch;
    }

    @Override
    public void close() {
        timer.cancel();
    }

    /**
     * The watch over a thread that waits for its client or works. It is interrupted only while it waits: an interruption of
     * work could close files that others use.
     */
    final class Watch implements AutoCloseable {
        private final Thread thread;
        private boolean waiting = true;
        private long since = System.nanoTime();

        private Watch(Thread thread) {
            this.thread = thread;
        }

        /** Says that the thread waits for the client from now on. */
        synchronized void waiting() {
            waiting = true;
            since = System.nanoTime();
        }

        /**
         * Says that the client has done its part, and the thread works.
         *
         * @throws InterruptedIOException if it was too late
         */
        synchronized void working() throws InterruptedIOException {
            waiting = false;
            if (Thread.interrupted()) {
                throw new InterruptedIOException("the client was waited for too long");
            }
        }

        private synchronized void check() {
            if (waiting && System.nanoTime() - since > limitNanos) {
                thread.interrupt();
            }
        }

        /** Ends the watch; the thread is not interrupted afterwards, nor left so. */
        @Override
        public void close() {
            watches.remove(this);
            synchronized (this) {
                waiting = false;
            }
            Thread.interrupted();
        }
    }
}
