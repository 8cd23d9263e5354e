package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@code ds2txt} prints back into rows.
 *
 * <p>Types are taken from the text, where it has them, and from the options. A line {@code # Extent, type='NAME'} turns
 * to another type and starts an extent; without such lines there must be one type. A line of field names says which
 * fields the rows have, in which order; without, all in the order of the type. Fields that the text lacks are null, or
 * zero or empty where they cannot be null. The index is left out.
 *
 * <p>Print attributes of the types are undone. What the text does not determine is said in the report: doubles at print
 * precision, divided values, digits that may stand for unprintable bytes, missing fields. Where the separator occurs in
 * values, a row is understood as long as only one of its fields is a string.
 *
 * <p>Rows are read by several threads. Memory depends on their number, the longest line and the extents, not on the size of
 * the text. An instance reads one text.
 */
public final class TextImport {

    private static final byte[] TYPES = "# Extent Types ...".getBytes(UTF_8);
    private static final byte[] INDEX = "extent offset  ExtentType".getBytes(UTF_8);
    private static final byte[] EXTENT = "# Extent, type='".getBytes(UTF_8);
    private static final Pattern INDEX_LINE = Pattern.compile("-?\\d+ +\\S.*");

    /** Bytes that are held per thread, about. */
    private static final long AHEAD_BYTES = 16L << 20;

    /** Makes the writer when all types are known. */
    @FunctionalInterface
    public interface Opener {
        /** Starts a file of some types. */
        DataSeriesWriter open(List<ExtentType> types) throws IOException;
    }

    private enum Part {
        START,
        TYPES,
        INDEX,
        ROWS
    }

    private final TextImportOptions options;
    private final Opener opener;
    private final PrintedTypes types;
    private final String separator;

    // The position of the reader of lines.
    private final LineSplitter values;
    private final Set<PrintedLayout> layouts = new LinkedHashSet<>();
    private final Map<ExtentType, List<PrintedLayout>> layoutsOfTypes = new HashMap<>();
    private @Nullable PrintedLayout layout;
    private boolean[] nameStarts = new boolean[256];
    private Part part = Part.START;
    private String source = "";
    private boolean skipping;
    private boolean namesMayFollow = true;
    private long lines;
    private List<ExtentType> turns = new ArrayList<>();

    // The position of the writer of rows; the reader is ahead.
    private final Map<ExtentType, ExtentOutput> outputs = new HashMap<>();
    private @Nullable DataSeriesWriter writer;
    private @Nullable ExtentType extentType;
    private long rows;
    private long rowsBefore;

    /**
     * Prepares to read a text.
     *
     * @param opener called once, before the first row; the writer is the caller's to close
     */
    public TextImport(TextImportOptions options, Opener opener) {
        this.options = options;
        this.opener = opener;
        this.separator = options.separator();
        this.values = new LineSplitter(options);
        this.types = new PrintedTypes(options.types());
    }

    /**
     * Reads a text to its end.
     *
     * @param in the text; not closed
     * @param name name of it in messages
     * @param progress given the number of bytes read so far, from time to time
     * @throws DataSeriesException if the text is not what {@code ds2txt} prints; the message names the line
     * @throws IOException if reading or writing fails
     */
    public TextImportReport read(InputStream in, String name, LongConsumer progress) throws IOException {
        source = name;
        Pieces pieces = new Pieces(new CsvBlocks(in, name, options.maxLineBytes(), CsvBlocks.BLOCK_BYTES), progress);
        try (OrderedPipeline<PrintedRows.Lines, PrintedRows.Made> made = new OrderedPipeline<>(
                pieces,
                () -> new PrintedRows(options, name),
                PrintedRows.Lines::weight,
                AHEAD_BYTES * options.threads(),
                options.threads())) {
            for (PrintedRows.Made next = made.next(); next != null; next = made.next()) {
                write(next);
            }
        }
        if (types.all().isEmpty()) {
            throw new DataSeriesException(
                    source, "there is no type: the text has none and none was given: describe it as XML");
        }
        open();
        endExtent();
        for (ExtentOutput output : outputs.values()) {
            output.close();
        }
        Set<String> notes = new LinkedHashSet<>();
        layouts.forEach(used -> notes.addAll(used.notes()));
        return new TextImportReport(rows, lines, pieces.bytes, new ArrayList<>(notes));
    }

    private void write(PrintedRows.Made made) throws IOException {
        for (ExtentType type : made.lines().turns()) {
            endExtent();
            extentType = type;
        }
        PrintedLayout used = made.lines().layout();
        Extent extent = made.extent();
        if (used != null && extent != null) {
            used.addAmbiguous(made.ambiguous());
            output(used.type()).copy(extent);
            rows += extent.rows();
        }
    }

    /** Finds the lines that are rows, and takes in all others. */
    private final class Pieces implements OrderedPipeline.Source<PrintedRows.Lines> {
        private final CsvBlocks blocks;
        private final LongConsumer progress;
        private @Nullable TextBlock block;
        private int at;
        private long bytes;

        Pieces(CsvBlocks blocks, LongConsumer progress) {
            this.blocks = blocks;
            this.progress = progress;
        }

        @Override
        public PrintedRows.@Nullable Lines next() throws IOException {
            while (true) {
                TextBlock current = block;
                if (current == null) {
                    current = blocks.next();
                    at = 0;
                }
                block = current;
                if (current == null) {
                    types.end(source, lines);
                    return turns.isEmpty() ? null : lines(new byte[0], 0, 0, lines + 1);
                }
                PrintedRows.Lines some = some(current);
                if (at == current.length()) {
                    bytes += current.consumed();
                    progress.accept(bytes);
                    block = null;
                }
                if (some != null) {
                    return some;
                }
                if (!turns.isEmpty()) {
                    return lines(new byte[0], 0, 0, lines + 1);
                }
            }
        }

        /** Returns the next rows of a block, up to a line that is none; null if there are none. */
        private PrintedRows.@Nullable Lines some(TextBlock from) throws IOException {
            byte[] text = from.bytes();
            int first = at;
            long firstLine = lines + 1;
            while (at < from.length()) {
                int end = at;
                while (text[end] != '\n') {
                    end++;
                }
                boolean plain = isPlainRow(text, at, end);
                if (!plain && at > first) {
                    break;
                }
                lines++;
                if (!plain && !takeLine(text, at, end)) {
                    first = end + 1;
                    firstLine = lines + 1;
                }
                at = end + 1;
            }
            return at > first ? lines(text, first, at, firstLine) : null;
        }

        private PrintedRows.Lines lines(byte[] text, int from, int to, long firstLine) {
            PrintedRows.Lines some =
                    new PrintedRows.Lines(turns, from == to ? null : layout, text, from, to, firstLine);
            turns = new ArrayList<>();
            return some;
        }

        /** Takes in a line, and tells whether it is a row. */
        private boolean takeLine(byte[] text, int from, int to) throws IOException {
            try {
                return line(text, from, to);
            } catch (TextFault e) {
                throw new DataSeriesException(source, "line " + lines + ": " + e.reason());
            } catch (IllegalArgumentException e) {
                throw new DataSeriesException(source, "line " + lines + ": " + e.getMessage());
            }
        }
    }

    /** Returns whether a line can be nothing but a row of the current layout. */
    private boolean isPlainRow(byte[] text, int from, int to) {
        return part == Part.ROWS
                && layout != null
                && !skipping
                && !namesMayFollow
                && !startsWith(text, from, to, EXTENT)
                && !(options.csv() && (from == to || nameStarts[text[from] & 0xff]));
    }

    /** Takes in a line, and tells whether it is a row. */
    private boolean line(byte[] text, int from, int to) throws IOException, TextFault {
        int end = options.withoutReturn(text, from, to);
        if (part == Part.START && isLine(text, from, end, TYPES)) {
            part = Part.TYPES;
        } else if ((part == Part.START || part == Part.TYPES) && isLine(text, from, end, INDEX)) {
            types.end(source, lines);
            part = Part.INDEX;
        } else if (startsWith(text, from, end, EXTENT)) {
            types.end(source, lines);
            part = Part.ROWS;
            turnTo(new String(text, from, end - from, UTF_8));
        } else if (part == Part.TYPES && (types.isOpen() || !isRow(text, from, end))) {
            types.line(new String(text, from, to - from, UTF_8), source, lines);
        } else if (part != Part.INDEX
                || !INDEX_LINE
                        .matcher(new String(text, from, end - from, UTF_8))
                        .matches()) {
            types.end(source, lines);
            part = Part.ROWS;
            return !skipping && row(text, from, end);
        }
        return false;
    }

    private static boolean isLine(byte[] text, int from, int to, byte[] line) {
        return Arrays.equals(text, from, to, line, 0, line.length);
    }

    private static boolean startsWith(byte[] text, int from, int to, byte[] start) {
        return to - from >= start.length && Arrays.equals(text, from, from + start.length, start, 0, start.length);
    }

    private static boolean isRow(byte[] text, int from, int to) {
        return to > from && text[from] != '<' && text[from] != ' ';
    }

    private void turnTo(String heading) throws IOException, TextFault {
        String start = heading.substring("# Extent, type='".length());
        String name = start.replaceFirst("', where='.*'$", "").replaceFirst("'$", "");
        skipping = ExtentType.isBuiltIn(name);
        namesMayFollow = true;
        if (skipping) {
            return;
        }
        ExtentType type = types.get(name);
        if (type == null) {
            throw new TextFault("there is no description of type '" + name + "'", "add one as XML");
        }
        turns.add(type);
        if (layout == null || !layout.type().equals(type)) {
            use(type, type.fields());
        }
    }

    /** Turns to a layout for the rows that follow. */
    private PrintedLayout use(ExtentType type, List<Field> columns) {
        List<PrintedLayout> ofType = layoutsOfTypes.computeIfAbsent(type, key -> new ArrayList<>());
        PrintedLayout used = ofType.stream()
                .filter(known -> known.columns().equals(columns))
                .findFirst()
                .orElse(null);
        if (used == null) {
            used = new PrintedLayout(type, columns, options.decodeHex());
            ofType.add(used);
        }
        layouts.add(used);
        layout = used;
        nameStarts = new boolean[256];
        nameStarts['"'] = true;
        for (Field field : used.type().fields()) {
            byte[] name = field.name().getBytes(UTF_8);
            nameStarts[name.length == 0 ? separator.getBytes(UTF_8)[0] & 0xff : name[0] & 0xff] = true;
        }
        return used;
    }

    /** Writes the extent that a heading started, even if it has no rows. */
    private void endExtent() throws IOException {
        ExtentType type = extentType;
        if (type == null) {
            return;
        }
        if (rows == rowsBefore) {
            open().write(new ExtentBuilder(type).build());
        } else {
            output(type).flush();
        }
        rowsBefore = rows;
    }

    private ExtentOutput output(ExtentType type) throws IOException {
        ExtentOutput output = outputs.get(type);
        if (output == null) {
            output = new ExtentOutput(open(), type, options.extentSize());
            outputs.put(type, output);
        }
        return output;
    }

    private DataSeriesWriter open() throws IOException {
        DataSeriesWriter opened = writer;
        if (opened == null) {
            opened = opener.open(types.all().stream()
                    .filter(type -> !ExtentType.isBuiltIn(type.name()))
                    .toList());
            writer = opened;
        }
        return opened;
    }

    /** Takes in a line that is a row or names fields, and tells whether it is a row. */
    private boolean row(byte[] text, int from, int to) throws TextFault {
        PrintedLayout known = layout;
        if (known == null) {
            List<ExtentType> data = types.all().stream()
                    .filter(type -> !ExtentType.isBuiltIn(type.name()))
                    .toList();
            if (data.size() != 1) {
                throw new TextFault(
                        "the text does not say of which of " + data.size() + " types its rows are",
                        "print it with the names of types, or describe one type only");
            }
            known = use(data.get(0), data.get(0).fields());
        }
        boolean maybeNames = namesMayFollow || options.csv();
        namesMayFollow = false;
        return !maybeNames || (!isLine(text, from, to, known.names(separator)) && !takeNames(text, from, to, known));
    }

    /** Takes in a line of field names, and tells whether this is one. */
    private boolean takeNames(byte[] text, int from, int to, PrintedLayout known) throws TextFault {
        values.split(text, from, to);
        List<Field> columns = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < values.count(); i++) {
            String name = values.string(i);
            if (!known.type().hasField(name) || !seen.add(name)) {
                return false;
            }
            columns.add(known.type().fields().get(known.type().indexOf(name)));
        }
        if (columns.isEmpty()) {
            return false;
        }
        if (!columns.equals(known.columns())) {
            use(known.type(), columns);
        }
        return true;
    }
}
