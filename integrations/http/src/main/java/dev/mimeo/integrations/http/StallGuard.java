package dev.mimeo.integrations.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Closes connections whose clients are waited for too long: to send a request, or to read. Thread-safe.
 *
 * <p>A thread that is blocked on a socket which is closed gets an exception. While every place is taken, clients are waited for
 * {@link #PRESSED} at most.
 */
final class StallGuard implements AutoCloseable {

    /** The longest wait for a client while others are refused. */
    static final Duration PRESSED = Duration.ofSeconds(5);

    private static final long PERIOD_MILLIS = 250;

    private final Set<Watch> watches = ConcurrentHashMap.newKeySet();
    private final Timer timer = new Timer("mimeo-http-stalls", true);
    private final BooleanSupplier pressed;

    /**
     * @param shortest the shortest limit that will be asked for
     * @param pressed whether every place is taken
     * @param failures is told what went wrong, on the thread of the guard
     */
    StallGuard(Duration shortest, BooleanSupplier pressed, Consumer<Throwable> failures) {
        this.pressed = pressed;
        long period = Math.max(1, Math.min(PERIOD_MILLIS, shortest.toMillis() / 4));
        TimerTask check = new TimerTask() {
            @Override
            public void run() {
                check(failures);
            }
        };
        timer.schedule(check, period, period);
    }

    /** Looks at each connection. A task that throws would end the timer, so nothing leaves it. */
    private void check(Consumer<Throwable> failures) {
        try {
            boolean shorter = pressed.getAsBoolean();
            for (Watch watch : watches) {
                watch.check(shorter);
            }
        } catch (Throwable e) {
            failures.accept(e);
        }
    }

    /** Watches a connection, whose client is not waited for at first, until the watch is closed. */
    Watch watch(Closeable connection) {
        Watch watch = new Watch(connection);
        watches.add(watch);
        return watch;
    }

    @Override
    public void close() {
        timer.cancel();
    }

    /** The watch over one connection. */
    final class Watch implements AutoCloseable {
        private final Closeable connection;

        @GuardedBy("this") private long limitNanos = Long.MAX_VALUE;

        @GuardedBy("this") private long since;

        @GuardedBy("this") private boolean expired;

        private Watch(Closeable connection) {
            this.connection = connection;
        }

        /** Says that the client is waited for from now on, and how long it may take. */
        synchronized void waiting(Duration limit) {
            limitNanos = limit.toNanos();
            since = System.nanoTime();
        }

        /** Says that the client has done its part. */
        synchronized void working() {
            limitNanos = Long.MAX_VALUE;
        }

        /** Returns whether the connection was closed because the client took too long. */
        synchronized boolean expired() {
            return expired;
        }

        private synchronized void check(boolean shorter) {
            long limit = shorter ? Math.min(limitNanos, PRESSED.toNanos()) : limitNanos;
            if (limitNanos != Long.MAX_VALUE && System.nanoTime() - since > limit) {
                expired = true;
                limitNanos = Long.MAX_VALUE;
                try {
                    connection.close();
                } catch (IOException e) {
                    // It is closed all the same, and its thread finds that out.
                }
            }
        }

        /** Ends the watch. */
        @Override
        public void close() {
            watches.remove(this);
        }
    }
}
