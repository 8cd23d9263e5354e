package dev.mimeo.dataseries.module;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes an endless stream of extents into one file after another. An extent written after a call of {@link #changeFile} goes
 * into the new file, one written before the call into the previous file. None is lost or divided. A file that is changed or closed before
 * an extent was written is valid and has none.
 *
 * <p>One thread of this output opens, writes and finishes files, while extents wait in memory. So writers do not block when
 * files change. They block only while more bytes wait than a bound allows.
 *
 * <p>Thread-safe: any thread may write, and another one may change the file.
 */
public final class RotatingOutput implements Closeable {

    /** Default bound of the uncompressed bytes of extents that wait: 64 MiB. */
    public static final long DEFAULT_MAX_BYTES = 64L << 20;

    /** After this many seconds without work the thread ends; the next extent starts another. */
    private static final int IDLE_SECONDS = 1;

    /** Creates files. */
    @FunctionalInterface
    interface Opener {
        WritableByteChannel open(Path file) throws IOException;
    }

    private final List<ExtentType> types;
    private final WriterOptions options;
    private final long maxBytes;
    private final Opener opener;
    private final ThreadPoolExecutor worker;

    /** Whether a file is open, or will be once the worker has done what was requested before. */
    @GuardedBy("this") private boolean open;

    /** Bytes of extents that wait. */
    @GuardedBy("this") private long waitingBytes;

    /** Cause of the loss of extents; null if none were lost. */
    @GuardedBy("this") private @Nullable Throwable failure;

    /** Used by the worker alone. */
    private @Nullable DataSeriesWriter writer;

    /** The file of the writer. Used by the worker alone. */
    private @Nullable Path current;

    private volatile long sizeBytes;

    /**
     * Makes an output without a file, with the default bound; the first {@link #changeFile} opens a file.
     *
     * @param types all types that extents will have; every file lists them
     */
    public RotatingOutput(List<ExtentType> types, WriterOptions options) {
        this(types, options, DEFAULT_MAX_BYTES);
    }

    /**
     * Makes an output without a file; the first {@link #changeFile} opens a file.
     *
     * @param types all types that extents will have; every file lists them
     * @param maxBytes bound of the uncompressed bytes of extents that wait; one extent is always admitted
     */
    public RotatingOutput(List<ExtentType> types, WriterOptions options, long maxBytes) {
        this(
                types,
                options,
                maxBytes,
                file -> FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    }

    RotatingOutput(List<ExtentType> types, WriterOptions options, long maxBytes, Opener opener) {
        this.types = List.copyOf(types);
        this.options = options;
        this.maxBytes = maxBytes;
        this.opener = opener;
        this.worker =
                new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "mimeo-rotation");
                    thread.setDaemon(true);
                    return thread;
                });
        worker.allowCoreThreadTimeOut(true);
    }

    /**
     * Continues in another file. Returns at once; the previous file is finished when all extents written before this call are
     * in it.
     *
     * @param file must not exist
     * @return completed when the new file exists and the previous one is finished; completed with an {@link IOException} if the
     *     new file cannot be created, in which case the previous one stays in use, or if the previous one cannot be finished
     * @throws IOException if earlier extents could not be written
     */
    public synchronized CompletableFuture<Void> changeFile(Path file) throws IOException {
        throwFailure();
        open = true;
        return submit(() -> change(file));
    }

    /** A task of the worker. */
    @FunctionalInterface
    private interface Task {
        void run() throws IOException;
    }

    private CompletableFuture<Void> submit(Task task) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        worker.execute(() -> {
            try {
                task.run();
                done.complete(null);
            } catch (Throwable e) {
                // The caller may wait for the result, so errors are passed on too.
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    private void change(Path file) throws IOException {
        WritableByteChannel channel = opener.open(file);
        DataSeriesWriter next;
        try {
            next = DataSeriesWriter.create(channel, types, options);
        } catch (IOException e) {
            discard(channel, file, e);
            throw named(file, "cannot be created", e);
        } catch (RuntimeException | Error e) {
            discard(channel, file, e);
            throw e;
        }
        try {
            finish();
        } finally {
            writer = next;
            current = file;
            sizeBytes = next.sizeBytes();
        }
    }

    private static void discard(WritableByteChannel channel, Path file, Throwable cause) {
        try (channel) {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private static IOException named(Path file, String problem, Exception cause) {
        return new IOException(file + ": " + problem + ": " + cause.getMessage(), cause);
    }

    private void finish() throws IOException {
        DataSeriesWriter last = writer;
        Path file = current;
        writer = null;
        current = null;
        sizeBytes = 0;
        if (last != null && file != null) {
            try {
                last.close();
            } catch (IOException | RuntimeException e) {
                IOException named = named(file, "cannot be finished", e);
                fail(named);
                throw named;
            } catch (Error e) {
                fail(e);
                throw e;
            }
        }
    }

    /**
     * Writes an extent. Blocks until there is room for it in memory.
     *
     * @throws IllegalStateException if no file has been named since this output was made or closed
     * @throws IllegalArgumentException if the type of the extent is not one of those given to the constructor
     * @throws IOException if earlier extents could not be written
     * @throws InterruptedIOException if the thread is interrupted while it waits for room
     */
    public synchronized void write(Extent extent) throws IOException {
        if (!types.contains(extent.type())) {
            throw new IllegalArgumentException(
                    "the files have no type '" + extent.type().name() + "'");
        }
        // An extent without rows takes memory too.
        long bytes = Math.max(1024, extent.sizeBytes());
        while (waitingBytes > 0 && waitingBytes + bytes > maxBytes) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while waiting for room for an extent");
            }
        }
        throwFailure();
        if (!open) {
            throw new IllegalStateException("no file to write to");
        }
        waitingBytes += bytes;
        worker.execute(() -> put(extent, bytes));
    }

    private void put(Extent extent, long bytes) {
        Path file = current;
        DataSeriesWriter out = writer;
        try {
            if (out == null || file == null) {
                throw new IllegalStateException("there is no file to write an extent to, as none could be opened");
            }
            out.write(extent);
            sizeBytes = out.sizeBytes();
        } catch (IOException | RuntimeException e) {
            fail(file == null ? e : named(file, "an extent cannot be written", e));
        } catch (Error e) {
            fail(e);
        } finally {
            free(bytes);
        }
    }

    private synchronized void free(long bytes) {
        waitingBytes -= bytes;
        notifyAll();
    }

    private synchronized void fail(Throwable e) {
        if (failure == null) {
            failure = e;
        }
    }

    @GuardedBy("this") private void throwFailure() throws IOException {
        Throwable cause = failure;
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause != null) {
            throw new IOException("extents could not be written: " + cause.getMessage(), cause);
        }
    }

    /** Returns the bytes written to the current file so far; 0 if there is none. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /**
     * Writes the extents that wait and finishes the current file. {@link #changeFile} may start another.
     *
     * @throws IOException if extents could not be written, now or earlier
     * @throws InterruptedIOException if the thread is interrupted while it waits
     */
    @Override
    public void close() throws IOException {
        CompletableFuture<Void> done;
        synchronized (this) {
            open = false;
            done = submit(this::finish);
        }
        try {
            done.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for a file to be finished");
        } catch (ExecutionException e) {
            fail(e.getCause() == null ? e : e.getCause());
        }
        synchronized (this) {
            try {
                throwFailure();
            } finally {
                failure = null;
            }
        }
    }
}
