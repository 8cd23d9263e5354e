package dev.mimeo.scan.internal.mimic;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.function.DoubleConsumer;

/** Counts the steps of a fit as they are done, on whatever thread, and tells the share of all. Thread-safe. */
final class FitProgress {

    /** Steps of about equal time for choosing the strategy of a class, fitting it, correcting it, and then its recipes. */
    static final int CHOICE = 4;

    static final int FIT = 1;
    static final int CORRECTION = 1;
    static final int RECIPES = 1;

    /** Steps for correcting all classes together, by class. */
    private static final int TOGETHER = 1;

    private final DoubleConsumer listener;
    private final int steps;

    @GuardedBy("this") private int done;

    /**
     * Starts to count.
     *
     * @param listener given the fraction that is done, 0 to 1, by one thread at a time
     */
    FitProgress(int classes, DoubleConsumer listener) {
        this.listener = listener;
        this.steps = classes * (CHOICE + FIT + CORRECTION + TOGETHER + RECIPES);
        listener.accept(0);
    }

    /** Tells that some steps more are done. */
    synchronized void add(int more) {
        done = Math.min(steps, done + more);
        listener.accept((double) done / steps);
    }

    /** Tells that all is done. */
    synchronized void finish() {
        done = steps;
        listener.accept(1);
    }
}
