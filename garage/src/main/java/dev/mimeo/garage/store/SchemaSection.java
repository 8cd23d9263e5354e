package dev.mimeo.garage.store;

import dev.mimeo.garage.internal.codec.ByteSink;
import dev.mimeo.garage.internal.codec.ByteSource;
import dev.mimeo.internal.text.StrictUtf8;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/**
 * Section of a packed file that describes the file and its tables.
 *
 * <p>Server; 1 and the day since 1970-01-01, or 0; number of properties, name and value of each; number of tables. Of each
 * table name, rows, columns; then the names of its columns; of each column a byte of its type; of each column a byte of
 * flags, and what they say there is: 1 unit, 2 kind, 4 least and 8 greatest valid value. Texts have their size before them;
 * numbers are of variable size, values float64.
 */
@SuppressWarnings("EnumOrdinal") // The order is part of the format.
final class SchemaSection {

    private static final int UNIT = 1;
    private static final int KIND = 2;
    private static final int MIN = 4;
    private static final int MAX = 8;
    private static final int MAX_TEXT = 1 << 20;

    private SchemaSection() {}

    static void write(PackedFileWriter.FileDescription description, List<TableSchema> tables, ByteSink out) {
        writeText(description.server(), out);
        LocalDate day = description.day();
        out.writeByte(day == null ? 0 : 1);
        if (day != null) {
            out.writeSigned(day.toEpochDay());
        }
        out.writeVariable(description.properties().size());
        description.properties().forEach((name, value) -> {
            writeText(name, out);
            writeText(value, out);
        });
        out.writeVariable(tables.size());
        for (TableSchema table : tables) {
            writeText(table.name(), out);
            out.writeVariable(table.rows());
            out.writeVariable(table.columns().size());
            table.columns().forEach(column -> writeText(column.name(), out));
            table.columns().forEach(column -> out.writeByte(column.type().ordinal()));
            table.columns().forEach(column -> writeDetails(column, out));
        }
    }

    private static void writeDetails(ColumnSchema column, ByteSink out) {
        String unit = column.unit();
        ColumnSchema.Kind kind = column.kind();
        Double min = column.validMin();
        Double max = column.validMax();
        out.writeByte((unit == null ? 0 : UNIT)
                | (kind == null ? 0 : KIND)
                | (min == null ? 0 : MIN)
                | (max == null ? 0 : MAX));
        if (unit != null) {
            writeText(unit, out);
        }
        if (kind != null) {
            out.writeByte(kind.ordinal());
        }
        if (min != null) {
            out.writeLong(Double.doubleToRawLongBits(min));
        }
        if (max != null) {
            out.writeLong(Double.doubleToRawLongBits(max));
        }
    }

    static PackedFileWriter.FileDescription readDescription(ByteSource in) throws DataFormatException {
        String server = readText(in);
        LocalDate day = null;
        if (in.readByte() != 0) {
            try {
                day = LocalDate.ofEpochDay(in.readSigned());
            } catch (DateTimeException e) {
                throw new DataFormatException("expected a day: " + e.getMessage());
            }
        }
        Map<String, String> properties = new TreeMap<>();
        int count = in.readCount(in.remaining());
        for (int i = 0; i < count; i++) {
            properties.put(readText(in), readText(in));
        }
        return new PackedFileWriter.FileDescription(server, day, properties);
    }

    static List<TableSchema> readTables(ByteSource in) throws DataFormatException {
        List<TableSchema> tables = new ArrayList<>();
        int count = in.readCount(in.remaining());
        for (int i = 0; i < count; i++) {
            String name = readText(in);
            int rows = in.readCount(TableSchema.MAX_ROWS);
            int columns = in.readCount(Math.min(in.remaining(), TableSchema.MAX_COLUMNS));
            try {
                tables.add(new TableSchema(name, rows, readColumns(in, columns)));
            } catch (IllegalArgumentException e) {
                throw new DataFormatException(String.valueOf(e.getMessage()));
            }
        }
        return List.copyOf(tables);
    }

    private static List<ColumnSchema> readColumns(ByteSource in, int count) throws DataFormatException {
        String[] names = new String[count];
        ColumnSchema.Type[] types = new ColumnSchema.Type[count];
        for (int i = 0; i < count; i++) {
            names[i] = readText(in);
        }
        ColumnSchema.Type[] allTypes = ColumnSchema.Type.values();
        for (int i = 0; i < count; i++) {
            int type = in.readByte();
            if (type >= allTypes.length) {
                throw new DataFormatException("unknown type " + type + " of column '" + names[i] + "'");
            }
            types[i] = allTypes[type];
        }
        List<ColumnSchema> columns = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            columns.add(readDetails(in, names[i], types[i]));
        }
        return columns;
    }

    private static ColumnSchema readDetails(ByteSource in, String name, ColumnSchema.Type type)
            throws DataFormatException {
        int flags = in.readByte();
        if (flags == 0) {
            return new ColumnSchema(name, type);
        }
        String unit = (flags & UNIT) == 0 ? null : readText(in);
        ColumnSchema.Kind kind = (flags & KIND) == 0 ? null : kind(in.readByte());
        Double min = (flags & MIN) == 0 ? null : (Double) Double.longBitsToDouble(in.readLong());
        Double max = (flags & MAX) == 0 ? null : (Double) Double.longBitsToDouble(in.readLong());
        return new ColumnSchema(name, type, unit, kind, min, max);
    }

    private static ColumnSchema.@Nullable Kind kind(int id) throws DataFormatException {
        ColumnSchema.Kind[] kinds = ColumnSchema.Kind.values();
        if (id >= kinds.length) {
            throw new DataFormatException("unknown kind " + id + " of a counter");
        }
        return kinds[id];
    }

    static void writeText(String text, ByteSink out) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_TEXT) {
            throw new IllegalArgumentException("a text of " + bytes.length + " bytes is longer than " + MAX_TEXT);
        }
        out.writeVariable(bytes.length);
        out.write(bytes, 0, bytes.length);
    }

    static String readText(ByteSource in) throws DataFormatException {
        int length = in.readCount(Math.min(in.remaining(), MAX_TEXT));
        int start = in.skip(length);
        String text = StrictUtf8.decode(in.array(), start, length);
        if (text == null) {
            throw new DataFormatException("expected text in UTF-8");
        }
        return text;
    }
}
