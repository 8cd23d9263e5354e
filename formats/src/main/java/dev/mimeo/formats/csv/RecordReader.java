package dev.mimeo.formats.csv;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Scans a text in parallel.
 *
 * <p>Blocks of whole lines are scanned as if a record started with each. Where the one before ended within quotes this
 * was wrong; then the block is scanned again, behind what is left of the one before. So the result is that of scanning
 * from start to end, whatever the text.
 *
 * @param <R> what is made of the records of a block
 */
final class RecordReader<R> {

    /** Makes results of records; used by one thread at a time. */
    interface Maker<R> {
        /** Returns what takes the records of the next block. */
        CsvScanner.Sink start();

        /** Returns what was made of the first {@code records} records of the block. */
        R finish(int records);
    }

    /** Takes the results, in order, and how many lines of the file came before each. */
    interface Consumer<R> {
        void accept(R result, int records, long linesBefore) throws IOException;
    }

    /** Memory of a block and what is made of it, in blocks. */
    private static final int RESULT_FACTOR = 8;

    private static final long AHEAD_BYTES = 16L << 20;

    private final CsvOptions options;
    private final String source;
    private final List<String> columns;
    private final Supplier<? extends Maker<R>> makers;

    /**
     * Makes a reader.
     *
     * @param source name of the text in messages
     * @param columns names of the columns, for messages; may be empty
     */
    RecordReader(CsvOptions options, String source, List<String> columns, Supplier<? extends Maker<R>> makers) {
        this.options = options;
        this.source = source;
        this.columns = columns;
        this.makers = makers;
    }

    /** Result of scanning a block; lines are those up to an open quote. */
    private record Scanned<R>(
            TextBlock block,
            @Nullable R result,
            int records,
            int lines,
            int emptyLines,
            int commentLines,
            int openAt,
            Fault fault) {}

    /** Fault in a block; the text is empty if there is none. */
    private record Fault(String reason, int at, int column) {
        private static final Fault NONE = new Fault("", 0, 0);
    }

    /** Scans blocks, one after the other. */
    private final class Worker implements OrderedPipeline.Worker<TextBlock, Scanned<R>> {
        private final CsvScanner scanner = new CsvScanner(options);
        private final Maker<R> maker = makers.get();

        @Override
        public Scanned<R> apply(TextBlock block) {
            scanner.scan(block.bytes(), 0, block.length(), maker.start(), Integer.MAX_VALUE);
            TextFault fault = scanner.fault();
            int records = scanner.records();
            R result = maker.finish(records);
            Fault found =
                    fault == null ? Fault.NONE : new Fault(fault.reason(), scanner.faultAt(), scanner.faultColumn());
            return new Scanned<>(
                    block,
                    result,
                    records,
                    scanner.lines(),
                    scanner.emptyLines(),
                    scanner.commentLines(),
                    scanner.openAt(),
                    found);
        }
    }

    /**
     * Reads a text.
     *
     * @param linesBefore lines of the file before the text
     * @param progress given the number of bytes read so far, from time to time
     * @throws DataSeriesException if the text is not what it should be; the message names line and column
     */
    CsvImport.Report read(
            OrderedPipeline.Source<TextBlock> blocks, long linesBefore, Consumer<R> consumer, LongConsumer progress)
            throws IOException {
        long lines = linesBefore;
        long emptyLines = 0;
        long commentLines = 0;
        long rows = 0;
        long bytes = 0;
        TextBlock open = null;
        Worker again = new Worker();
        try (OrderedPipeline<TextBlock, Scanned<R>> pipeline = new OrderedPipeline<>(
                blocks,
                Worker::new,
                block -> (long) block.length() * RESULT_FACTOR,
                AHEAD_BYTES * options.threads(),
                options.threads())) {
            for (Scanned<R> scanned = pipeline.next(); scanned != null; scanned = pipeline.next()) {
                bytes += scanned.block().consumed();
                if (open != null) {
                    scanned = again.apply(joined(open, scanned.block(), lines));
                }
                TextBlock block = scanned.block();
                Fault fault = scanned.fault();
                if (!fault.reason().isEmpty()) {
                    long line = lines + CsvScanner.countLines(block.bytes(), 0, fault.at()) + 1;
                    throw new DataSeriesException(
                            source, place(line, fault.column()) + ": " + fault.reason() + remedyOf(line));
                }
                R result = scanned.result();
                if (scanned.records() > 0 && result != null) {
                    consumer.accept(result, scanned.records(), lines);
                }
                rows += scanned.records();
                int end = scanned.openAt() < 0 ? block.length() : scanned.openAt();
                lines += scanned.lines();
                emptyLines += scanned.emptyLines();
                commentLines += scanned.commentLines();
                byte[] rest = Arrays.copyOfRange(block.bytes(), end, block.length());
                open = rest.length == 0 ? null : new TextBlock(rest, rest.length, 0);
                progress.accept(bytes);
            }
        }
        if (open != null) {
            throw new DataSeriesException(source, "line " + (lines + 1) + ": a quote is not closed: close it");
        }
        return new CsvImport.Report(rows, lines, emptyLines, commentLines, bytes);
    }

    private TextBlock joined(TextBlock open, TextBlock block, long lines) throws DataSeriesException {
        if ((long) open.length() + block.length() > (long) options.maxRecordBytes() + block.length()) {
            throw new DataSeriesException(
                    source,
                    "line " + (lines + 1) + ": a quote is not closed within " + options.maxRecordBytes()
                            + " bytes: close it");
        }
        byte[] bytes = Arrays.copyOf(open.bytes(), open.length() + block.length());
        System.arraycopy(block.bytes(), 0, bytes, open.length(), block.length());
        return new TextBlock(bytes, bytes.length, block.consumed());
    }

    /** Returns what may be done about a fault of the first line, which is often that it has the names of columns. */
    private String remedyOf(long line) {
        return line == 1 && !options.header() ? "; if the line names the columns, read it as a header" : "";
    }

    private String place(long line, int column) {
        String name = column < columns.size() ? " ('" + columns.get(column) + "')" : "";
        return "line " + line + ", column " + (column + 1) + name;
    }
}
