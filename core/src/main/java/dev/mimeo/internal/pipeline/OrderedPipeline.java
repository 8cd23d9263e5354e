package dev.mimeo.internal.pipeline;

import dev.mimeo.statistics.PipelineStatistics;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Applies a function to the items of a source on a pool of threads and hands out the results in the order of the items.
 *
 * <p>The source is read, and the results are consumed, by the one thread that calls {@link #next()}; only the workers
 * run on the pool. Items wait or run only while the sum of their weights stays within a bound, so memory does not depend
 * on how much the source holds. One item is always admitted, however heavy. The first failure of a worker or of the
 * source is thrown by {@link #next()} at the place of the item that failed, and ends the pipeline: later calls throw it again, so
 * that nobody takes it for the end of the items.
 *
 * @param <I> item of the source
 * @param <O> result of one item
 */
public final class OrderedPipeline<I, O> implements AutoCloseable {

    /**
     * Supplies items one after the other, on the thread that pulls.
     *
     * @param <I> item
     */
    @FunctionalInterface
    public interface Source<I> {
        /** Returns the next item, or null when there are no more. */
        @Nullable I next() throws IOException;
    }

    /**
     * Turns an item into a result. An instance is used by one thread at a time, so it may keep buffers and codecs.
     *
     * @param <I> item
     * @param <O> result
     */
    @FunctionalInterface
    public interface Worker<I, O> extends AutoCloseable {
        /** Computes the result of one item. */
        O apply(I item) throws IOException;

        /** Frees what the worker holds. */
        @Override
        default void close() {}
    }

    private final Source<? extends I> source;
    private final Supplier<? extends Worker<? super I, ? extends O>> workers;
    private final ToLongFunction<? super I> weigher;
    private final long maxWeight;
    private final @Nullable ExecutorService pool;

    private final ArrayDeque<Pending<O>> pending = new ArrayDeque<>();
    private final Queue<Worker<? super I, ? extends O>> idle = new ConcurrentLinkedQueue<>();
    private final Queue<Worker<? super I, ? extends O>> all = new ConcurrentLinkedQueue<>();
    private long weight;
    private @Nullable I waiting;
    private boolean exhausted;
    private @Nullable IOException sourceFailure;

    /** The failure that ended the pipeline. */
    private @Nullable Throwable failure;

    private boolean closed;
    private final PipelineClock clock;

    /**
     * Prepares a pipeline; no item is read before {@link #next()}.
     *
     * @param workers makes one worker per thread
     * @param weigher weight of an item, normally the bytes of memory that it and its result hold
     * @param maxWeight bound of the weights of all items read but not yet handed out
     * @param threads size of the pool; with 0 there is none, and each item is worked on by the thread that pulls it, which
     *     saves what it costs to hand items from thread to thread
     */
    public OrderedPipeline(
            Source<? extends I> source,
            Supplier<? extends Worker<? super I, ? extends O>> workers,
            ToLongFunction<? super I> weigher,
            long maxWeight,
            int threads) {
        if (threads < 0) {
            throw new IllegalArgumentException("threads must not be negative, got " + threads);
        }
        this.source = source;
        this.workers = workers;
        this.weigher = weigher;
        this.maxWeight = maxWeight;
        this.clock = new PipelineClock(Math.max(1, threads));
        this.pool = threads == 0 ? null : Executors.newFixedThreadPool(threads, OrderedPipeline::thread);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "mimeo-worker");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Returns the result of the next item, or null when all have been handed out.
     *
     * @throws IOException if the source or the worker of this item threw it, now or before; unchecked exceptions of either come
     *     as they are
     * @throws InterruptedIOException if the thread is interrupted; it still is afterwards
     * @throws IllegalStateException if the pipeline is closed
     */
    public @Nullable O next() throws IOException {
        checkOpen();
        // A source that does not block and results that are ready would never notice it.
        if (Thread.currentThread().isInterrupted()) {
            throw interruption();
        }
        clock.start();
        if (pool == null) {
            return pull();
        }
        fill(pool);
        Pending<O> head = pending.poll();
        if (head == null) {
            clock.end();
            if (sourceFailure != null) {
                throw sourceFailure;
            }
            return null;
        }
        try {
            O result = await(head.result);
            weight -= head.weight;
            return result;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interruption();
        } catch (ExecutionException e) {
            end(cause(e));
            throw failure(e);
        }
    }

    private InterruptedIOException interruption() {
        InterruptedIOException interruption = new InterruptedIOException("interrupted while waiting for a worker");
        end(interruption);
        return interruption;
    }

    private void checkOpen() throws IOException {
        if (closed) {
            throw new IllegalStateException("nothing can be read, as this is closed");
        }
        if (failure != null) {
            throw thrown(failure);
        }
    }

    /** Frees everything, and keeps the failure for later calls. */
    private void end(Throwable cause) {
        failure = cause;
        free();
    }

    private O await(Future<O> result) throws InterruptedException, ExecutionException {
        if (!result.isDone()) {
            long start = System.nanoTime();
            try {
                return result.get();
            } finally {
                clock.waited(start);
            }
        }
        return result.get();
    }

    /**
     * Returns where the time has gone so far. To be asked by the thread that calls {@link #next()}, between its calls.
     */
    public PipelineStatistics statistics() {
        return clock.statistics();
    }

    private @Nullable I nextItem() throws IOException {
        long start = System.nanoTime();
        try {
            return source.next();
        } finally {
            clock.pulled(start);
        }
    }

    private @Nullable O pull() throws IOException {
        I item = exhausted ? null : nextItem();
        if (item == null) {
            exhausted = true;
            clock.end();
            return null;
        }
        try {
            return apply(item);
        } catch (IOException | RuntimeException | Error e) {
            end(e);
            throw e;
        }
    }

    private void fill(ExecutorService pool) {
        while (!exhausted) {
            I item;
            try {
                item = waiting != null ? waiting : nextItem();
            } catch (IOException e) {
                // Items that were read before the failure are returned first.
                sourceFailure = e;
                item = null;
            }
            waiting = null;
            if (item == null) {
                exhausted = true;
                return;
            }
            long itemWeight = weigher.applyAsLong(item);
            if (!pending.isEmpty() && weight + itemWeight > maxWeight) {
                waiting = item;
                return;
            }
            weight += itemWeight;
            pending.add(new Pending<>(itemWeight, pool.submit(task(item))));
        }
    }

    private Callable<O> task(I item) {
        return () -> apply(item);
    }

    private O apply(I item) throws IOException {
        Worker<? super I, ? extends O> worker = idle.poll();
        if (worker == null) {
            worker = workers.get();
            all.add(worker);
        }
        long start = System.nanoTime();
        try {
            return worker.apply(item);
        } finally {
            clock.worked(start);
            idle.add(worker);
        }
    }

    /**
     * Throws what a task on a pool has thrown as it was.
     *
     * @return never; so that the compiler knows that {@code throw failure(e)} ends a method
     */
    public static IOException failure(ExecutionException e) throws IOException {
        return thrown(cause(e));
    }

    private static Throwable cause(ExecutionException e) {
        return e.getCause() == null ? e : e.getCause();
    }

    /**
     * Throws a failure of another thread as it was.
     *
     * @return never, as {@link #failure} does
     */
    public static IOException thrown(Throwable cause) throws IOException {
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof IOException io ? io : new IOException(cause);
    }

    /** Stops the pool, drops what is unfinished and closes the workers. Waits for the items that are running. */
    @Override
    public void close() {
        closed = true;
        free();
    }

    private void free() {
        clock.end();
        exhausted = true;
        waiting = null;
        pending.clear();
        if (pool != null) {
            shutDown(pool);
        }
        for (Worker<? super I, ? extends O> worker = all.poll(); worker != null; worker = all.poll()) {
            worker.close();
        }
    }

    /**
     * Interrupts the tasks of a pool, drops those that have not begun, and waits until the others have ended. An interruption of
     * the caller does not end the wait; it is still set afterwards.
     */
    public static void shutDown(ExecutorService pool) {
        pool.shutdownNow();
        boolean interrupted = false;
        while (true) {
            try {
                if (pool.awaitTermination(1, TimeUnit.DAYS)) {
                    break;
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private record Pending<O>(long weight, Future<O> result) {}
}
