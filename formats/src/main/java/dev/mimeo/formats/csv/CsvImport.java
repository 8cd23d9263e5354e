package dev.mimeo.formats.csv;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * Reads comma separated values into rows, as the original {@code csv2ds} does.
 *
 * <p>A line is a row, a column a field, in the order of the type unless a header names them. A value that starts with a
 * quote runs to the closing one; two quotes in it stand for one. Line ends are LF or CRLF; empty lines and comments are
 * left out. Bools are {@code true}, {@code on}, {@code yes}, {@code false}, {@code off} or {@code no}; integers an
 * optional sign and digits; doubles whatever C's {@code strtod} takes; strings the bytes as they are; values of a fixed
 * width their bytes, or two hexadecimal digits for each. Beyond the original, quoted values may hold line ends, a byte
 * order mark is skipped, and bytes out of range are refused instead of cut.
 *
 * <p>Blocks of lines are parsed in parallel; rows keep their order, and extents are cut as if they came one by one.
 * Memory depends on the number of threads and the longest line, never on the size of the input. Thread-safe.
 */
public final class CsvImport {

    private final ExtentType type;
    private final CsvOptions options;
    private final int blockBytes;

    /**
     * Totals of a CSV import.
     *
     * @param rows records
     * @param lines line feeds, those in quotes included
     * @param emptyLines lines without any text, which are left out; not those in quotes and before the header
     * @param commentLines lines that start with the comment prefix, which are left out; not those before the header
     * @param bytes size of the input
     */
    public record Report(long rows, long lines, long emptyLines, long commentLines, long bytes) {}

    /** Prepares to read rows of a type. */
    public CsvImport(ExtentType type, CsvOptions options) {
        this(type, options, CsvBlocks.BLOCK_BYTES);
    }

    /**
     * Prepares to read rows of a type.
     *
     * @param blockBytes about the size of the pieces that are parsed in parallel; the result does not depend on it
     */
    CsvImport(ExtentType type, CsvOptions options, int blockBytes) {
        this.type = type;
        this.options = options;
        this.blockBytes = blockBytes;
    }

    /** Rows of a block; the last may be incomplete and not be wanted. */
    private static final class Maker implements RecordReader.Maker<Extent> {
        private final RowSink sink;

        Maker(RowSink sink) {
            this.sink = sink;
        }

        @Override
        public CsvScanner.Sink start() {
            sink.rows().clear();
            return sink;
        }

        @Override
        public Extent finish(int records) {
            return sink.rows().build();
        }
    }

    /**
     * Reads a text to its end.
     *
     * @param in the text; not closed
     * @param source name of it in messages
     * @param output takes the rows; must be of the type of this import
     * @param progress given the number of bytes read so far, from time to time
     * @throws IllegalArgumentException if the output is of another type
     * @throws DataSeriesException if the text is not what it should be; the message names line and column
     * @throws IOException if reading or writing fails
     */
    public Report read(InputStream in, String source, ExtentOutput output, LongConsumer progress) throws IOException {
        if (!output.type().equals(type)) {
            throw new IllegalArgumentException("the output is not of type '" + type.name() + "'");
        }
        OrderedPipeline.Source<TextBlock> blocks = new CsvBlocks(in, source, options.maxRecordBytes(), blockBytes);
        int[] fields = IntStream.range(0, type.fields().size()).toArray();
        long linesBefore = 0;
        if (options.header()) {
            Header header = new Header(blocks, options, source, Header.Presence.OPTIONAL);
            fields = fields(header.names(), source);
            linesBefore = header.lines();
            blocks = header;
        }
        int[] order = fields;
        List<String> names = IntStream.of(order)
                .mapToObj(index -> type.fields().get(index).name())
                .toList();
        RecordReader<Extent> reader =
                new RecordReader<>(options, source, names, () -> new Maker(new RowSink(type, order, options)));
        return reader.read(blocks, linesBefore, (extent, count, before) -> output.copy(extent, 0, count), progress);
    }

    /** Returns the index of the field of each column. */
    private int[] fields(List<String> names, String source) throws DataSeriesException {
        // A type inferred from this header has its names made into unique ones, in the same order.
        if (FieldNames.of(names, names.size())
                .equals(type.fields().stream().map(Field::name).toList())) {
            return IntStream.range(0, names.size()).toArray();
        }
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!type.hasField(name)) {
                throw new DataSeriesException(
                        source,
                        "type '" + type.name() + "' has no field '" + name
                                + "', which the first line names: add it to the type, or infer the type");
            }
            if (!seen.add(name)) {
                throw new DataSeriesException(source, "the first line names '" + name + "' twice: rename one");
            }
        }
        for (Field field : type.fields()) {
            if (!seen.contains(field.name())) {
                throw new DataSeriesException(
                        source,
                        "the first line does not name the field '" + field.name()
                                + "': add a column, or remove the field from the type");
            }
        }
        return names.stream().mapToInt(type::indexOf).toArray();
    }
}
