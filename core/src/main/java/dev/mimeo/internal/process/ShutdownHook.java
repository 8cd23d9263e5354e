package dev.mimeo.internal.process;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a signal that ends this process stop its work first, and wait for its end. It is opened before the work begins, as a signal may
 * come at any time, and closed when all is done and reported. Thread-safe.
 */
public final class ShutdownHook implements AutoCloseable {

    /** The patience that has no end. */
    public static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    @GuardedBy("this") private final List<Runnable> stops = new ArrayList<>();

    @GuardedBy("this") private boolean shutDown;

    private final CountDownLatch done = new CountDownLatch(1);
    private final long patienceNanos;
    private final Thread thread;

    private ShutdownHook(String name, Duration patience) {
        patienceNanos = patience.toNanos();
        thread = new Thread(this::shutDown, name);
    }

    /**
     * Opens a hook.
     *
     * @param name name of its thread
     * @param patience how long a signal waits until the hook is closed, after the work has been stopped
     * @throws InterruptedIOException if a signal ends this process already: no work is to begin
     */
    public static ShutdownHook open(String name, Duration patience) throws InterruptedIOException {
        ShutdownHook hook = new ShutdownHook(name, patience);
        try {
            Runtime.getRuntime().addShutdownHook(hook.thread);
        } catch (IllegalStateException e) {
            InterruptedIOException interrupted = new InterruptedIOException("interrupted");
            interrupted.initCause(e);
            throw interrupted;
        }
        return hook;
    }

    /** Adds what stops the work soon. It runs in the thread of the signal, or here and now if a signal has come. */
    public void onShutdown(Runnable stop) {
        synchronized (this) {
            if (!shutDown) {
                stops.add(stop);
                return;
            }
        }
        stop.run();
    }

    /** In the thread of the signal: the process ends when this returns. */
    private void shutDown() {
        stops().forEach(Runnable::run);
        try {
            if (!done.await(patienceNanos, TimeUnit.NANOSECONDS)) {
                System.getLogger(ShutdownHook.class.getName())
                        .log(System.Logger.Level.DEBUG, "{0}: the work has not ended", thread.getName());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized List<Runnable> stops() {
        shutDown = true;
        return stops;
    }

    /** States that the work has come to its end. */
    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) {
            System.getLogger(ShutdownHook.class.getName())
                    .log(System.Logger.Level.DEBUG, thread.getName() + ": the process ends", e);
        }
    }
}
