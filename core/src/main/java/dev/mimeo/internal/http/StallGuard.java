package dev.mimeo.internal.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Closes connections whose clients are waited for too long: to send a request, or to read. Thread-safe.
 *
 * <p>A thread that is blocked on a socket which is closed gets an exception. While others wait for their turn, clients are waited for a shorter
 * time.
 */
public final class StallGuard implements AutoCloseable {

    /** The shortest wait for a request before another client may get the place: what was sent may not have been noticed yet. */
    private static final Duration LEAST_IDLE = Duration.ofSeconds(1);

    private static final long PERIOD_MILLIS = 250;

    private final Set<Watch> watches = ConcurrentHashMap.newKeySet();
    private final Timer timer = new Timer("mimeo-http-stalls", true);
    private final Pressure pressure;

    /**
     * A limit for times in which others wait.
     *
     * @param isHigh whether others wait
     * @param longest the longest wait for a client then
     */
    record Pressure(BooleanSupplier isHigh, Duration longest) {}

    /**
     * @param shortest the shortest limit that will be asked for
     * @param failures is told what went wrong, on the thread of the guard
     */
    StallGuard(Duration shortest, Pressure pressure, Consumer<Throwable> failures) {
        this.pressure = pressure;
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
            long most = pressure.isHigh.getAsBoolean() ? pressure.longest.toNanos() : Long.MAX_VALUE;
            for (Watch watch : watches) {
                watch.check(most);
            }
        } catch (Throwable e) {
            failures.accept(e);
        }
    }

    /** Watches a connection, whose client is not waited for at first, until the watch is closed. */
    Watch watch(Socket connection) {
        Watch watch = new Watch(connection);
        watches.add(watch);
        return watch;
    }

    /**
     * Closes the connection that has waited longest for a request, of those whose clients have sent nothing that was not read.
     *
     * @return 0 if it was closed, the nanoseconds until one may be, or nothing if none waits
     */
    OptionalLong endLongestIdle() {
        record IdleWatch(Watch watch, long age) {}
        List<IdleWatch> idle = new ArrayList<>();
        long now = System.nanoTime();
        for (Watch watch : watches) {
            OptionalLong since = watch.idleSince();
            since.ifPresent(start -> idle.add(new IdleWatch(watch, now - start)));
        }
        idle.sort(Comparator.comparingLong(IdleWatch::age).reversed());
        for (IdleWatch longest : idle) {
            if (longest.age() < LEAST_IDLE.toNanos()) {
                return OptionalLong.of(LEAST_IDLE.toNanos() - longest.age());
            }
            if (longest.watch().endIdle()) {
                return OptionalLong.of(0);
            }
        }
        return OptionalLong.empty();
    }

    @Override
    public void close() {
        timer.cancel();
    }

    /** The watch over one connection. */
    public final class Watch implements AutoCloseable {
        private final Socket connection;

        @GuardedBy("this") private long limitNanos = Long.MAX_VALUE;

        @GuardedBy("this") private long since;

        @GuardedBy("this") private boolean expired;

        @GuardedBy("this") private boolean isIdle;

        @GuardedBy("this") private boolean isReading;

        private Watch(Socket connection) {
            this.connection = connection;
        }

        /** Says that a request is waited for from now on, and how long it may take; another client may get the place. */
        synchronized void idle(Duration limit) {
            waiting(limit);
            isIdle = true;
        }

        /** Says that the connection waits for bytes from now on. */
        synchronized void startReading() {
            isReading = true;
        }

        /** Says that the connection does not wait for bytes any more. */
        synchronized void endReading() {
            isReading = false;
        }

        /** Says that the client is waited for from now on, and how long it may take. */
        public synchronized void waiting(Duration limit) {
            isIdle = false;
            limitNanos = limit.toNanos();
            since = System.nanoTime();
        }

        /** Says that the client has done its part. */
        public synchronized void working() {
            isIdle = false;
            limitNanos = Long.MAX_VALUE;
        }

        /** Returns whether the connection was closed because the client took too long. */
        synchronized boolean expired() {
            return expired;
        }

        private synchronized void check(long mostNanos) {
            if (limitNanos != Long.MAX_VALUE && System.nanoTime() - since > Math.min(limitNanos, mostNanos)) {
                end();
            }
        }

        /** Returns since when a request is waited for, as {@link System#nanoTime}, or nothing while there is something to do. */
        private synchronized OptionalLong idleSince() {
            return isIdle && isReading ? OptionalLong.of(since) : OptionalLong.empty();
        }

        /** Closes the connection if it still waits for bytes of a request and there are none; returns whether it did. */
        private synchronized boolean endIdle() {
            try {
                if (!isIdle || !isReading || connection.getInputStream().available() > 0) {
                    return false;
                }
            } catch (IOException e) {
                // It has ended, and its place becomes free.
            }
            end();
            return true;
        }

        @GuardedBy("this") private void end() {
            expired = true;
            isIdle = false;
            limitNanos = Long.MAX_VALUE;
            try {
                connection.close();
            } catch (IOException e) {
                // It is closed all the same, and its thread finds that out.
            }
        }

        /** Ends the watch. */
        @Override
        public void close() {
            watches.remove(this);
        }
    }
}
