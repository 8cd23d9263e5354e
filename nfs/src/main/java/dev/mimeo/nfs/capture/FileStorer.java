package dev.mimeo.nfs.capture;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.mimeo.internal.text.ByteSizes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Compresses full buffers into files, on several threads that each call {@link #work}. Thread-safe. */
final class FileStorer {

    /** After this many bytes a worker checks whether it must be faster. */
    private static final int PIECE = 1 << 16;

    private static final double NANOS = 1e9;
    private static final double MEGA = 1e6;

    private final PacketCapture.Settings settings;
    private final BufferQueue queue;
    private final CaptureLog log;

    /** Writes the events that wait, before those of files. */
    private final Runnable events;

    @GuardedBy("this") private final long[] filesByRung;

    @GuardedBy("this") private PacketCount unwritten = PacketCount.NONE;

    @GuardedBy("this") private long fileBytes;

    @GuardedBy("this") private long storedBytes;

    @GuardedBy("this") private long abandoned;

    @GuardedBy("this") private long mostDelayNanos;

    @GuardedBy("this") private @Nullable String problem;

    FileStorer(PacketCapture.Settings settings, BufferQueue queue, CaptureLog log, Runnable events) {
        this.settings = settings;
        this.queue = queue;
        this.log = log;
        this.events = events;
        this.filesByRung = new long[settings.levels().size()];
    }

    /**
     * Stores buffers until there are no more.
     *
     * @param extension end of names, before what the compression adds
     */
    void work(Extension extension) {
        try {
            for (BufferQueue.Work work = queue.take(); work != null; work = queue.take()) {
                store(work, extension.get());
                queue.release(work.buffer());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Known as soon as the first buffer is full. */
    @FunctionalInterface
    interface Extension {
        String get();
    }

    private void store(BufferQueue.Work work, String extension) {
        PacketBuffer buffer = work.buffer();
        String plain = String.format(Locale.ROOT, "%s.%06d.%s", settings.name(), buffer.number, extension);
        try {
            events.run();
            long free = Files.getFileStore(settings.folder()).getUsableSpace();
            if (free - buffer.end < settings.minFree()) {
                fail(plain, buffer, "disk", "only " + ByteSizes.format(free) + " are free in " + settings.folder());
                return;
            }
            long start = queue.nanos();
            int rung = work.rung();
            long size = write(plain, work, rung, at -> queue.isPressed(work, at));
            boolean again = size < 0;
            long lastStart = start;
            if (again) {
                rung = queue.fastest();
                lastStart = queue.nanos();
                size = write(plain, work, rung, at -> false);
            }
            long delay = queue.stored(buffer, rung, lastStart);
            add(rung, buffer, size, again, delay);
            report(plain, work, rung, again, size, (queue.nanos() - start) / NANOS, delay / NANOS);
        } catch (IOException | RuntimeException | Error e) {
            // A bug in a codec or a lack of memory must not cost more than the file; what it was is told at the end.
            fail(plain, buffer, "error", plain + ": " + e);
        }
    }

    /** @param givesUp whether it is given up at a position in the buffer */
    private long write(String plain, BufferQueue.Work work, int rung, IntPredicate givesUp) throws IOException {
        StorageForm form = settings.levels().get(rung);
        Path target = settings.folder().resolve(plain + form.suffix());
        return StoredFile.write(target, form, out -> copy(work, out, givesUp));
    }

    private static boolean copy(BufferQueue.Work work, OutputStream out, IntPredicate givesUp) throws IOException {
        PacketBuffer buffer = work.buffer();
        for (int at = 0; at < buffer.end; at += PIECE) {
            if (givesUp.test(at)) {
                return false;
            }
            out.write(buffer.data, at, Math.min(PIECE, buffer.end - at));
        }
        return true;
    }

    private void report(
            String plain, BufferQueue.Work work, int rung, boolean again, long size, double seconds, double delay) {
        StorageForm form = settings.levels().get(rung);
        PacketBuffer buffer = work.buffer();
        ObjectNode line = CaptureLog.event("file").put("file", plain + form.suffix());
        CaptureLog.put(line, buffer.tally.count())
                .put("bytes", buffer.end)
                .put("storedBytes", size)
                .put("codec", form.toString())
                .put("ratio", rounded((double) buffer.end / size))
                .put("seconds", rounded(seconds))
                .put("megabytesPerSecond", rounded(buffer.end / MEGA / seconds))
                .put("delaySeconds", rounded(delay))
                .put("waiting", work.waiting())
                .put("room", queue.room());
        if (again) {
            line.put("gaveUp", settings.levels().get(work.rung()).toString());
        }
        log.write(line);
    }

    private static double rounded(double value) {
        return Math.rint(value * 1000) / 1000;
    }

    private void fail(String plain, PacketBuffer buffer, String reason, String message) {
        PacketCount count = buffer.tally.count();
        synchronized (this) {
            unwritten = unwritten.plus(count);
            problem = problem == null ? message : problem;
        }
        ObjectNode line = CaptureLog.event("drops").put("reason", reason).put("file", plain);
        log.write(CaptureLog.put(line, count).put("message", message));
    }

    private synchronized void add(int rung, PacketBuffer buffer, long size, boolean again, long delayNanos) {
        abandoned += again ? 1 : 0;
        mostDelayNanos = Math.max(mostDelayNanos, delayNanos);
        filesByRung[rung]++;
        fileBytes += buffer.end;
        storedBytes += size;
    }

    synchronized long files() {
        return Arrays.stream(filesByRung).sum();
    }

    synchronized Map<String, Long> filesByLevel() {
        Map<String, Long> files = new LinkedHashMap<>();
        List<StorageForm> levels = settings.levels();
        for (int i = 0; i < filesByRung.length; i++) {
            files.put(levels.get(i).toString(), filesByRung[i]);
        }
        return files;
    }

    synchronized long fileBytes() {
        return fileBytes;
    }

    synchronized long storedBytes() {
        return storedBytes;
    }

    /** Returns how many compressions were given up for a faster one. */
    synchronized long abandoned() {
        return abandoned;
    }

    /** Returns the longest time from a full buffer to its file, in seconds. */
    synchronized double mostDelaySeconds() {
        return mostDelayNanos / NANOS;
    }

    synchronized long unwrittenPackets() {
        return unwritten.packets();
    }

    synchronized @Nullable String problem() {
        return problem;
    }
}
