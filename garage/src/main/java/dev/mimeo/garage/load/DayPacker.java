package dev.mimeo.garage.load;

import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.files.Folders;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Packs servers and days, several at once; at most one more than there are threads is in memory. For one thread at a time. */
final class DayPacker implements Closeable {

    private final ExecutorService threads;
    private final int most;
    private final CounterImportOptions options;
    private final ImportNotes notes;
    private final Consumer<Path> progress;
    private final Deque<Future<@Nullable Packed>> running = new ArrayDeque<>();
    private final Set<Path> folders = new HashSet<>();
    private int files;
    private long rows;
    private long rawBytes;
    private long packedBytes;
    private int skipped;

    /** Input to pack: rows of a table, and the time of the server's last sample on the days before. */
    record PackInput(DayTable table, long before) {}

    private record Packed(Path file, long rows, long rawBytes, long packedBytes, long rounded) {}

    DayPacker(CounterImportOptions options, ImportNotes notes, Consumer<Path> progress) {
        this.threads = Executors.newFixedThreadPool(options.threads(), task -> {
            Thread thread = new Thread(task, "mimeo-pack");
            thread.setDaemon(true);
            return thread;
        });
        this.most = options.threads();
        this.options = options;
        this.notes = notes;
        this.progress = progress;
    }

    /** Packs a file, now or soon; an error may come of one of those before. */
    void pack(Path target, PackedFileWriter.FileDescription description, String digest, List<PackInput> tables)
            throws IOException {
        while (running.size() >= most) {
            take();
        }
        Path folder = Objects.requireNonNull(target.getParent());
        if (folders.add(folder)) {
            Folders.create(folder);
            AtomicFile.removeAbandoned(folder, name -> name.endsWith(GarageTree.SUFFIX));
        }
        running.add(threads.submit(() -> writeUnlessWritten(target, description, digest, tables)));
    }

    /** Returns null if another process has packed the same inputs meanwhile, as it may: the file would be the same. */
    private @Nullable Packed writeUnlessWritten(
            Path target, PackedFileWriter.FileDescription description, String digest, List<PackInput> tables)
            throws IOException {
        try {
            return write(target, description, tables);
        } catch (FileAlreadyExistsException e) {
            if (!isPackedFrom(target, digest)) {
                throw e;
            }
            return null;
        }
    }

    /** Returns whether a file is a whole one of the inputs with this digest. */
    static boolean isPackedFrom(Path file, String digest) {
        try (PackedFile packed = PackedFile.open(file)) {
            return packed.description().isPackedFrom(digest);
        } catch (IOException e) {
            // Not a whole file, whatever it is.
            return false;
        }
    }

    private Packed write(Path target, PackedFileWriter.FileDescription description, List<PackInput> tables)
            throws IOException {
        try {
            List<DayTable.Content> contents = new ArrayList<>();
            for (PackInput rows : tables) {
                contents.add(rows.table().content(options.content().declarations(), rows.before()));
            }
            PackedFileWriter.Options pack =
                    options(options.content().pack(), options.content().declarations(), contents);
            try (PackedFileWriter writer = options.overwrite()
                    ? PackedFileWriter.replace(target, description, pack)
                    : PackedFileWriter.create(target, description, pack)) {
                for (DayTable.Content table : contents) {
                    writer.add(table.schema(), table.values());
                }
                return new Packed(
                        target,
                        contents.stream()
                                .mapToLong(table -> table.schema().rows())
                                .sum(),
                        contents.stream().mapToLong(DayTable.Content::rawBytes).sum(),
                        writer.commit(),
                        contents.stream().mapToLong(DayTable.Content::rounded).sum());
            }
        } catch (IllegalArgumentException e) {
            throw new LoadException(target + ": " + e.getMessage(), e);
        }
    }

    /** Returns how to pack tables, with what is declared of their columns. */
    static PackedFileWriter.Options options(
            PackedFileWriter.Options options, CounterDeclarations declarations, List<DayTable.Content> tables) {
        Map<String, Double> errors = new HashMap<>(options.columnErrors());
        for (DayTable.Content table : tables) {
            for (ColumnSchema column : table.schema().columns()) {
                Double error = declarations.maxRelativeError(column);
                if (error != null) {
                    errors.put(column.name(), error);
                }
            }
        }
        return new PackedFileWriter.Options(options.scheme(), options.maxRelativeError(), errors);
    }

    private void take() throws IOException {
        try {
            // One that is not done when the caller is interrupted stays, so that its end is awaited.
            @Nullable Packed packed = running.element().get();
            running.remove();
            if (packed == null) {
                skipped++;
                return;
            }
            files++;
            rows += packed.rows();
            rawBytes += packed.rawBytes();
            packedBytes += packed.packedBytes();
            notes.addWidened(packed.rounded());
            progress.accept(packed.file());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (ExecutionException e) {
            throw OrderedPipeline.failure(e);
        }
    }

    /**
     * Waits for all files.
     *
     * @param skippedBefore files that were there already
     */
    CounterImport.Report finish(int skippedBefore) throws IOException {
        while (!running.isEmpty()) {
            take();
        }
        return new CounterImport.Report(files, rows, rawBytes, packedBytes, skippedBefore + skipped, notes.warnings());
    }

    /** Ends; files that are being written are finished or removed first. */
    @Override
    public void close() {
        threads.shutdown();
        boolean interrupted = false;
        while (!running.isEmpty()) {
            try {
                running.element().get();
                running.remove();
            } catch (InterruptedException e) {
                // Noted for the caller. The file is awaited all the same.
                interrupted = true;
            } catch (ExecutionException e) {
                running.remove();
                // The first error is thrown already.
                System.getLogger(DayPacker.class.getName()).log(System.Logger.Level.DEBUG, "another file failed", e);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
