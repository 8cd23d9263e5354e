package dev.mimeo.dataseries;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Packs extents, on a pool if there is more than one thread, and hands them out in the order they came. Used by the one
 * thread that writes.
 */
final class PackingQueue implements AutoCloseable {

    /** Unpacked bytes of extents on their way, per thread, unless the extents are so large that they would be too few. */
    private static final long MAX_BYTES_PER_THREAD = 4L << 20;

    private final List<String> codecs;
    private final boolean bigEndian;
    private final long maxBytes;
    private final int leastExtents;
    private final @Nullable ExecutorService pool;
    private final Queue<ExtentPacker> idle = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private long bytes;

    private record Pending(long bytes, Future<ExtentPacker.Sealed> result) {}

    PackingQueue(List<String> codecs, boolean bigEndian, int threads) {
        this.codecs = codecs;
        this.bigEndian = bigEndian;
        this.maxBytes = MAX_BYTES_PER_THREAD * threads;
        // One for each thread, and one that is next.
        this.leastExtents = threads + 1;
        this.pool = threads == 1
                ? null
                : Executors.newFixedThreadPool(threads, task -> {
                    Thread thread = new Thread(task, "mimeo-packer");
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** An extent in the making. */
    @FunctionalInterface
    interface Job {
        ExtentPacker.Sealed seal(ExtentPacker packer) throws IOException;
    }

    /** Adds an extent as it is. */
    void add(Extent extent) throws IOException {
        add(extent.sizeBytes(), packer -> packer.seal(extent));
    }

    /** Adds an extent of rows, which must not change any more. */
    void add(RowList rows) throws IOException {
        add(rows.sizeBytes(), packer -> packer.seal(rows));
    }

    /** Adds an extent that is packed already. */
    void add(ExtentPacker.Sealed sealed) {
        enqueue(sealed.bytes().length, CompletableFuture.completedFuture(sealed));
    }

    private void add(long size, Job job) throws IOException {
        ExecutorService executor = pool;
        enqueue(size, executor == null ? CompletableFuture.completedFuture(run(job)) : executor.submit(() -> run(job)));
    }

    private void enqueue(long size, Future<ExtentPacker.Sealed> result) {
        pending.add(new Pending(size, result));
        bytes += size;
    }

    private ExtentPacker.Sealed run(Job job) throws IOException {
        ExtentPacker pooled = idle.poll();
        ExtentPacker packer = pooled != null ? pooled : new ExtentPacker(codecs, bigEndian);
        try {
            return job.seal(packer);
        } finally {
            idle.add(packer);
        }
    }

    /** Returns the unpacked bytes of the extents added and not handed out. */
    long pendingBytes() {
        return bytes;
    }

    /**
     * Returns the extent added first, or null if there is none.
     *
     * @param wait whether to wait for it if the bound on memory is not reached; otherwise null if it is not ready
     */
    ExtentPacker.@Nullable Sealed poll(boolean wait) throws IOException {
        Pending head = pending.peek();
        if (head == null || !(wait || isFull() || head.result.isDone())) {
            return null;
        }
        pending.remove();
        bytes -= head.bytes;
        try {
            return head.result.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for an extent to be packed");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IOException(e.getCause());
        }
    }

    private boolean isFull() {
        return bytes > maxBytes && pending.size() > leastExtents;
    }

    /** Drops what is not handed out yet and stops the threads, after what they are busy with. */
    @Override
    public void close() {
        pending.clear();
        ExecutorService executor = pool;
        if (executor != null) {
            executor.shutdownNow();
            awaitEnd(executor);
        }
        for (ExtentPacker packer = idle.poll(); packer != null; packer = idle.poll()) {
            packer.close();
        }
    }

    private static void awaitEnd(ExecutorService executor) {
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            try {
                ended = executor.awaitTermination(1, TimeUnit.DAYS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
