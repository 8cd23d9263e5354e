package dev.mimeo.formats.csv;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import dev.mimeo.internal.text.Counts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes extents of lines that are rows. For one thread at a time. */
final class PrintedRows implements OrderedPipeline.Worker<PrintedRows.Lines, PrintedRows.Made> {

    /** Memory of lines and what is made of them, in bytes per byte of the lines, and per piece. */
    private static final long RESULT_FACTOR = 8;

    private static final long PIECE_WEIGHT = 4096;

    /**
     * Lines that are rows of one type.
     *
     * @param turns types that extents start of before the lines
     * @param layout the columns of the lines, null if there are none; not to be used, as it belongs to another thread
     * @param text complete lines in a block
     * @param firstLine number of the first line, for messages
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Lines(
            List<ExtentType> turns, @Nullable PrintedLayout layout, byte[] text, int from, int to, long firstLine) {
        long weight() {
            return PIECE_WEIGHT + RESULT_FACTOR * (to - from);
        }
    }

    /**
     * Rows parsed from lines.
     *
     * @param extent the rows; null if there are none
     * @param ambiguous as {@link PrintedLayout#ambiguous} says
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Made(Lines lines, @Nullable Extent extent, boolean[] ambiguous) {}

    private final TextImportOptions options;
    private final String source;
    private final LineSplitter values;

    /** Layouts of this thread by those of the lines. */
    private final Map<PrintedLayout, PrintedLayout> layouts = new HashMap<>();

    private final Map<ExtentType, ExtentBuilder> builders = new HashMap<>();

    /**
     * Prepares to read.
     *
     * @param source name of the text in messages
     */
    PrintedRows(TextImportOptions options, String source) {
        this.options = options;
        this.source = source;
        this.values = new LineSplitter(options);
    }

    @Override
    public Made apply(Lines lines) throws DataSeriesException {
        PrintedLayout given = lines.layout();
        if (given == null) {
            return new Made(lines, null, new boolean[0]);
        }
        PrintedLayout layout = layouts.computeIfAbsent(
                given, key -> new PrintedLayout(key.type(), key.columns(), options.decodeHex()));
        ExtentBuilder rows = builders.computeIfAbsent(layout.type(), ExtentBuilder::new);
        rows.clear();
        byte[] text = lines.text();
        long line = lines.firstLine();
        int at = lines.from();
        while (at < lines.to()) {
            int end = at;
            while (text[end] != '\n') {
                end++;
            }
            try {
                row(text, at, options.withoutReturn(text, at, end), layout, rows);
            } catch (TextFault e) {
                throw new DataSeriesException(source, "line " + line + ": " + e.reason());
            } catch (IllegalArgumentException e) {
                throw new DataSeriesException(source, "line " + line + ": " + e.getMessage());
            }
            at = end + 1;
            line++;
        }
        return new Made(lines, rows.build(), layout.ambiguous());
    }

    private void row(byte[] text, int from, int to, PrintedLayout layout, ExtentBuilder row) throws TextFault {
        values.split(text, from, to);
        int surplus = values.count() - layout.count();
        if (surplus != 0 && (surplus < 0 || layout.text() < 0)) {
            throw new TextFault(Counts.of(values.count(), "value") + " for " + Counts.of(layout.count(), "field")
                    + " of type '"
                    + layout.type().name() + "'"
                    + (surplus > 0 ? ": print with another separator, or as CSV" : ": print all fields of each row"));
        }
        row.addRow();
        for (Field field : layout.missing()) {
            if (field.nullable()) {
                row.setNull(field.index());
            }
        }
        for (int column : layout.order()) {
            // The only string takes what is too much: the separator was part of it.
            int first = surplus > 0 && column > layout.text() ? column + surplus : column;
            int last = surplus > 0 && column >= layout.text() ? column + surplus : column;
            PrintedField field = layout.field(column);
            byte[] value = values.text();
            int start = values.start(first);
            int end = values.end(last);
            if (last > first) {
                value = values.joined(first, last);
                start = 0;
                end = value.length;
            }
            try {
                field.parse(value, start, end, layout.base(column), row);
            } catch (TextFault e) {
                throw new TextFault("field '" + field.field().name() + "': " + e.reason());
            }
        }
    }
}
