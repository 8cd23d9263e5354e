package dev.mimeo.dataseries.transform;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesFiles;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.RowList;
import dev.mimeo.dataseries.StorageStatistics;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.dataseries.transform.OrderedFiles.MergedBytes;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Sorts and merges the rows of one type, of any number of them in bounded memory. Equal rows keep their order.
 *
 * <p>Sorting is an external merge sort: the rows of each extent are sorted, as many extents as fit into memory are merged
 * into a run, and runs are merged, several times if there are very many (Knuth, The Art of Computer Programming, volume
 * 3, section 5.4). Nothing but the output is written if all rows fit into memory.
 *
 * <p>Calls are independent of each other; they may run at the same time if the files for spilled rows allow it.
 */
public final class Sorting {

    /**
     * Options of a {@link Sorting}.
     *
     * @param writer codecs, byte order and threads of the output; as many threads read
     * @param extentSize unpacked size at which extents end, in bytes, at least 1
     * @param memoryBytes bytes of rows to hold in memory, at least 1. One extent is always held. Reading and packing ahead
     *     take some more, which does not depend on the inputs
     */
    public record Options(WriterOptions writer, int extentSize, long memoryBytes) {

        /** Returns options for {@link Sorting#merge}, which holds a few extents of each input and no more. */
        public static Options forMerging(WriterOptions writer, int extentSize) {
            return new Options(writer, extentSize, 1);
        }

        /**
         * Checks the options.
         *
         * @throws IllegalArgumentException if a size is out of range
         */
        public Options {
            if (extentSize < 1) {
                throw new IllegalArgumentException("extents must have at least 1 byte, got " + extentSize);
            }
            if (memoryBytes < 1) {
                throw new IllegalArgumentException("sorting needs memory, got " + memoryBytes + " bytes");
            }
        }
    }

    /** Files that a {@link Sorting} needs while it works. Whoever supplies them removes what is left if it fails. */
    public interface SpillFiles {

        /** Creates an empty file. */
        Path create() throws IOException;

        /** Removes a file that is not needed any more. */
        void remove(Path file) throws IOException;

        /** Returns files in the folder for temporary files, which are removed when the virtual machine ends at the latest. */
        static SpillFiles inFolderForTemporaryFiles() {
            return new SpillFiles() {
                @Override
                public Path create() throws IOException {
                    Path file = Files.createTempFile("mimeo", ".tmp");
                    file.toFile().deleteOnExit();
                    return file;
                }

                @Override
                public void remove(Path file) throws IOException {
                    Files.deleteIfExists(file);
                }
            };
        }
    }

    /**
     * Totals of a {@link Sorting}.
     *
     * @param rows rows read and written
     * @param extents extents written
     * @param outputBytes size of the file written
     * @param runs sorted files that were written in between; 0 if memory was enough
     * @param spilledBytes sizes of these files together
     */
    public record Report(long rows, long extents, long outputBytes, long runs, long spilledBytes) {}

    /** Runs and files that are merged at a time, so that not too many are open. */
    static final int MAX_FAN_IN = 256;

    /** Runs are read an extent at a time each, so these are small. */
    private static final int RUN_EXTENT_SIZE = 128 << 10;

    /** Bytes of extents read ahead. */
    private static final long READ_AHEAD_BYTES = 8L << 20;

    /** Bytes that a row takes besides its values: its place in the order and its prefix. */
    private static final int ROW_OVERHEAD = Integer.BYTES + Long.BYTES;

    private final SortOrder order;
    private final Options options;
    private final SpillFiles spills;
    private final int fanIn;

    /**
     * Prepares to sort and to merge.
     *
     * @param order the order of the rows that are written
     * @param options codecs, sizes and memory
     * @param spills files for the rows that do not fit into memory
     */
    public Sorting(SortOrder order, Options options, SpillFiles spills) {
        this(order, options, spills, MAX_FAN_IN);
    }

    /** As the public constructor, with another number of runs or files that are merged at a time. */
    Sorting(SortOrder order, Options options, SpillFiles spills, int fanIn) {
        this.order = order;
        this.options = options;
        this.spills = spills;
        this.fanIn = fanIn;
    }

    /**
     * Sorts the rows of files.
     *
     * @param inputs files; equal rows come in their order
     * @param typePattern the type of the rows, as {@link DataSeriesReader#type(String)} takes it. The same in all inputs;
     *     rows of other types are left out
     * @param out takes the file; closed afterwards
     * @param progress given the number of bytes of the inputs read so far, from time to time
     * @throws IllegalArgumentException if there are no inputs, or the type has no field of a key
     * @throws DataSeriesException if an input is damaged or has no such type
     * @throws IOException if reading or writing fails
     */
    public Report sort(List<Path> inputs, String typePattern, WritableByteChannel out, LongConsumer progress)
            throws IOException {
        try (out) {
            DataSeriesFiles files = DataSeriesFiles.of(inputs).matching(typePattern);
            return new Work(type(files)).sort(files, out, new InputProgress(inputs, progress));
        }
    }

    /**
     * Merges files whose rows are in order already.
     *
     * @param inputs files; equal rows come in their order
     * @param typePattern as for {@link #sort}
     * @param out takes the file; closed afterwards
     * @param progress given the number of bytes of the inputs merged so far, from time to time
     * @throws IllegalArgumentException if there are no inputs, or the type has no field of a key
     * @throws DataSeriesException if an input is damaged, has no such type, or has rows out of order
     * @throws IOException if reading or writing fails
     */
    public Report merge(List<Path> inputs, String typePattern, WritableByteChannel out, LongConsumer progress)
            throws IOException {
        try (out) {
            ExtentType type = type(DataSeriesFiles.of(inputs).matching(typePattern));
            return new Work(type).mergeAll(inputs, out, progress);
        }
    }

    private static ExtentType type(DataSeriesFiles files) throws IOException {
        if (files.files().isEmpty()) {
            throw new IllegalArgumentException("there are no files to sort or merge");
        }
        return files.types().get(0);
    }

    /** The sorted runs of one call, which are merged in the end. */
    private final class Work {
        private final ExtentType type;
        private final List<Path> runs = new ArrayList<>();
        private long runCount;
        private long spilledBytes;

        /** @throws IllegalArgumentException if the type has no field of a key */
        Work(ExtentType type) {
            order.fields(type);
            this.type = type;
        }

        private Report mergeAll(List<Path> inputs, WritableByteChannel out, LongConsumer progress) throws IOException {
            MergedBytes merged = new MergedBytes(progress);
            if (inputs.size() <= fanIn) {
                return finish(inputs, merged, out);
            }
            // Every file is checked when it is merged for the first time; runs are in order.
            for (int from = 0; from < inputs.size(); from += fanIn) {
                runs.add(merge(inputs.subList(from, Math.min(inputs.size(), from + fanIn)), merged));
            }
            return mergeRuns(out);
        }

        private Report sort(DataSeriesFiles files, WritableByteChannel out, InputProgress progress) throws IOException {
            List<SortedRows> held = new ArrayList<>();
            long heldBytes = 0;
            int threads = options.writer().threads();
            try (ExtentSource source = files.open(threads, READ_AHEAD_BYTES);
                    OrderedPipeline<Extent, SortedRows> sorted = new OrderedPipeline<>(
                            source::next, () -> this::sorted, this::weight, READ_AHEAD_BYTES, threads)) {
                SortedRows rows = sorted.next();
                while (rows != null) {
                    Extent extent = rows.extent();
                    progress.at(extent);
                    long weight = weight(extent);
                    if (!held.isEmpty() && heldBytes + weight > options.memoryBytes()) {
                        runs.add(spill(held));
                        held.clear();
                        heldBytes = 0;
                    }
                    held.add(rows);
                    heldBytes += weight;
                    rows = sorted.next();
                }
            }
            if (runs.isEmpty()) {
                return write(new LoserTree(held), options.writer(), options.extentSize(), out);
            }
            runs.add(spill(held));
            held.clear();
            return mergeRuns(out);
        }

        private SortedRows sorted(Extent extent) {
            KeyColumns keys = new KeyColumns(order, extent);
            return new SortedRows(keys, keys.permutation());
        }

        /** Memory that an extent takes with the columns that are decoded for sorting and packing. */
        private long weight(Extent extent) {
            long perRow = ROW_OVERHEAD;
            for (Field field : type.fields()) {
                if (field.attribute("pack_relative") != null || field.attribute("pack_scale") != null) {
                    perRow += Long.BYTES;
                }
            }
            perRow += (long) order.keys().size() * Long.BYTES;
            return extent.sizeBytes() + perRow * extent.rows();
        }

        /** Merges runs until few enough are left, and these into the output. */
        private Report mergeRuns(WritableByteChannel out) throws IOException {
            while (runs.size() > fanIn) {
                List<Path> next = new ArrayList<>();
                for (int from = 0; from < runs.size(); from += fanIn) {
                    List<Path> some = runs.subList(from, Math.min(runs.size(), from + fanIn));
                    next.add(some.size() == 1 ? some.get(0) : merge(some, null));
                    if (some.size() > 1) {
                        remove(some);
                    }
                }
                runs.clear();
                runs.addAll(next);
            }
            Report report = finish(runs, null, out);
            remove(runs);
            return report;
        }

        private void remove(List<Path> files) throws IOException {
            for (Path file : files) {
                spills.remove(file);
            }
        }

        private Path spill(List<SortedRows> rows) throws IOException {
            return spill(new LoserTree(rows));
        }

        private Path merge(List<Path> files, @Nullable MergedBytes merged) throws IOException {
            try (OrderedFiles inputs =
                    OrderedFiles.open(files, order, type, options.writer().threads(), merged)) {
                return spill(new LoserTree(inputs.rows()));
            }
        }

        private Path spill(LoserTree rows) throws IOException {
            Path run = spills.create();
            Report written;
            try {
                written = write(
                        rows,
                        options.writer().withCodecs("lz4"),
                        RUN_EXTENT_SIZE,
                        FileChannel.open(run, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING));
            } catch (IOException e) {
                // Failures of inputs have a name already.
                throw Failures.ofFile(run, e);
            }
            runCount++;
            spilledBytes += written.outputBytes();
            return run;
        }

        private Report finish(List<Path> files, @Nullable MergedBytes merged, WritableByteChannel out)
                throws IOException {
            try (OrderedFiles inputs =
                    OrderedFiles.open(files, order, type, options.writer().threads(), merged)) {
                return write(new LoserTree(inputs.rows()), options.writer(), options.extentSize(), out);
            }
        }

        private Report write(LoserTree rows, WriterOptions how, int extentSize, WritableByteChannel out)
                throws IOException {
            try (out) {
                DataSeriesWriter writer = DataSeriesWriter.create(out, List.of(type), how);
                try {
                    RowList list = new RowList(type);
                    for (SortedRows head = rows.head(); head != null; head = rows.head()) {
                        int row = head.row();
                        if (list.addUpTo(head.extent(), row, row + 1, extentSize) == row) {
                            writer.write(list);
                            list.clear();
                            list.addUpTo(head.extent(), row, row + 1, extentSize);
                        }
                        rows.advance();
                    }
                    if (list.rows() > 0) {
                        writer.write(list);
                    }
                    writer.close();
                    StorageStatistics written = writer.statistics().get(0).storage();
                    return new Report(written.rows(), written.extents(), writer.sizeBytes(), runCount, spilledBytes);
                } finally {
                    // Leaves what was not closed recognisably unfinished.
                    writer.abort();
                }
            }
        }
    }
}
