package dev.mimeo.integrations.spark;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentStream;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.GeneralValue;
import dev.mimeo.dataseries.WriterOptions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** DataSeries files for tests, and their rows as the library reads them. */
final class TestTraces {

    static final ExtentType ALL_TYPES = type("""
            <ExtentType name="Test::All" namespace="mimeo.dev" version="1.0">
              <field type="bool" name="flag" opt_nullable="yes" />
              <field type="byte" name="small" opt_nullable="yes" />
              <field type="int32" name="number" opt_nullable="yes" pack_relative="number" />
              <field type="int64" name="time" pack_relative="time" />
              <field type="double" name="share" opt_nullable="yes" opt_doublebase="1000" />
              <field type="double" name="plain" opt_nullable="yes" />
              <field type="variable32" name="name" opt_nullable="yes" pack_unique="yes" />
              <field type="variable32" name="raw" print_style="hex" />
              <field type="fixedwidth" name="key" size="5" />
              <field type="int32" name="NUMBER" />
            </ExtentType>
            """);

    private TestTraces() {}

    private static ExtentType type(String xml) {
        try {
            return ExtentType.parse(xml);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Writes extents of some rows each, filled one by one. */
    static Path write(Path file, ExtentType type, int extents, int rows, ObjIntConsumer<ExtentBuilder> fill)
            throws IOException {
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                DataSeriesWriter writer = DataSeriesWriter.create(out, List.of(type), WriterOptions.DEFAULT)) {
            ExtentBuilder builder = new ExtentBuilder(type);
            for (int extent = 0; extent < extents; extent++) {
                for (int row = 0; row < rows; row++) {
                    builder.addRow();
                    fill.accept(builder, extent * rows + row);
                }
                writer.write(builder.build());
                builder.clear();
            }
        }
        return file;
    }

    /** Fills a row of {@link #ALL_TYPES}; every seventh value or so is null. */
    static void fill(ExtentBuilder row, int number) {
        if (number % 7 != 0) {
            row.setBoolean(0, number % 3 == 0);
            row.setByte(1, number & 0xff);
            row.setInt(2, number * 0x9e3779b1);
            row.setDouble(4, number * 0.25);
            row.setDouble(5, number % 5 == 0 ? Double.NaN : (1 - number) / 3.0 * (number == 1 ? -1 : 1));
            row.setString(6, "name " + number % 100 + " \u00e4\u20ac");
        } else {
            row.setNull(0);
            row.setNull(1);
            row.setNull(2);
            row.setNull(4);
            row.setNull(5);
            row.setNull(6);
        }
        row.setLong(3, 1_000_000_000_000L + number * 1_000_003L);
        row.setBytes(7, new byte[] {(byte) number, (byte) 0xff, 0, (byte) (number >> 8)});
        row.setBytes(8, new byte[] {1, 2, 3, (byte) (number >> 8), (byte) number});
        row.setInt(9, -number);
    }

    /** Returns the rows of a type as text, one string a row, from whole extents. */
    static List<String> rows(Path file, String type) throws IOException {
        List<String> rows = new ArrayList<>();
        try (DataSeriesReader reader = DataSeriesReader.open(file);
                ExtentStream stream = reader.extents(type, 1)) {
            for (Extent extent = stream.next(); extent != null; extent = stream.next()) {
                int fields = extent.type().fields().size();
                for (int row = 0; row < extent.rows(); row++) {
                    List<String> values = new ArrayList<>();
                    for (int field = 0; field < fields; field++) {
                        values.add(text(extent, field, row));
                    }
                    rows.add(String.join("|", values));
                }
            }
        }
        return rows;
    }

    private static String text(Extent extent, int field, int row) {
        GeneralValue value = GeneralValue.of(extent, field, row);
        FieldType type = value.type();
        if (type == null) {
            return "null";
        }
        double base = extent.type().fields().get(field).doubleBase();
        return switch (type) {
            case BOOL -> Boolean.toString(value.toBoolean());
            case BYTE -> Integer.toString(value.toByte());
            case INT32, INT64 -> Long.toString(value.toLong());
            case DOUBLE -> Double.toString(base == 0 ? value.toDouble() : value.toDouble() + base);
            case VARIABLE32, FIXEDWIDTH -> HexFormat.of().formatHex(value.toBytes());
        };
    }

    /** Returns a row of a table, all of whose strings are read as binary, in the same form. */
    static String text(Row row) {
        List<String> values = new ArrayList<>();
        for (int column = 0; column < row.size(); column++) {
            @Nullable Object value = row.isNullAt(column) ? null : row.get(column);
            values.add(
                    value instanceof byte[] bytes
                            ? HexFormat.of().formatHex(bytes)
                            : value == null ? "null" : value.toString());
        }
        return String.join("|", values);
    }
}
