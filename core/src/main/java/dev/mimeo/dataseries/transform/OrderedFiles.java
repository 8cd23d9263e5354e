package dev.mimeo.dataseries.transform;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Files whose rows are in order, open for merging. Not thread-safe. */
final class OrderedFiles implements Closeable {

    /** As long as not more files are merged, each has a thread that reads it. */
    private static final int FILES_PER_THREAD = 2;

    private final List<Input> open = new ArrayList<>();
    private final List<SortedRows> rows = new ArrayList<>();

    private OrderedFiles() {}

    /**
     * Opens files.
     *
     * @param threads threads that may read, at least 1
     * @param merged takes note of the bytes of files that may be out of order; null if they are known not to be
     */
    static OrderedFiles open(
            List<Path> files, SortOrder order, ExtentType type, int threads, @Nullable MergedBytes merged)
            throws IOException {
        boolean ahead = files.size() <= FILES_PER_THREAD * threads;
        OrderedFiles opened = new OrderedFiles();
        try {
            for (Path file : files) {
                Input input = new Input(DataSeriesReader.open(file), type.name(), ahead, merged);
                opened.open.add(input);
                opened.rows.add(new SortedRows(order, input::next, merged == null ? "" : input.reader.name()));
            }
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** Returns the rows of each file. */
    List<SortedRows> rows() {
        return rows;
    }

    @Override
    public void close() throws IOException {
        for (Input input : open) {
            input.close();
        }
    }

    /** The bytes of all inputs that are merged, for a listener. */
    static final class MergedBytes {
        private final LongConsumer listener;
        private long bytes;

        MergedBytes(LongConsumer listener) {
            this.listener = listener;
        }

        void add(long more) {
            bytes += more;
            listener.accept(bytes);
        }
    }

    /** The extents of a file, read one ahead or when they are asked for. */
    private static final class Input implements Closeable {
        private final DataSeriesReader reader;
        private final String typeName;
        private final @Nullable MergedBytes merged;
        private final Iterator<DataSeriesReader.IndexEntry> entries;
        private final @Nullable OrderedPipeline<DataSeriesReader.IndexEntry, Extent> ahead;
        private long offset;

        Input(DataSeriesReader reader, String typeName, boolean readAhead, @Nullable MergedBytes merged) {
            this.reader = reader;
            this.typeName = typeName;
            this.merged = merged;
            this.entries = reader.index().iterator();
            // One that is merged, and one on its way.
            this.ahead = readAhead ? new OrderedPipeline<>(this::nextEntry, () -> this::read, entry -> 1, 2, 1) : null;
        }

        private DataSeriesReader.@Nullable IndexEntry nextEntry() throws IOException {
            while (entries.hasNext()) {
                DataSeriesReader.IndexEntry entry = entries.next();
                if (entry.typeName().equals(typeName)) {
                    return entry;
                }
                // This notices where the index misses the extent behind it.
                reader.header(entry.offset());
            }
            return null;
        }

        private Extent read(DataSeriesReader.IndexEntry entry) throws IOException {
            return reader.read(entry.offset());
        }

        @Nullable Extent next() throws IOException {
            Extent extent;
            if (ahead != null) {
                extent = ahead.next();
            } else {
                DataSeriesReader.IndexEntry entry = nextEntry();
                extent = entry == null ? null : read(entry);
            }
            if (merged != null) {
                long reached = extent == null ? reader.sizeBytes() : extent.fileOffset();
                merged.add(reached - offset);
                offset = reached;
            }
            return extent;
        }

        @Override
        public void close() throws IOException {
            try (reader) {
                if (ahead != null) {
                    ahead.close();
                }
            }
        }
    }
}
