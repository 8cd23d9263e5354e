package dev.mimeo.dataseries.transform;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesFiles;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentStream;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.RowList;
import dev.mimeo.dataseries.TypeStatistics;
import dev.mimeo.dataseries.WriterOptions;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Merges, splits and compresses files anew, and changes the size of their extents.
 *
 * <p>The order of the rows of a type is kept; extents of several types follow each other as they become full. Rows of type
 * {@code Info::DSRepack} in the inputs are dropped, as they tell how the inputs were packed. Runs are independent of
 * each other.
 */
public final class Repacking {

    /**
     * Options of a {@link Repacking}.
     *
     * @param writer codecs, byte order and threads; as many threads read
     * @param extentSize unpacked size at which extents end, in bytes, at least 1
     * @param level compression level to note, whatever codecs it applies to
     * @param information whether to add a row of type {@code Info::DSRepack} that says how the file was packed
     * @param targetFileSize size at which a file ends and the next part begins, in bytes; 0 for a single file
     * @param originalPartNumbers whether to note the part numbers that the original tool does: one too many, and that of the
     *     last part twice
     */
    public record Options(
            WriterOptions writer,
            int extentSize,
            int level,
            boolean information,
            long targetFileSize,
            boolean originalPartNumbers) {

        /**
         * Checks the options.
         *
         * @throws IllegalArgumentException if a size is out of range
         */
        public Options {
            if (extentSize < 1) {
                throw new IllegalArgumentException("extents must have at least 1 byte, got " + extentSize);
            }
            if (targetFileSize < 0) {
                throw new IllegalArgumentException("files must have at least 1 byte, got " + targetFileSize);
            }
        }
    }

    /** Destination of the parts of a split file. */
    @FunctionalInterface
    public interface PartOutputs {

        /**
         * Opens a part.
         *
         * @param part its number, from 0 on
         * @return takes the file; closed when the part is complete
         */
        WritableByteChannel open(int part) throws IOException;
    }

    /**
     * Totals of a {@link Repacking}.
     *
     * @param inputBytes sizes of the inputs together
     * @param extents extents of rows read
     * @param rows rows read and written, without those about packing
     * @param parts files written
     * @param reading totals of reading the inputs
     */
    public record Report(long inputBytes, long extents, long rows, List<Part> parts, ExtentStream.Totals reading) {

        /** Copies the list. */
        public Report {
            parts = List.copyOf(parts);
        }

        /** Returns the sizes of the files written together. */
        public long outputBytes() {
            return parts.stream().mapToLong(Part::bytes).sum();
        }

        /**
         * A file written.
         *
         * @param bytes its size
         * @param types its content, without columns
         * @param waitNanos time for which its rows waited to be packed, in wall-clock nanoseconds
         */
        public record Part(long bytes, List<TypeStatistics> types, long waitNanos) {

            /** Copies the list. */
            public Part {
                types = List.copyOf(types);
            }
        }
    }

    private final Options options;
    private final PartOutputs outputs;
    private final Path firstInput;
    private final List<ExtentType> types;

    /** The rows that wait for their extent to become full, by the name of their type. */
    private final Map<String, RowList> lists = new TreeMap<>();

    private final List<Report.Part> parts = new ArrayList<>();
    private final SizeEstimate estimate;
    private @Nullable RepackPart part;
    private boolean full;

    private Repacking(Path firstInput, List<ExtentType> types, PartOutputs outputs, Options options) {
        this.firstInput = firstInput;
        this.options = options;
        this.outputs = outputs;
        this.estimate = new SizeEstimate(options.targetFileSize());
        this.types = new ArrayList<>(types);
        this.types.removeIf(type -> type.name().equals(PackingInformation.TYPE_NAME));
        this.types.forEach(type -> lists.put(type.name(), new RowList(type)));
        if (options.information()) {
            this.types.add(PackingInformation.TYPE);
        }
    }

    /**
     * Repacks files.
     *
     * @param inputs files, in the order in which their rows are wanted
     * @param outputs opens the output; all its parts if it is to be split
     * @param progress given the number of bytes of the inputs handled so far, from time to time
     * @throws IllegalArgumentException if there are no inputs
     * @throws DataSeriesException if an input is damaged, or two have different types of one name
     * @throws IOException if reading or writing fails
     */
    public static Report run(List<Path> inputs, PartOutputs outputs, Options options, LongConsumer progress)
            throws IOException {
        if (inputs.isEmpty()) {
            throw new IllegalArgumentException("there are no files to repack");
        }
        DataSeriesFiles files = DataSeriesFiles.of(inputs);
        return new Repacking(inputs.get(0), files.types(), outputs, options)
                .run(files, new InputProgress(inputs, progress));
    }

    private Report run(DataSeriesFiles files, InputProgress progress) throws IOException {
        long extents = 0;
        long rows = 0;
        try (ExtentStream source = files.open(options.writer().threads())) {
            part = nextPart();
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                progress.at(extent);
                RowList list = lists.get(extent.type().name());
                if (list != null) {
                    add(extent, list);
                    extents++;
                    rows += extent.rows();
                }
            }
            finishPart(parts.size());
            return new Report(progress.totalBytes(), extents, rows, parts, source.statistics());
        } finally {
            if (part != null) {
                part.abort();
            }
        }
    }

    private void add(Extent extent, RowList list) throws IOException {
        int row = 0;
        while (row < extent.rows()) {
            RepackPart target = writable();
            row = list.addUpTo(extent, row, extent.rows(), options.extentSize());
            if (row < extent.rows()) {
                target.write(list);
            }
            full = estimate.isReached(target, lists.values());
        }
    }

    /** Returns the part to write to, a new one if that before is full. */
    private RepackPart writable() throws IOException {
        if (part == null || full) {
            finishPart(options.originalPartNumbers() ? parts.size() + 1 : parts.size());
            part = nextPart();
            full = false;
        }
        return part;
    }

    private RepackPart nextPart() throws IOException {
        try {
            return new RepackPart(outputs.open(parts.size()), types, options.writer(), estimate);
        } catch (IllegalArgumentException e) {
            // The library reads such types, but writes no extents of them.
            throw new DataSeriesException(firstInput.toString(), String.valueOf(e.getMessage()));
        }
    }

    /** @param number the number to note for the part, if there is more than one */
    private void finishPart(int number) throws IOException {
        RepackPart finished = part;
        if (finished == null) {
            return;
        }
        for (RowList list : lists.values()) {
            if (list.rows() > 0) {
                finished.write(list);
            }
        }
        if (options.information()) {
            finished.write(PackingInformation.extent(options, options.targetFileSize() == 0 ? -1 : number));
        }
        parts.add(finished.finish());
        part = null;
    }
}
