package dev.mimeo.statistics;

/**
 * Wall-clock times of a pipeline, in nanoseconds. A caller that waits long for results would gain from more threads.
 * Threads that are idle for long wait for the source or for the caller that takes the results.
 *
 * @param items results of workers, also those not handed out yet
 * @param threads threads that work, at least 1: the one that pulls if there are no others
 * @param elapsedNanos from the first item asked for to the end of the items, the end of the pipeline or now
 * @param sourceNanos time that the source took to deliver items, on the thread that pulls
 * @param waitNanos time for which the thread that pulls waited for results
 * @param busyNanos time for which threads worked, taken together
 */
public record PipelineStatistics(
        long items, int threads, long elapsedNanos, long sourceNanos, long waitNanos, long busyNanos) {

    /** Returns how long threads had nothing to do, taken together. */
    public long idleNanos() {
        return Math.max(0, threads * elapsedNanos - busyNanos);
    }

    /** Returns the share of the time that the thread that pulls waited for results, 0 to 1. */
    public double waitFraction() {
        return elapsedNanos == 0 ? 0 : Math.min(1, (double) waitNanos / elapsedNanos);
    }
}
