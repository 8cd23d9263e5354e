package dev.mimeo.formats.internal.trace;

import dev.mimeo.MimeoException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.VariableColumn;
import dev.mimeo.formats.trace.TraceConverter;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Converts text of one row per line, without loss whatever the text is: a line whose row does not print as exactly the same
 * bytes is kept whole in the nullable field {@code garbage} instead, its line feed included.
 *
 * <p>Subclasses give the type and a {@link LineFormat} that knows the lines. Blocks of lines are converted in parallel.
 */
public abstract class LineConverter implements TraceConverter {

    private static final TraceConverter.Summary NOTHING = new TraceConverter.Summary(0, 0, 0, 0);
    private static final int BLOCK = 1 << 20;

    /** Blocks that wait or are parsed at a time, and their rows, which may take more memory than the lines. */
    private static final long BLOCKS_PER_THREAD = 2;

    /** Printed text and extents that wait, in bytes per thread. */
    private static final long BYTES_PER_THREAD = 1 << 25;

    private final String name;
    private final String description;
    private final ExtentType type;
    private final int garbage;

    /**
     * Makes a converter.
     *
     * @param type has a nullable field {@code garbage} of type variable32
     */
    protected LineConverter(String name, String description, ExtentType type) {
        this.name = name;
        this.description = description;
        this.type = type;
        this.garbage = type.indexOf("garbage");
    }

    /** Makes what parses and prints lines, for one thread. */
    protected abstract LineFormat newFormat();

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String description() {
        return description;
    }

    @Override
    public final ExtentType type() {
        return type;
    }

    @Override
    public final boolean isLossless() {
        return true;
    }

    @Override
    public final TraceConverter.Summary convert(
            InputStream input, TraceConverter.Sink rows, TraceConverter.Options options) throws IOException {
        TraceConverter.Summary summary = NOTHING;
        try (OrderedPipeline<byte[], ConvertedLines> pipeline = new OrderedPipeline<>(
                new LineBlocks(input, BLOCK),
                BlockParser::new,
                block -> 1,
                BLOCKS_PER_THREAD * options.threads(),
                options.threads())) {
            for (ConvertedLines part = pipeline.next(); part != null; part = pipeline.next()) {
                rows.accept(part.rows);
                summary = joined(summary, part.summary);
                if (options.strict() && summary.firstGarbageLine() != 0) {
                    throw new MimeoException(
                            MimeoException.Reason.CORRUPT,
                            "line " + summary.firstGarbageLine() + " is not a line of the format '" + name + "'");
                }
            }
        }
        return summary;
    }

    @Override
    public final TraceConverter.Summary print(ExtentSource rows, OutputStream output, TraceConverter.Options options)
            throws IOException {
        TraceConverter.Summary summary = NOTHING;
        try (OrderedPipeline<Extent, Printed> pipeline = new OrderedPipeline<>(
                rows::next,
                Printer::new,
                extent -> 2 * extent.sizeBytes(),
                BYTES_PER_THREAD * options.threads(),
                options.threads())) {
            for (Printed part = pipeline.next(); part != null; part = pipeline.next()) {
                part.text.writeTo(output);
                summary = joined(summary, part.summary);
            }
        }
        output.flush();
        return summary;
    }

    /** Returns the summary of a part of a trace and of the part that follows it. */
    private static TraceConverter.Summary joined(TraceConverter.Summary part, TraceConverter.Summary next) {
        return new TraceConverter.Summary(
                part.rows() + next.rows(),
                part.traceBytes() + next.traceBytes(),
                part.garbageRows() + next.garbageRows(),
                part.firstGarbageLine() != 0 || next.firstGarbageLine() == 0
                        ? part.firstGarbageLine()
                        : part.rows() + next.firstGarbageLine());
    }

    private record ConvertedLines(Extent rows, TraceConverter.Summary summary) {}

    private record Printed(LineBuffer text, TraceConverter.Summary summary) {}

    /** Turns blocks of lines into extents. */
    private final class BlockParser implements OrderedPipeline.Worker<byte[], ConvertedLines> {
        private final LineFormat format = newFormat();
        private final LineCursor line = new LineCursor();
        private final RowValues row = new RowValues(type);
        private final LineBuffer printed = new LineBuffer();
        private final ExtentBuilder rows = new ExtentBuilder(type);

        @Override
        public ConvertedLines apply(byte[] text) {
            rows.clear();
            long lines = 0;
            long malformed = 0;
            long firstMalformed = 0;
            int end;
            for (int start = 0; start < text.length; start = end) {
                end = lineEnd(text, start, text.length);
                lines++;
                if (!add(text, start, end)) {
                    malformed++;
                    firstMalformed = firstMalformed == 0 ? lines : firstMalformed;
                }
            }
            return new ConvertedLines(
                    rows.build(), new TraceConverter.Summary(lines, text.length, malformed, firstMalformed));
        }

        private static int lineEnd(byte[] text, int start, int limit) {
            int at = start;
            while (at < limit && text[at] != '\n') {
                at++;
            }
            return Math.min(at + 1, limit);
        }

        private boolean add(byte[] text, int start, int end) {
            row.clear();
            line.reset(text, start, end);
            if (format.parse(line, row)) {
                printed.clear();
                format.print(row, printed);
                if (printed.contentEquals(text, start, end)) {
                    row.setNull(garbage);
                    row.store(rows);
                    return true;
                }
            }
            line.reset(text, start, end);
            format.salvage(line, row);
            row.set(garbage, text, start, end - start);
            row.store(rows);
            return false;
        }
    }

    /** Turns extents into lines. */
    private final class Printer implements OrderedPipeline.Worker<Extent, Printed> {
        private final LineFormat format = newFormat();
        private final RowValues row = new RowValues(type);

        @Override
        public Printed apply(Extent extent) throws IOException {
            LineBuffer text = new LineBuffer();
            row.bind(extent);
            boolean[] wellFormed = extent.nulls(garbage);
            VariableColumn lines = extent.variables(garbage);
            long malformed = 0;
            long firstMalformed = 0;
            for (int i = 0; i < extent.rows(); i++) {
                if (wellFormed[i]) {
                    row.load(i);
                    format.print(row, text);
                } else {
                    text.append(lines.array(), lines.offset(i), lines.length(i));
                    malformed++;
                    firstMalformed = firstMalformed == 0 ? i + 1L : firstMalformed;
                }
            }
            return new Printed(text, new TraceConverter.Summary(extent.rows(), text.size(), malformed, firstMalformed));
        }
    }
}
