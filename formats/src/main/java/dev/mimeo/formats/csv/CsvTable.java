package dev.mimeo.formats.csv;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import dev.mimeo.internal.text.Counts;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A reader of CSV whose first record names the columns and whose types are not known: values come as numbers where they are
 * numbers, and as text.
 *
 * <p>Values are cut and parsed in parallel and come in order. Memory depends on the number of threads and the longest line, never on
 * the size of the input.
 */
public final class CsvTable {

    private CsvTable() {}

    /** Takes what is in a table. */
    public interface Visitor {
        /** Takes the names of the columns, as they stand in the first record. */
        void header(List<String> names) throws IOException;

        /** Takes the values of the next records, which are only lent. */
        void values(CsvValues values) throws IOException;
    }

    /**
     * Reads a text to its end.
     *
     * @param in the text; not closed
     * @param source name of it in messages
     * @param options separator, prefix of comments, longest record and threads count, the others do not
     * @throws DataSeriesException if the text is not CSV or has a record with more or fewer values than the first; the message
     *     names the line
     * @throws IOException if reading fails
     */
    public static CsvImport.Report read(InputStream in, String source, CsvOptions options, Visitor visitor)
            throws IOException {
        OrderedPipeline.Source<TextBlock> blocks =
                new CsvBlocks(in, source, options.maxRecordBytes(), CsvBlocks.BLOCK_BYTES);
        Header header = new Header(blocks, options, source, Header.Presence.REQUIRED);
        List<String> names = List.copyOf(header.names());
        visitor.header(names);
        Queue<CsvValues> used = new ConcurrentLinkedQueue<>();
        return new RecordReader<>(options, source, names, () -> new Maker(source, names.size(), used))
                .read(
                        header,
                        header.lines(),
                        (values, records, linesBefore) -> {
                            visitor.values(values.at(linesBefore));
                            used.add(values);
                        },
                        bytes -> {});
    }

    /** Values of a block; the last record may be incomplete and not be wanted. */
    private static final class Maker implements RecordReader.Maker<CsvValues>, CsvScanner.Sink {
        private final String source;
        private final int columns;
        /** Those that nobody needs any more. */
        private final Queue<CsvValues> used;

        private CsvValues values;
        private CsvValues.Room room = CsvValues.Room.FEWEST;
        private int line;

        Maker(String source, int columns, Queue<CsvValues> used) {
            this.source = source;
            this.columns = columns;
            this.used = used;
            this.values = new CsvValues(source, columns, room);
        }

        @Override
        public CsvScanner.Sink start() {
            // Those of the block before may still be waiting for their turn.
            CsvValues free = used.poll();
            values = free == null ? new CsvValues(source, columns, room) : free;
            values.clear();
            return this;
        }

        @Override
        public CsvValues finish(int records) {
            room = values.room();
            return values.finish(records);
        }

        @Override
        public void lines(int before) {
            line = before;
        }

        @Override
        public void startRecord() {
            values.startRecord(line);
        }

        @Override
        public int takePlain(byte[] text, int at, byte separator) {
            return values.addPlain(text, at, separator);
        }

        @Override
        public int plainColumns() {
            return values.taken();
        }

        @Override
        public void value(int column, byte[] text, int from, int to) throws TextFault {
            if (column == columns) {
                throw TextFault.ofCount("more values than the first line has names (" + columns + ")");
            }
            values.add(text, from, to);
        }

        @Override
        public void endRecord(int count) throws TextFault {
            if (count != columns) {
                throw TextFault.ofCount("expected " + Counts.of(columns, "value") + ", found " + count);
            }
            values.endRecord();
        }
    }
}
