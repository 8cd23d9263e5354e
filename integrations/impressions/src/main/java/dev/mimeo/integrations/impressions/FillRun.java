package dev.mimeo.integrations.impressions;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes the files of one list on a pool of threads.
 *
 * <p>This is no {@code OrderedPipeline}: that pulls as many requests as it has room for before it hands out a result, and
 * a producer may wait for the result before it makes the next request.
 */
final class FillRun {

    /** Files waiting or being written, for each thread. */
    private static final int FILES_PER_THREAD = 64;

    private final TreeFiller filler;
    private final Consumer<? super TreeFiller.Result> listener;
    private final int limit;
    private final ExecutorService pool;
    private final ThreadLocal<ContentWriter> writers;
    private final Thread reader = Thread.currentThread();

    /**
     * Paths in flight, guarded by this. None of them is begun again, so the last request for a path wins. The conditions of {@link
     * #await} read it, which holds the lock.
     */
    private final Set<FilePath> inWork = new HashSet<>();

    /** The names by which this run writes files that have several, by their keys. */
    private final Map<Object, Name> names = new ConcurrentHashMap<>();

    @GuardedBy("this") private long written;

    @GuardedBy("this") private long bytes;

    @GuardedBy("this") private long failures;

    @GuardedBy("this") private @Nullable Throwable failure;

    FillRun(
            TreeFiller filler,
            int threads,
            Supplier<ContentWriter> writers,
            Consumer<? super TreeFiller.Result> listener) {
        this.filler = filler;
        this.listener = listener;
        this.limit = threads * FILES_PER_THREAD;
        this.pool = Executors.newFixedThreadPool(threads, FillRun::thread);
        this.writers = ThreadLocal.withInitial(writers);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "mimeo-writer");
        thread.setDaemon(true);
        return thread;
    }

    /** Writes all files; once, on the thread that made this. */
    TreeFiller.Summary run(FileList files) throws IOException {
        try {
            for (FileList.Request request = files.next(); request != null; request = files.next()) {
                submit(request);
            }
            return finish();
        } catch (IOException e) {
            throw firstFailure(e);
        } catch (UncheckedIOException e) {
            throw firstFailure(failureIn(e));
        } finally {
            stop();
        }
    }

    private synchronized void submit(FileList.Request request) throws IOException {
        String defect = request.defect();
        if (defect != null) {
            tell(new TreeFiller.Result(request, defect));
            return;
        }
        List<FilePath> parts;
        try {
            parts = filler.root().parts(request.path());
        } catch (RefusedPathException e) {
            tell(new TreeFiller.Result(request, e.getMessage()));
            return;
        }
        FilePath path = FilePath.join(parts);
        await(() -> inWork.size() < limit && !inWork.contains(path));
        inWork.add(path);
        pool.execute(() -> work(request, parts, path));
    }

    private synchronized TreeFiller.Summary finish() throws IOException {
        await(inWork::isEmpty);
        return new TreeFiller.Summary(written, bytes, failures);
    }

    private synchronized void await(BooleanSupplier condition) throws IOException {
        try {
            while (failure == null && !condition.getAsBoolean()) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while files were written");
        }
        check();
    }

    @GuardedBy("this") private void check() throws IOException {
        if (failure != null) {
            throw firstFailure(new IOException(failure));
        }
    }

    /** Returns why the run ends: what failed first, of which a later failure may be the consequence. */
    private synchronized IOException firstFailure(IOException later) {
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof IOException first ? first : later;
    }

    private static IOException failureIn(UncheckedIOException unchecked) {
        IOException cause = unchecked.getCause();
        return cause == null ? new IOException(unchecked) : cause;
    }

    private void work(FileList.Request request, List<FilePath> parts, FilePath path) {
        try {
            TreeFiller.Result result = write(request, parts, path);
            synchronized (this) {
                tell(result);
                inWork.remove(path);
                notifyAll();
            }
        } catch (UncheckedIOException e) {
            fail(failureIn(e));
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        }
    }

    private TreeFiller.Result write(FileList.Request request, List<FilePath> parts, FilePath path) throws IOException {
        try {
            Path target = filler.root().target(parts, request.original());
            refuseOtherName(target, path);
            FilePath origin = request.twin() == null ? path : request.twin();
            writers.get().write(target, path, origin, request.size(), filler.contentOf(origin, request.original()));
            if (request.modified() != null) {
                Files.setLastModifiedTime(target, request.modified());
            }
            return new TreeFiller.Result(request, null);
        } catch (RefusedPathException e) {
            return new TreeFiller.Result(request, e.getMessage());
        } catch (AccessDeniedException e) {
            return new TreeFiller.Result(request, "permission denied");
        } catch (IOException e) {
            String reason = e instanceof FileSystemException named && named.getReason() != null
                    ? named.getReason()
                    : String.valueOf(e.getMessage());
            FileSystemException failed = new FileSystemException(path.toString(), null, reason);
            failed.initCause(e);
            refuse(request, reason);
            throw failed;
        }
    }

    /** Refuses a file that this run has written by another name, whose content would be lost. */
    private void refuseOtherName(Path target, FilePath path) throws IOException {
        Object key = Files.exists(target, LinkOption.NOFOLLOW_LINKS) ? KeptFiles.linkKey(target) : null;
        Name first = key == null ? null : names.putIfAbsent(key, new Name(target, path));
        if (first != null && !first.path().equals(path)) {
            // The system may have given the key of a file that was deleted to another one.
            if (Files.exists(first.file(), LinkOption.NOFOLLOW_LINKS) && Files.isSameFile(first.file(), target)) {
                throw new RefusedPathException(
                        "the path is a hard link to '" + first.path() + "', which was written before");
            }
            names.put(key, new Name(target, path));
        }
    }

    /** A name of a file that has several. */
    private record Name(Path file, FilePath path) {}

    /** Tells of the file that ends the run, unless it is a consequence of what ended it before. */
    private synchronized void refuse(FileList.Request request, String reason) {
        if (failure == null) {
            tell(new TreeFiller.Result(request, reason));
        }
    }

    @GuardedBy("this") private void tell(TreeFiller.Result result) {
        if (result.written()) {
            written++;
            bytes += result.request().size();
        } else {
            failures++;
        }
        listener.accept(result);
    }

    private synchronized void fail(Throwable cause) {
        if (failure == null) {
            failure = cause;
            // It may wait for a line that never comes.
            reader.interrupt();
        }
        notifyAll();
    }

    /** Stops what is still running, and waits until it has stopped. */
    private void stop() {
        OrderedPipeline.shutDown(pool);
        synchronized (this) {
            if (failure != null) {
                // The interruption was that of fail().
                Thread.interrupted();
            }
        }
    }
}
