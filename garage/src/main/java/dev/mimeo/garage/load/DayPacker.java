package dev.mimeo.garage.load;

import dev.mimeo.garage.store.Column;
import dev.mimeo.garage.store.FileDescription;
import dev.mimeo.garage.store.PackOptions;
import dev.mimeo.garage.store.PackedFileWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Packs servers and days, several at once; at most one more than there are threads is in memory. For one thread at a time. */
final class DayPacker implements Closeable {

    private final ExecutorService threads;
    private final int most;
    private final boolean overwrite;
    private final Consumer<Path> progress;
    private final Deque<Future<Packed>> running = new ArrayDeque<>();
    private int files;
    private long rows;
    private long rawBytes;
    private long packedBytes;

    private record Packed(Path file, long rows, long rawBytes, long packedBytes) {}

    DayPacker(int threads, boolean overwrite, Consumer<Path> progress) {
        this.threads = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "mimeo-pack");
            thread.setDaemon(true);
            return thread;
        });
        this.most = threads;
        this.overwrite = overwrite;
        this.progress = progress;
    }

    /** Packs a file, now or soon; an error may come of one of those before. */
    void pack(Path target, FileDescription description, PackOptions options, List<DayTable.Content> tables)
            throws IOException {
        while (running.size() >= most) {
            take();
        }
        running.add(threads.submit(() -> write(target, description, options, tables)));
    }

    private Packed write(
            Path target, FileDescription description, PackOptions options, List<DayTable.Content> tables)
            throws IOException {
        Files.createDirectories(Objects.requireNonNull(target.getParent()));
        long size;
        try (PackedFileWriter writer = PackedFileWriter.create(target, description, options, overwrite)) {
            for (DayTable.Content table : tables) {
                writer.add(table.schema(), table.values());
            }
            size = writer.commit();
        } catch (IllegalArgumentException e) {
            throw new LoadException(target + ": " + e.getMessage(), e);
        }
        return new Packed(
                target,
                tables.stream().mapToLong(table -> table.schema().rows()).sum(),
                tables.stream().mapToLong(DayTable.Content::rawBytes).sum(),
                size);
    }

    /** Returns how to pack tables, with what is declared of their columns. */
    static PackOptions options(PackOptions options, CounterDeclarations declarations, List<DayTable.Content> tables) {
        Map<String, Double> errors = new HashMap<>(options.columnErrors());
        for (DayTable.Content table : tables) {
            for (Column column : table.schema().columns()) {
                Double error = declarations.maxRelativeError(column);
                if (error != null) {
                    errors.put(column.name(), error);
                }
            }
        }
        return new PackOptions(options.scheme(), options.maxRelativeError(), errors);
    }

    private void take() throws IOException {
        try {
            Packed packed = running.remove().get();
            files++;
            rows += packed.rows();
            rawBytes += packed.rawBytes();
            packedBytes += packed.packedBytes();
            progress.accept(packed.file());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /**
     * Waits for all files.
     *
     * @param skipped files that were there already
     * @param notes what to warn of
     */
    ImportReport finish(int skipped, ImportNotes notes) throws IOException {
        while (!running.isEmpty()) {
            take();
        }
        return new ImportReport(files, rows, rawBytes, packedBytes, skipped, notes.warnings());
    }

    /** Ends; files that are being written are finished or removed first. */
    @Override
    public void close() {
        threads.shutdown();
        boolean interrupted = false;
        while (!running.isEmpty()) {
            try {
                running.remove().get();
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (ExecutionException e) {
                // The first error is thrown already.
                continue;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
