package dev.mimeo.cli.garage;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets a signal that ends the program wait until its work has come to an end. For one waiting thread. */
final class StopSignal implements AutoCloseable {

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "mimeo-stop");

    StopSignal() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** In a signal's thread: the program ends when this returns. */
    private void stop() {
        asked.countDown();
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for a time, or until a signal comes; returns whether one came. */
    boolean await(long millis) throws InterruptedException {
        return asked.await(millis, TimeUnit.MILLISECONDS);
    }

    /** Says that the work has come to an end. */
    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            System.getLogger(StopSignal.class.getName()).log(System.Logger.Level.DEBUG, "in shutdown", e);
        }
    }
}
