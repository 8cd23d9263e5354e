package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
 * <p>Memory depends on the longest line and the extents, not on the size of the text. An instance reads one text.
 */
public final class TextImport {

    private static final byte[] TYPES = "# Extent Types ...".getBytes(UTF_8);
    private static final byte[] INDEX = "extent offset  ExtentType".getBytes(UTF_8);
    private static final byte[] EXTENT = "# Extent, type='".getBytes(UTF_8);
    private static final String RESERVED = "DataSeries: ";
    private static final Pattern INDEX_LINE = Pattern.compile("-?\\d+ +\\S.*");
    private static final Pattern EMPTY_TYPE = Pattern.compile("<ExtentType(?:[^\"'>]|\"[^\"]*+\"|'[^']*+')*+/>");

    /** A description of a type whose start is longer than this has an end tag. */
    private static final int MAX_EMPTY_TYPE = 1 << 16;

    private static final int MAX_TYPE = 16 << 20;
    private static final int MAX_TYPES = 1 << 16;

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
    private final byte[] separator;
    private final CsvScanner scanner;
    private final Map<String, ExtentType> types = new LinkedHashMap<>();
    private final Map<ExtentType, ExtentOutput> outputs = new HashMap<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private final StringBuilder typeText = new StringBuilder();
    private final ValueList values = new ValueList();
    private boolean typeOpen;
    private @Nullable DataSeriesWriter writer;
    private @Nullable Layout layout;
    private Part part = Part.START;
    private String source = "";
    private boolean skipping;
    private boolean namesMayFollow = true;
    private long lines;
    private long rows;
    private @Nullable ExtentType extentType;
    private long rowsBefore;

    /**
     * Prepares to read a text.
     *
     * @param opener called once, before the first row; the writer is the caller's to close
     */
    public TextImport(TextImportOptions options, Opener opener) {
        this.options = options;
        this.opener = opener;
        this.separator = options.separator().getBytes(UTF_8);
        this.scanner = new CsvScanner(CsvOptions.DEFAULT
                .withSeparator(options.csv() ? options.separator() : ",")
                .withCommentPrefix(""));
        for (ExtentType type : options.types()) {
            types.put(type.name(), type);
        }
    }

    /** The fields of a row of text. */
    private static final class Layout {
        private final ExtentType type;
        private final PrintedField[] fields;
        private final int[] order;
        private final int[] others;
        private final int text;

        Layout(ExtentType type, List<Field> columns, boolean decodeHex) {
            this.type = type;
            this.fields = new PrintedField[columns.size()];
            Map<Integer, Integer> columnOf = new HashMap<>();
            int strings = 0;
            int string = -1;
            for (int i = 0; i < fields.length; i++) {
                Field field = columns.get(i);
                try {
                    fields[i] = new PrintedField(type, field, decodeHex);
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(
                            "cannot read field '" + field.name() + "' of type '" + type.name() + "': " + e.getMessage(),
                            e);
                }
                columnOf.put(field.index(), i);
                switch (field.type()) {
                    case VARIABLE32, FIXEDWIDTH -> {
                        strings++;
                        string = i;
                    }
                    default -> {}
                }
            }
            this.text = strings == 1 ? string : -1;
            this.others = new int[fields.length];
            this.order = ordered(columnOf);
        }

        /** Returns the line of field names, if it has no quotes. */
        byte[] names(String separator) {
            return Arrays.stream(fields)
                    .map(field -> field.field().name())
                    .collect(Collectors.joining(separator))
                    .getBytes(UTF_8);
        }

        /** Returns the columns so that those come first to which others are relative. */
        private int[] ordered(Map<Integer, Integer> columnOf) {
            List<Integer> order = new ArrayList<>();
            Set<Integer> done = new HashSet<>();
            boolean more = true;
            while (more) {
                more = false;
                for (int i = 0; i < fields.length; i++) {
                    int other = fields[i].other();
                    Integer column = columnOf.get(other);
                    if (!done.contains(i) && (other < 0 || (column != null && done.contains(column)))) {
                        others[i] = column == null ? i : column;
                        order.add(i);
                        done.add(i);
                        more = true;
                    }
                }
            }
            if (order.size() < fields.length) {
                throw new IllegalArgumentException(
                        "a field of type '" + type.name() + "' is relative to one that is not in the text");
            }
            return order.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    /** The values of a line. */
    private static final class ValueList implements CsvScanner.Sink {
        private byte[] text = new byte[256];
        private int[] ends = new int[64];
        private int count;

        @Override
        public void startRecord() {
            count = 0;
        }

        @Override
        public void value(int column, byte[] in, int from, int to) {
            if (count + 1 > ends.length) {
                ends = Arrays.copyOf(ends, 2 * ends.length);
            }
            int start = start(count);
            int end = start + to - from;
            if (end > text.length) {
                text = Arrays.copyOf(text, Math.max(end, 2 * text.length));
            }
            System.arraycopy(in, from, text, start, to - from);
            ends[count] = end;
            count++;
        }

        @Override
        public void endRecord(int columns) {}

        int start(int column) {
            return column == 0 ? 0 : ends[column - 1];
        }

        String string(int column) {
            return new String(text, start(column), ends[column] - start(column), UTF_8);
        }
    }

    /**
     * Reads a text to its end.
     *
     * @param in the text; not closed
     * @param name what to call it in messages
     * @param progress told the bytes read so far, now and then
     * @throws DataSeriesException if the text is not what {@code ds2txt} prints; the message names the line
     * @throws IOException if reading or writing fails
     */
    public TextImportReport read(InputStream in, String name, LongConsumer progress) throws IOException {
        source = name;
        LineBlocks blocks = new LineBlocks(in, name, options.maxLineBytes(), LineBlocks.BLOCK_BYTES);
        long bytes = 0;
        for (TextBlock block = blocks.next(); block != null; block = blocks.next()) {
            byte[] text = block.bytes();
            int start = 0;
            while (start < block.length()) {
                int end = start;
                while (text[end] != '\n') {
                    end++;
                }
                lines++;
                try {
                    line(text, start, end);
                } catch (TextFault e) {
                    throw new DataSeriesException(source, "line " + lines + ": " + e.reason());
                } catch (IllegalArgumentException e) {
                    throw new DataSeriesException(source, "line " + lines + ": " + e.getMessage());
                }
                start = end + 1;
            }
            bytes += block.consumed();
            progress.accept(bytes);
        }
        endType();
        if (types.isEmpty()) {
            throw new DataSeriesException(source, "there is no type: the text has none and none was given");
        }
        finishWriter();
        return new TextImportReport(rows, lines, bytes, new ArrayList<>(notes));
    }

    private void finishWriter() throws IOException {
        open();
        endExtent();
        for (ExtentOutput output : outputs.values()) {
            output.close();
        }
        note(layout);
    }

    private void line(byte[] text, int from, int to) throws IOException, TextFault {
        int end = to > from && text[to - 1] == '\r' && options.csv() ? to - 1 : to;
        if (part == Part.START && isLine(text, from, end, TYPES)) {
            part = Part.TYPES;
        } else if ((part == Part.START || part == Part.TYPES) && isLine(text, from, end, INDEX)) {
            endType();
            part = Part.INDEX;
        } else if (startsWith(text, from, end, EXTENT)) {
            endType();
            part = Part.ROWS;
            turnTo(new String(text, from, end - from, UTF_8));
        } else if (part == Part.TYPES && (typeOpen || !isRow(text, from, end))) {
            typeLine(new String(text, from, to - from, UTF_8));
        } else if (part != Part.INDEX
                || !INDEX_LINE
                        .matcher(new String(text, from, end - from, UTF_8))
                        .matches()) {
            endType();
            part = Part.ROWS;
            if (!skipping) {
                row(text, from, end);
            }
        }
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

    private void typeLine(String line) throws IOException, TextFault {
        if (!typeOpen && line.stripLeading().startsWith("<")) {
            endType();
            typeOpen = true;
        }
        typeText.append(line).append('\n');
        if (typeText.length() > MAX_TYPE || types.size() > MAX_TYPES) {
            throw new TextFault("the descriptions of the types are too large");
        }
        boolean complete = line.contains("</ExtentType>")
                || (typeText.length() < MAX_EMPTY_TYPE
                        && EMPTY_TYPE.matcher(typeText).find());
        typeOpen &= !complete;
    }

    /** Takes the description that was read, without the line feed that is printed behind each. */
    private void endType() throws IOException {
        String xml = typeText.toString();
        typeText.setLength(0);
        if (xml.isBlank()) {
            return;
        }
        ExtentType type = parseType(xml.substring(0, xml.length() - 1));
        ExtentType known = types.putIfAbsent(type.name(), type);
        if (known != null && !known.equals(type)) {
            throw new DataSeriesException(
                    source, "line " + lines + ": there are two different types named '" + type.name() + "'");
        }
    }

    private ExtentType parseType(String xml) throws DataSeriesException {
        try {
            return ExtentType.parse(xml);
        } catch (DataSeriesException e) {
            throw new DataSeriesException(source, "line " + lines + ": the type before is none: " + e.getMessage());
        }
    }

    private void turnTo(String heading) throws IOException, TextFault {
        String start = heading.substring("# Extent, type='".length());
        String name = start.replaceFirst("', where='.*'$", "").replaceFirst("'$", "");
        skipping = name.startsWith(RESERVED);
        namesMayFollow = true;
        if (skipping) {
            return;
        }
        ExtentType type = types.get(name);
        if (type == null) {
            throw new TextFault("there is no description of type '" + name + "'");
        }
        endExtent();
        extentType = type;
        if (layout == null || !layout.type.equals(type)) {
            note(layout);
            layout = new Layout(type, type.fields(), options.decodeHex());
        }
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
            opened = opener.open(types.values().stream()
                    .filter(type -> !type.name().startsWith(RESERVED))
                    .toList());
            writer = opened;
        }
        return opened;
    }

    private void row(byte[] text, int from, int to) throws IOException, TextFault {
        Layout known = layout;
        if (known == null) {
            List<ExtentType> data = types.values().stream()
                    .filter(type -> !type.name().startsWith(RESERVED))
                    .toList();
            if (data.size() != 1) {
                throw new TextFault("the text does not say of which of " + data.size() + " types its rows are");
            }
            known = new Layout(data.get(0), data.get(0).fields(), options.decodeHex());
            layout = known;
        }
        boolean maybeNames = namesMayFollow || options.csv();
        namesMayFollow = false;
        if (maybeNames && isLine(text, from, to, known.names(options.separator()))) {
            return;
        }
        split(text, from, to);
        if (maybeNames) {
            Layout named = named(known);
            if (named != null) {
                layout = named;
                return;
            }
        }
        int surplus = values.count - known.fields.length;
        if (surplus != 0 && (surplus < 0 || known.text < 0)) {
            throw new TextFault(values.count + " values for " + known.fields.length + " fields of type '"
                    + known.type.name() + "'"
                    + (surplus > 0 ? ": print with another separator, or as CSV" : ""));
        }
        ExtentBuilder row = output(known.type).addRow();
        rows++;
        if (known.fields.length < known.type.fields().size()) {
            setMissing(known, row);
        }
        for (int column : known.order) {
            // The only string takes what is too much: the separator was part of it.
            int first = surplus > 0 && column > known.text ? column + surplus : column;
            int last = surplus > 0 && column >= known.text ? column + surplus : column;
            PrintedField field = known.fields[column];
            byte[] value = values.text;
            int start = values.start(first);
            int end = values.ends[last];
            if (last > first) {
                value = joined(first, last);
                start = 0;
                end = value.length;
            }
            try {
                field.parse(value, start, end, known.fields[known.others[column]], row);
            } catch (TextFault e) {
                throw new TextFault("field '" + field.field().name() + "': " + e.reason());
            }
        }
    }

    private byte[] joined(int first, int last) {
        int between = last - first;
        int length = values.ends[last] - values.start(first) + between * separator.length;
        byte[] all = new byte[length];
        int at = 0;
        for (int i = first; i <= last; i++) {
            int size = values.ends[i] - values.start(i);
            System.arraycopy(values.text, values.start(i), all, at, size);
            at += size;
            if (i < last) {
                System.arraycopy(separator, 0, all, at, separator.length);
                at += separator.length;
            }
        }
        return all;
    }

    private static void setMissing(Layout layout, ExtentBuilder row) {
        boolean[] there = new boolean[layout.type.fields().size()];
        for (PrintedField field : layout.fields) {
            there[field.field().index()] = true;
        }
        for (Field field : layout.type.fields()) {
            if (!there[field.index()] && field.nullable()) {
                row.setNull(field.index());
            }
        }
    }

    private void split(byte[] text, int from, int to) throws TextFault {
        values.startRecord();
        if (options.csv()) {
            // The line feed behind the line is there.
            scanner.scan(text, from, to + 1, values, 1);
            TextFault fault = scanner.fault();
            if (fault != null) {
                throw fault;
            }
            if (scanner.openAt() >= 0) {
                throw new TextFault("a quote is not closed on its line");
            }
            return;
        }
        int at = from;
        int start = from;
        while (at < to) {
            if (text[at] == separator[0]
                    && to - at >= separator.length
                    && Arrays.equals(text, at, at + separator.length, separator, 0, separator.length)) {
                values.value(values.count, text, start, at);
                at += separator.length;
                start = at;
            } else {
                at++;
            }
        }
        values.value(values.count, text, start, to);
    }

    /** Returns how rows look behind a line of field names, or null if this is none. */
    private @Nullable Layout named(Layout known) {
        List<Field> columns = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < values.count; i++) {
            String name = values.string(i);
            if (!known.type.hasField(name) || !seen.add(name)) {
                return null;
            }
            columns.add(known.type.fields().get(known.type.indexOf(name)));
        }
        if (columns.isEmpty()) {
            return null;
        }
        boolean same = columns.size() == known.fields.length;
        for (int i = 0; same && i < columns.size(); i++) {
            same = columns.get(i).equals(known.fields[i].field());
        }
        if (same) {
            return known;
        }
        note(known);
        return new Layout(known.type, columns, options.decodeHex());
    }

    private void note(@Nullable Layout used) {
        if (used == null) {
            return;
        }
        String start = "type '" + used.type.name() + "', field '";
        Set<String> there = new HashSet<>();
        for (PrintedField field : used.fields) {
            there.add(field.field().name());
            if (!field.note().isEmpty()) {
                notes.add(start + field.field().name() + "': " + field.note());
            }
        }
        for (Field field : used.type.fields()) {
            if (!there.contains(field.name())) {
                notes.add(start + field.name() + "': not in the text");
            }
        }
    }
}
