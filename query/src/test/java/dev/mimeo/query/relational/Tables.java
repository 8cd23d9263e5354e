package dev.mimeo.query.relational;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.GeneralValue;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.dataseries.module.ExtentSources;
import dev.mimeo.sql.ResultText;
import dev.mimeo.sql.SqlOptions;
import dev.mimeo.sql.TraceQuery;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Rows as lists of values, which naive versions of the operators work on. */
final class Tables {

    private static final double[] DOUBLES = {Double.NaN, Double.POSITIVE_INFINITY, -0.0, 0.0, 1.5, -1.5};

    private Tables() {}

    static ExtentType type(String name, String... fields) throws DataSeriesException {
        StringBuilder xml =
                new StringBuilder("<ExtentType name=\"" + name + "\" namespace=\"test\" version=\"1.0\">\n");
        for (String field : fields) {
            xml.append("  <field ").append(field).append(" />\n");
        }
        return ExtentType.parse(xml.append("</ExtentType>\n").toString());
    }

    /** Returns a row of few different values. */
    static List<GeneralValue> row(ExtentType type, Random random) {
        List<GeneralValue> row = new ArrayList<>();
        for (Field field : type.fields()) {
            row.add(field.nullable() && random.nextInt(5) == 0 ? GeneralValue.NULL : value(field, random));
        }
        return row;
    }

    private static GeneralValue value(Field field, Random random) {
        return switch (field.type()) {
            case BOOL -> GeneralValue.ofBoolean(random.nextBoolean());
            case BYTE -> GeneralValue.ofByte(random.nextInt(4) * 85);
            case INT32 -> GeneralValue.ofInt(random.nextInt(7) - 3);
            case INT64 -> GeneralValue.ofLong(random.nextInt(7) - 3);
            case DOUBLE -> GeneralValue.ofDouble(DOUBLES[random.nextInt(DOUBLES.length)]);
            case VARIABLE32 -> GeneralValue.ofString("ab\u00e9".substring(0, random.nextInt(4)));
            case FIXEDWIDTH -> {
                byte[] bytes = new byte[field.size()];
                bytes[0] = (byte) ('a' + random.nextInt(2));
                yield GeneralValue.ofFixedWidth(bytes);
            }
        };
    }

    static List<List<GeneralValue>> rows(ExtentType type, int count, Random random) {
        List<List<GeneralValue>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(row(type, random));
        }
        return rows;
    }

    /** Puts rows into extents of random sizes, of which some are empty. */
    static List<Extent> extents(ExtentType type, List<List<GeneralValue>> rows, Random random) {
        List<Extent> extents = new ArrayList<>();
        ExtentBuilder builder = new ExtentBuilder(type);
        for (List<GeneralValue> row : rows) {
            if (random.nextInt(30) == 0) {
                extents.add(builder.build());
                builder.clear();
            }
            builder.addRow();
            for (Field field : type.fields()) {
                set(builder, field, row.get(field.index()));
            }
        }
        extents.add(builder.build());
        return extents;
    }

    private static void set(ExtentBuilder builder, Field field, GeneralValue value) {
        int index = field.index();
        if (value.isNull()) {
            builder.setNull(index);
            return;
        }
        switch (field.type()) {
            case BOOL -> builder.setBoolean(index, value.toBoolean());
            case BYTE -> builder.setByte(index, value.toByte());
            case INT32 -> builder.setInt(index, value.toInt());
            case INT64 -> builder.setLong(index, value.toLong());
            case DOUBLE -> builder.setDouble(index, value.toDouble());
            case VARIABLE32, FIXEDWIDTH -> builder.setBytes(index, value.toBytes());
        }
    }

    static ExtentSource source(ExtentType type, List<List<GeneralValue>> rows, Random random) {
        return ExtentSources.of(extents(type, rows, random));
    }

    /** Returns the rows of a stream, and closes it. */
    static List<List<GeneralValue>> rows(ExtentSource source) throws IOException {
        List<List<GeneralValue>> rows = new ArrayList<>();
        try (source) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                for (int row = 0; row < extent.rows(); row++) {
                    List<GeneralValue> values = new ArrayList<>();
                    for (Field field : extent.type().fields()) {
                        values.add(GeneralValue.of(extent, field.index(), row));
                    }
                    rows.add(values);
                }
            }
        }
        return rows;
    }

    /** Saves a stream, and closes it. */
    static Path save(Path file, ExtentType type, ExtentSource source) throws IOException {
        try (source;
                FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                DataSeriesWriter writer =
                        DataSeriesWriter.create(channel, List.of(type), WriterOptions.DEFAULT.withCodecs("lz4"))) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                writer.write(extent);
            }
        }
        return file;
    }

    /** Lets DuckDB count the rows of two queries that are not in the other as often. */
    static String difference(Path folder, String one, String other) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String sql =
                "WITH a AS (" + one + "), b AS (" + other + ") SELECT (SELECT count(*) FROM a) > 0, (SELECT count(*)"
                        + " FROM ((FROM a EXCEPT ALL FROM b) UNION ALL (FROM b EXCEPT ALL FROM a)))";
        try (TraceQuery query = TraceQuery.open(sql, SqlOptions.of(1, folder.resolve("spill")), List.of())) {
            query.print(ResultText.Format.CSV, out);
        }
        return out.toString(UTF_8).lines().skip(1).findFirst().orElse("");
    }
}
