package dev.mimeo.internal.pipeline;

import dev.mimeo.statistics.PipelineStatistics;
import java.util.concurrent.atomic.LongAdder;

/** Measures a pipeline. Workers use {@link #worked} alone, the thread that pulls the rest. */
final class PipelineClock {

    private final int threads;
    private final LongAdder items = new LongAdder();
    private final LongAdder busyNanos = new LongAdder();
    private boolean started;
    private boolean ended;
    private long start;
    private long end;
    private long sourceNanos;
    private long waitNanos;

    PipelineClock(int threads) {
        this.threads = threads;
    }

    void start() {
        if (!started) {
            started = true;
            start = System.nanoTime();
        }
    }

    void end() {
        if (!ended) {
            ended = true;
            end = System.nanoTime();
        }
    }

    /** Notes that the source was asked for an item. */
    void pulled(long since) {
        sourceNanos += System.nanoTime() - since;
    }

    /** Notes that a result was waited for. */
    void waited(long since) {
        waitNanos += System.nanoTime() - since;
    }

    /** Notes that a worker has worked on an item. */
    void worked(long since) {
        busyNanos.add(System.nanoTime() - since);
        items.increment();
    }

    PipelineStatistics statistics() {
        long elapsed = started ? (ended ? end : System.nanoTime()) - start : 0;
        return new PipelineStatistics(items.sum(), threads, elapsed, sourceNanos, waitNanos, busyNanos.sum());
    }
}
