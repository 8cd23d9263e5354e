package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Markup;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Finds the type of the rows of comma separated values.
 *
 * <p>A column becomes the first of {@code bool}, {@code int32}, {@code int64}, {@code double} and {@code variable32} that
 * takes all its values without loss; numbers with a plus sign or leading zeros are strings. A double takes the numbers that
 * {@link dev.mimeo.internal.text.ExactDecimals#holds} tells; a column of others, such as integers of 20 digits, is one of strings. It is
 * nullable if a value is the text for null. Columns are named by the header, or {@code column1} and so on.
 */
public final class CsvInference {

    private final CsvOptions options;

    /** Prepares to find types. */
    public CsvInference(CsvOptions options) {
        this.options = options;
    }

    /** The columns of a block. */
    private final class Maker implements RecordReader.Maker<List<ColumnKind>>, CsvScanner.Sink {
        private final byte[] nullText = options.nullText().getBytes(UTF_8);
        private List<ColumnKind> columns = List.of();
        private int width = -1;

        @Override
        public CsvScanner.Sink start() {
            columns = new ArrayList<>();
            width = -1;
            return this;
        }

        @Override
        public List<ColumnKind> finish(int records) {
            return columns;
        }

        @Override
        public void startRecord() {}

        @Override
        public void value(int column, byte[] text, int from, int to) throws TextFault {
            if (column >= columns.size()) {
                if (width >= 0 || column >= Header.MAX_COLUMNS) {
                    throw TextFault.ofCount("more values than the lines before have");
                }
                columns.add(new ColumnKind());
            }
            if (Arrays.equals(text, from, to, nullText, 0, nullText.length)) {
                columns.get(column).addNull();
            } else {
                columns.get(column).add(text, from, to);
            }
        }

        @Override
        public void endRecord(int count) throws TextFault {
            if (width >= 0 && count != width) {
                throw TextFault.ofCount(Counts.of(count, "value") + ", but the lines before have " + width);
            }
            width = count;
        }
    }

    /**
     * Reads a text and finds its type.
     *
     * @param in the text; read to its end, not closed
     * @param source name of it in messages
     * @param typeName name of the type
     * @param progress given the number of bytes read so far, from time to time
     * @throws DataSeriesException if the text is not CSV, its lines differ in the number of values, or it has no line
     */
    public ExtentType infer(InputStream in, String source, String typeName, LongConsumer progress) throws IOException {
        OrderedPipeline.Source<TextBlock> blocks =
                new CsvBlocks(in, source, options.maxRecordBytes(), CsvBlocks.BLOCK_BYTES);
        List<String> names = List.of();
        long linesBefore = 0;
        if (options.header()) {
            Header header = new Header(blocks, options, source, Header.Presence.OPTIONAL);
            names = header.names();
            linesBefore = header.lines();
            blocks = header;
        }
        List<ColumnKind> all = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            all.add(new ColumnKind());
        }
        new RecordReader<List<ColumnKind>>(options, source, names, Maker::new)
                .read(blocks, linesBefore, (columns, records, before) -> merge(columns, all, source), progress);
        if (all.isEmpty()) {
            throw new DataSeriesException(
                    source, "there is no line to infer the type from: add lines with values, or describe the type");
        }
        return type(typeName, names, all);
    }

    private static void merge(List<ColumnKind> columns, List<ColumnKind> all, String source)
            throws DataSeriesException {
        if (all.isEmpty()) {
            all.addAll(columns);
            return;
        }
        if (columns.size() != all.size()) {
            throw new DataSeriesException(
                    source,
                    TextFault.ofCount("some lines have " + all.size() + " values, others " + columns.size())
                            .reason());
        }
        for (int i = 0; i < columns.size(); i++) {
            all.get(i).merge(columns.get(i));
        }
    }

    private static ExtentType type(String typeName, List<String> names, List<ColumnKind> columns)
            throws DataSeriesException {
        StringBuilder xml =
                new StringBuilder("<ExtentType name=\"" + Markup.escapeAttribute(typeName) + "\" version=\"1.0\">\n");
        List<String> fieldNames = FieldNames.of(names, columns.size());
        for (int i = 0; i < columns.size(); i++) {
            xml.append("  <field name=\"")
                    .append(Markup.escapeAttribute(fieldNames.get(i)))
                    .append("\" ")
                    .append(columns.get(i).attributes())
                    .append(" />\n");
        }
        return ExtentType.parse(xml.append("</ExtentType>\n").toString());
    }
}
