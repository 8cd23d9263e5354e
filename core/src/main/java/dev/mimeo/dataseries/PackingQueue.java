package dev.mimeo.dataseries;

import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Packs extents, on a pool if there is more than one thread, and hands them out in the order they came. Two are packed at a
 * time, as that is faster, see {@link JenkinsHash#hashPair}. Used by the one thread that writes.
 */
final class PackingQueue implements AutoCloseable {

    /** Extents up to this size are packed two at a time. */
    private static final long MAX_PAIRED_BYTES = 8L << 20;

    private final Supplier<ExtentPacker> packers;
    private final long maxBytes;
    private final int threads;
    private final @Nullable ExecutorService pool;
    private final Queue<ExtentPacker> idle = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();

    /** The extent that waits for another to be packed with, always the last one pending. */
    private @Nullable Pending single;

    private long bytes;
    private long waitNanos;

    /** An extent in the making. */
    private static final class Pending {
        private final long bytes;
        private final CompletableFuture<ExtentPacker.Sealed> result;

        /** Packs the rows; null once that is done, as it holds memory. */
        private @Nullable Function<ExtentPacker, RecordPacker> rows;

        Pending(
                long bytes,
                @Nullable Function<ExtentPacker, RecordPacker> rows,
                CompletableFuture<ExtentPacker.Sealed> result) {
            this.bytes = bytes;
            this.rows = rows;
            this.result = result;
        }

        RecordPacker pack(ExtentPacker packer) {
            RecordPacker packed = Objects.requireNonNull(rows).apply(packer);
            rows = null;
            return packed;
        }
    }

    PackingQueue(WriterOptions options) {
        this(options, () -> new ExtentPacker(options));
    }

    /** @param packers makes a packer for each thread, on that thread; whatever it throws fails the extent */
    PackingQueue(WriterOptions options, Supplier<ExtentPacker> packers) {
        int count = options.threads();
        this.packers = packers;
        this.maxBytes = options.pendingBytes();
        this.threads = count;
        this.pool = count == 1
                ? null
                : Executors.newFixedThreadPool(count, task -> {
                    Thread thread = new Thread(task, "mimeo-packer");
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** Adds an extent as it is. */
    void add(Extent extent) {
        add(extent.sizeBytes(), packer -> packer.pack(extent));
    }

    /** Adds an extent that nobody uses any more. */
    void addOwn(Extent extent) {
        add(extent.sizeBytes(), packer -> packer.packOwn(extent));
    }

    /** Adds an extent of rows, which must not change any more. */
    void add(RowList rows) {
        add(rows.sizeBytes(), packer -> packer.pack(rows));
    }

    /** Adds an extent that is packed already. */
    void add(ExtentPacker.Sealed sealed) {
        startSingle();
        enqueue(new Pending(sealed.bytes().length, null, CompletableFuture.completedFuture(sealed)));
    }

    private void add(long size, Function<ExtentPacker, RecordPacker> rows) {
        Pending added = new Pending(size, rows, new CompletableFuture<>());
        Pending before = single;
        enqueue(added);
        if (size > MAX_PAIRED_BYTES) {
            startSingle();
            start(() -> pack(added));
        } else if (before == null) {
            single = added;
        } else {
            single = null;
            start(() -> pack(before, added));
        }
    }

    private void enqueue(Pending added) {
        pending.add(added);
        bytes += added.bytes;
    }

    private void startSingle() {
        Pending alone = single;
        if (alone != null) {
            single = null;
            start(() -> pack(alone));
        }
    }

    private void start(Runnable packing) {
        if (pool == null) {
            packing.run();
        } else {
            pool.execute(packing);
        }
    }

    private void pack(Pending alone) {
        pack(
                packer -> {
                    long start = packer.nanos();
                    RecordPacker records = alone.pack(packer);
                    alone.result.complete(packer.seal(records, packer.hash(records), start));
                },
                alone);
    }

    private void pack(Pending first, Pending second) {
        pack(
                packer -> {
                    long start = packer.nanos();
                    RecordPacker one = first.pack(packer);
                    long packed = packer.nanos();
                    RecordPacker two = second.pack(packer);
                    long hashes = packer.hashes(one, two);
                    // Work that is done for both counts for the second.
                    long sealing = packer.nanos();
                    long ofTwo = sealing - packed;
                    ExtentPacker.Sealed sealed = packer.seal(one, (int) hashes, sealing - (packed - start));
                    first.result.complete(sealed);
                    second.result.complete(packer.seal(two, (int) (hashes >>> 32), packer.nanos() - ofTwo));
                },
                first,
                second);
    }

    /** Packs extents. */
    @FunctionalInterface
    private interface Packing {
        void run(ExtentPacker packer) throws IOException;
    }

    /** Packs extents of which, whatever goes wrong, none is waited for in vain. */
    private void pack(Packing packing, Pending... extents) {
        try {
            ExtentPacker packer = takePacker();
            try {
                packing.run(packer);
            } finally {
                idle.add(packer);
            }
        } catch (Throwable e) {
            // After a failure of one, the others are of no use: the file cannot be finished.
            for (Pending extent : extents) {
                extent.result.completeExceptionally(e);
            }
        }
    }

    private ExtentPacker takePacker() {
        ExtentPacker used = idle.poll();
        return used != null ? used : packers.get();
    }

    /** Returns the unpacked bytes of the extents added and not handed out. */
    long pendingBytes() {
        return bytes;
    }

    /** Removes the extent added first if it is ready or the bound on memory is reached; null otherwise, or if there is none. */
    ExtentPacker.@Nullable Sealed poll() throws IOException {
        Pending head = pending.peek();
        return head != null && (isFull() || head.result.isDone()) ? take() : null;
    }

    /** Removes the extent added first, for which it waits; null if there is none. */
    ExtentPacker.@Nullable Sealed take() throws IOException {
        Pending head = pending.peek();
        if (head == null) {
            return null;
        }
        if (head == single) {
            startSingle();
        }
        pending.remove();
        bytes -= head.bytes;
        boolean ready = head.result.isDone();
        long start = ready ? 0 : System.nanoTime();
        try {
            return head.result.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for an extent to be packed");
        } catch (ExecutionException e) {
            throw OrderedPipeline.failure(e);
        } finally {
            if (!ready) {
                waitNanos += System.nanoTime() - start;
            }
        }
    }

    /** Returns how long {@link #take} has waited for extents, nanoseconds. */
    long waitNanos() {
        return waitNanos;
    }

    private boolean isFull() {
        Pending head = pending.peek();
        if (head == null || bytes <= maxBytes) {
            return false;
        }
        // One for each thread and one that is next; or two that are packed together.
        int least = threads + 1;
        return pending.size() > (head.bytes > MAX_PAIRED_BYTES ? least : 2 * least);
    }

    /** Drops what is not handed out yet and stops the threads, after what they are busy with. */
    @Override
    public void close() {
        pending.clear();
        single = null;
        ExecutorService executor = pool;
        if (executor != null) {
            OrderedPipeline.shutDown(executor);
        }
        for (ExtentPacker packer = idle.poll(); packer != null; packer = idle.poll()) {
            packer.close();
        }
    }
}
