package dev.mimeo.nfs.capture;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.files.FileVersion;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.nfs.capture.SpoolFolder.Waiting;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Compresses the files that a capturing program leaves in a folder, such as one in memory, and removes them: as strongly as
 * what waits there leaves time for.
 *
 * <p>A file is complete when there is a younger one. It is removed only after its compressed form has its name, is synced and
 * has been read back, and only if it has not changed since. What a run that ended early has done already is not done again.
 * Thread-safe.
 */
public final class CaptureSpool {

    private static final long LOOK_NANOS = 1_000_000_000L;
    private static final double NANOS = 1e9;

    /**
     * Source and destination of the files, and limits.
     *
     * @param folder that the files are in
     * @param base folder and first part of the names of the compressed files, with which those in {@code folder} begin too
     * @param levels forms of storage from the strongest to the fastest
     * @param threads that compress, at least 1
     * @param room bytes that may wait in the folder: the share that does chooses the level
     * @param minFree bytes that stay free where compressed files go
     */
    public record Settings(Path folder, Path base, List<StorageForm> levels, int threads, long room, long minFree) {

        /** Checks the values. */
        public Settings {
            PacketCapture.Settings.requireName(base);
            if (levels.isEmpty() || threads < 1 || room < 1 || minFree < 0) {
                throw new IllegalArgumentException("levels, threads and room must be at least 1, free bytes 0");
            }
            boolean inPlace = isSame(folder, target(base));
            levels = levels.stream()
                    .filter(level -> !inPlace || !level.isPlain())
                    .toList();
            if (levels.isEmpty()) {
                throw new IllegalArgumentException(
                        "files cannot be stored uncompressed in their own folder: choose another folder");
            }
        }

        /** Returns whether two paths are of one folder, also through a symbolic link. */
        private static boolean isSame(Path folder, Path other) {
            try {
                return Files.isSameFile(folder, other);
            } catch (IOException e) {
                // One of them is not there, which the run reports.
                return false;
            }
        }

        private static Path target(Path base) {
            Path absolute = base.toAbsolutePath().normalize();
            Path parent = absolute.getParent();
            return parent == null ? absolute : parent;
        }
    }

    /**
     * Totals of a run.
     *
     * @param files that were compressed and removed
     * @param bytes bytes of these files
     * @param storedBytes bytes of the files that replaced them
     * @param abandoned files whose compression was given up for a faster one
     */
    public record Summary(long files, long bytes, long storedBytes, long abandoned) {

        private Summary with(Waiting file, Stored stored) {
            return new Summary(
                    files + 1, bytes + file.size(), storedBytes + stored.size, abandoned + (stored.gaveUp ? 1 : 0));
        }
    }

    /** The end of a run: when no complete file is left, or at {@link #stop}. */
    public enum End {
        EMPTY,
        STOP
    }

    /** Whether the youngest file is complete, because nothing writes to the folder any more. */
    public enum Youngest {
        COMPLETE,
        GROWING
    }

    /** A file to store, how, what waited behind it, and when it was taken. */
    private record Task(Waiting file, int rung, long waiting, long startNanos) {}

    /**
     * The compressed form of a file, with the checksum of the file.
     *
     * @param codec with the level, if this run has compressed the file
     * @param gaveUp whether a stronger form was given up
     */
    private record Stored(Path path, long size, String codec, boolean gaveUp, CRC32C crc) {}

    private final Settings settings;
    private final Path target;

    @GuardedBy("this") private final LevelChoice choice;

    private final LongSupplier clock;

    @GuardedBy("this") private final Set<Path> inWork = new HashSet<>();

    @GuardedBy("this") private long lookedNanos;

    @GuardedBy("this") private Youngest youngest = Youngest.GROWING;

    @GuardedBy("this") private End end = End.EMPTY;

    @GuardedBy("this") private boolean stopped;

    @GuardedBy("this") private Summary total = new Summary(0, 0, 0, 0);

    @GuardedBy("this") private @Nullable Throwable failure;

    /** Makes one that has done nothing. */
    public CaptureSpool(Settings settings) {
        this(settings, System::nanoTime);
    }

    /** @param clock nanoseconds that pass */
    CaptureSpool(Settings settings, LongSupplier clock) {
        this.settings = settings;
        this.clock = clock;
        this.target = Settings.target(settings.base());
        this.choice = new LevelChoice(new LevelLadder(settings.levels().size()), settings.room(), 0);
    }

    /**
     * Compresses the complete files, and those that become complete until the end.
     *
     * @throws IOException if a file cannot be read or written; the file is still there, and those of other threads are done
     * @throws InterruptedException if the thread is interrupted; what was being compressed is given up, and its original stays
     */
    public Summary run(End until, Youngest state) throws IOException, InterruptedException {
        AtomicFile.requireFolder(settings.base().normalize());
        settings.levels().forEach(StorageForm::require);
        synchronized (this) {
            end = until;
            youngest = state;
        }
        try (CaptureLog log = CaptureLog.append(target.resolve(settings.base().getFileName() + ".log.jsonl"))) {
            ExecutorService workers = Executors.newFixedThreadPool(settings.threads(), CaptureSpool::thread);
            try {
                for (int i = 0; i < settings.threads(); i++) {
                    workers.execute(() -> work(log));
                }
                workers.shutdown();
                workers.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            } finally {
                // No thread goes on after the caller is interrupted.
                OrderedPipeline.shutDown(workers);
            }
        }
        synchronized (this) {
            if (failure != null) {
                throw OrderedPipeline.thrown(failure);
            }
            return total;
        }
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "mimeo-spool");
        thread.setDaemon(true);
        return thread;
    }

    /** Ends soon: what is being compressed is given up, and its original stays. */
    public synchronized void stop() {
        stopped = true;
        notifyAll();
    }

    private void work(CaptureLog log) {
        try {
            for (Task next = next(); next != null; next = next()) {
                try {
                    store(next, log);
                } finally {
                    done(next.file);
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            synchronized (this) {
                failure = failure == null ? e : failure;
            }
            stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes the oldest complete file; null if there will be none. */
    private synchronized @Nullable Task next() throws IOException, InterruptedException {
        while (!stopped) {
            List<Waiting> waiting = waiting();
            if (!waiting.isEmpty()) {
                Waiting oldest = waiting.get(0);
                long behind = SpoolFolder.sum(waiting) - oldest.size();
                inWork.add(oldest.file());
                return new Task(oldest, choice.next(behind), behind, clock.getAsLong());
            }
            if (end == End.EMPTY) {
                return null;
            }
            TimeUnit.NANOSECONDS.timedWait(this, LOOK_NANOS);
        }
        return null;
    }

    private synchronized void done(Waiting file) {
        inWork.remove(file.file());
    }

    /** Lists the complete files that nobody works on, the oldest first. */
    @GuardedBy("this") private List<Waiting> waiting() throws IOException {
        List<Waiting> found = SpoolFolder.list(
                settings.folder(), String.valueOf(settings.base().getFileName()));
        if (youngest == Youngest.GROWING && !found.isEmpty()) {
            found.remove(found.size() - 1);
        }
        Set<Path> taken = inWork;
        found.removeIf(file -> taken.contains(file.file()));
        return found;
    }

    /** Compresses a file unless that is done already, verifies the compressed file, and removes the original. */
    private void store(Task task, CaptureLog log) throws IOException {
        Waiting file = task.file;
        StorageForm existing = existing(file.file());
        Stored stored = existing == null ? compress(task) : read(existing, task);
        if (stored == null) {
            return;
        }
        CheckedCopy.checkSame(stored.path, file.file(), stored.crc);
        if (!FileVersion.of(file.file()).equals(file.version())) {
            Files.delete(stored.path);
            throw new FileSystemException(
                    file.file().toString(), null, "has changed while it was compressed: it is not complete");
        }
        Files.delete(file.file());
        report(task, stored, log);
    }

    /** Compresses a file, as fast as possible if the chosen form turns out to take too long; null if the run ends first. */
    private @Nullable Stored compress(Task task) throws IOException {
        Waiting file = task.file;
        long free = Files.getFileStore(target).getUsableSpace();
        if (free - file.size() < settings.minFree()) {
            throw new FileSystemException(target.toString(), null, "only " + ByteSizes.format(free) + " are free");
        }
        CRC32C crc = new CRC32C();
        int rung = task.rung;
        long start = clock.getAsLong();
        long size = write(task, settings.levels().get(rung), crc, done -> isPressed(task, done));
        boolean gaveUp = size < 0;
        if (gaveUp) {
            if (isStopped()) {
                return null;
            }
            rung = fastest();
            start = clock.getAsLong();
            size = write(task, settings.levels().get(rung), crc, done -> false);
            if (size < 0) {
                return null;
            }
        }
        stored(rung, file.size(), clock.getAsLong() - start);
        StorageForm form = settings.levels().get(rung);
        return new Stored(named(file.file(), form), size, form.toString(), gaveUp, crc);
    }

    /** Reads a file that an earlier run has compressed already. */
    private Stored read(StorageForm existing, Task task) throws IOException {
        Path stored = named(task.file.file(), existing);
        CRC32C crc = new CRC32C();
        CheckedCopy.read(task.file.file(), crc);
        return new Stored(stored, Files.size(stored), existing.method(), false, crc);
    }

    private void report(Task task, Stored stored, CaptureLog log) throws IOException {
        double seconds = (clock.getAsLong() - task.startNanos) / NANOS;
        synchronized (this) {
            total = total.with(task.file, stored);
        }
        ObjectNode line = CaptureLog.event("file")
                .put("file", String.valueOf(stored.path.getFileName()))
                .put("bytes", task.file.size())
                .put("storedBytes", stored.size)
                .put("codec", stored.codec)
                .put("seconds", seconds);
        if (stored.gaveUp) {
            line.put("gaveUp", settings.levels().get(task.rung).toString());
        }
        log.write(line);
    }

    private Path named(Path file, StorageForm form) {
        return target.resolve(file.getFileName() + form.suffix());
    }

    /** Returns the form, of an unknown level, in which an earlier run has stored a file; null if it has not. */
    private @Nullable StorageForm existing(Path file) {
        for (StorageForm form : StorageForm.METHODS) {
            // In the folder of the originals, what is stored as it is would be the original.
            boolean isPossible = !form.isPlain() || settings.levels().contains(form);
            if (isPossible && Files.exists(named(file, form))) {
                return form;
            }
        }
        return null;
    }

    /** Returns the size of what was written; -1 if it was given up. */
    private long write(Task task, StorageForm form, CRC32C crc, CheckedCopy.Question giveUp) throws IOException {
        Waiting file = task.file;
        crc.reset();
        return StoredFile.write(named(file.file(), form), form, out -> {
            OutputStream both = new CheckedOutputStream(out, crc);
            try (InputStream in = Files.newInputStream(file.file())) {
                return CheckedCopy.copy(in, both, done -> isStopped() || giveUp.ask(done));
            }
        });
    }

    private synchronized boolean isStopped() {
        return stopped;
    }

    /** Tells, looking once a second, whether so much waits that a file must be stored as fast as possible. */
    private synchronized boolean isPressed(Task task, long bytes) throws IOException {
        long now = clock.getAsLong();
        if (now - lookedNanos < LOOK_NANOS) {
            return false;
        }
        lookedNanos = now;
        return choice.isPressed(task.rung, task.waiting, SpoolFolder.sum(waiting()), bytes, now - task.startNanos);
    }

    private synchronized int fastest() {
        return choice.fastest();
    }

    private synchronized void stored(int rung, long size, long nanos) {
        choice.stored(rung, size, nanos);
    }
}
