package dev.mimeo.dataseries.index;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentHeader;
import dev.mimeo.dataseries.ExtentStream;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Reads extents from here and there in many files, keeping few of these open. */
final class LocatedExtents implements ExtentStream {

    private static final int MAX_OPEN = 32;
    private static final long BYTES_PER_THREAD = 8L << 20;

    private final Iterator<MinMaxIndex.Location> left;
    private final Path folder;
    private final OrderedPipeline<Task, Extent> pipeline;
    private long extents;
    private long storedBytes;
    private long unpackedBytes;
    private final Map<String, OpenFile> open = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * Opens a stream.
     *
     * @param folder folder of files with relative names, if it is not the working directory
     */
    LocatedExtents(List<MinMaxIndex.Location> locations, Path folder, int threads) {
        this.left = locations.iterator();
        this.folder = folder;
        this.pipeline = new OrderedPipeline<>(
                this::task, () -> LocatedExtents::read, Task::weight, BYTES_PER_THREAD * threads, threads);
    }

    private @Nullable Task task() throws IOException {
        if (!left.hasNext()) {
            return null;
        }
        MinMaxIndex.Location location = left.next();
        OpenFile file = open(location.file());
        ExtentHeader header = file.reader.header(location.offset());
        file.users.incrementAndGet();
        storedBytes += header.sizeBytes();
        return new Task(file, location.offset(), 2 * header.sizeBytes() + header.variableSize());
    }

    private OpenFile open(String name) throws IOException {
        OpenFile known = open.get(name);
        if (known != null) {
            return known;
        }
        if (open.size() >= MAX_OPEN) {
            Iterator<OpenFile> oldest = open.values().iterator();
            OpenFile evicted = oldest.next();
            oldest.remove();
            evicted.release();
        }
        OpenFile opened = new OpenFile(DataSeriesReader.open(resolve(name, folder)));
        open.put(name, opened);
        return opened;
    }

    /** Returns the file of a name where the process runs, or in a folder if it is only there or the folder is in another file system. */
    static Path resolve(String name, Path folder) {
        Path path = Path.of(name);
        if (path.isAbsolute()) {
            return path;
        }
        Path beside = folder.resolve(name);
        boolean isMounted = folder.getFileSystem().equals(path.getFileSystem());
        return isMounted && (Files.exists(path) || !Files.exists(beside)) ? path : beside;
    }

    private static Extent read(Task task) throws IOException {
        try {
            return task.file.reader.read(task.offset);
        } finally {
            task.file.release();
        }
    }

    @Override
    public @Nullable Extent next() throws IOException {
        Extent next = pipeline.next();
        if (next != null) {
            extents++;
            unpackedBytes += next.sizeBytes();
        }
        return next;
    }

    @Override
    public ExtentStream.Totals statistics() {
        return new ExtentStream.Totals(extents, storedBytes, unpackedBytes, pipeline.statistics());
    }

    @Override
    public void close() throws IOException {
        pipeline.close();
        IOException failure = null;
        for (OpenFile file : open.values()) {
            try {
                // Tasks that never ran have not let go of it.
                file.reader.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        open.clear();
        if (failure != null) {
            throw failure;
        }
    }

    private record Task(OpenFile file, long offset, long weight) {}

    /** Closed by whoever lets go of it last: the table of open files, or a task. */
    private static final class OpenFile {
        private final DataSeriesReader reader;
        private final AtomicInteger users = new AtomicInteger(1);

        OpenFile(DataSeriesReader reader) {
            this.reader = reader;
        }

        void release() throws IOException {
            if (users.decrementAndGet() == 0) {
                reader.close();
            }
        }
    }
}
