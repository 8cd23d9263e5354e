package dev.mimeo.formats.csv;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import dev.mimeo.internal.text.StrictUtf8;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes the first record of a text for the names of its columns and hands out the rest. */
final class Header implements OrderedPipeline.Source<TextBlock> {

    /** No type has more fields that make sense. */
    static final int MAX_COLUMNS = 1 << 16;

    /** Whether texts of a kind have a header. */
    enum Presence {
        REQUIRED("add it before the rows"),
        OPTIONAL("add it, or read the lines without a header");

        /** Remedy for a text that has none. */
        private final String remedy;

        Presence(String remedy) {
            this.remedy = remedy;
        }
    }

    private final OrderedPipeline.Source<TextBlock> source;
    private final List<String> names = new ArrayList<>();
    private @Nullable TextBlock rest;
    private long lines;

    /**
     * Reads the first record.
     *
     * @param presence decides the remedy that the message suggests
     * @throws DataSeriesException if there is none, or it is no record
     */
    Header(OrderedPipeline.Source<TextBlock> source, CsvOptions options, String name, Presence presence)
            throws IOException {
        this.source = source;
        CsvScanner scanner = new CsvScanner(options);
        byte[] text = {};
        while (names.isEmpty()) {
            TextBlock block = source.next();
            if (block == null || text.length > options.maxRecordBytes()) {
                throw new DataSeriesException(
                        name, "there is no line with the names of the columns: " + presence.remedy);
            }
            text = Arrays.copyOf(text, text.length + block.length());
            System.arraycopy(block.bytes(), 0, text, text.length - block.length(), block.length());
            scanner.scan(text, 0, text.length, sink(), 1);
            TextFault fault = scanner.fault();
            if (fault != null) {
                long line = CsvScanner.countLines(text, 0, scanner.faultAt()) + 1L;
                throw new DataSeriesException(name, "line " + line + ": " + fault.reason());
            }
            if (scanner.openAt() >= 0) {
                names.clear();
            } else {
                lines += CsvScanner.countLines(text, 0, scanner.next());
                byte[] more = Arrays.copyOfRange(text, scanner.next(), text.length);
                rest = more.length == 0 ? null : new TextBlock(more, more.length, text.length);
                text = new byte[0];
            }
        }
    }

    private CsvScanner.Sink sink() {
        return new CsvScanner.Sink() {
            @Override
            public void startRecord() {}

            @Override
            public void value(int column, byte[] text, int from, int to) throws TextFault {
                if (column == MAX_COLUMNS) {
                    throw new TextFault(
                            "more than " + MAX_COLUMNS + " columns", "check the separator and the line ends");
                }
                String name = StrictUtf8.decode(text, from, to - from);
                if (name == null) {
                    throw new TextFault("the name of column " + (column + 1) + " is not UTF-8", "convert the file");
                }
                names.add(name);
            }

            @Override
            public void endRecord(int columns) {}
        };
    }

    /** Returns the names of the columns. */
    List<String> names() {
        return names;
    }

    /** Returns the lines before the rest. */
    long lines() {
        return lines;
    }

    @Override
    public @Nullable TextBlock next() throws IOException {
        TextBlock first = rest;
        rest = null;
        return first == null ? source.next() : first;
    }
}
