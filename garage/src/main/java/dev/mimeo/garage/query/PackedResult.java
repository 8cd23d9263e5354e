package dev.mimeo.garage.query;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.internal.text.ExactDecimals;
import dev.mimeo.sql.SqlException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Writes results as packed files, whose columns are in memory as a whole, so that they are not for large results. */
final class PackedResult {

    /** Most values of a result, all columns together. */
    private static final long MAX_VALUES = 32L << 20;

    private static final long MICROS_OF_MILLI = 1000;

    /** An infinite time in microseconds, of which the engine has no number; not one of whole milliseconds. */
    private static final long INFINITE = Long.MAX_VALUE;

    private PackedResult() {}

    /** A column that is being collected. */
    private static final class Collector {
        private final ColumnSchema column;
        private final String expression;
        private final boolean isWide;
        private final BitSet nulls = new BitSet();
        private long[] longs = new long[1024];
        private String[] texts = new String[1024];

        Collector(String name, String type) {
            this.expression = expression(type);
            this.isWide = isWide(type);
            this.column = new ColumnSchema(name, columnType(type));
        }

        private static ColumnSchema.Type columnType(String type) {
            return switch (type) {
                case "FLOAT" -> ColumnSchema.Type.FLOAT32;
                case "DOUBLE" -> ColumnSchema.Type.FLOAT64;
                case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER" ->
                    ColumnSchema.Type.INT64;
                case "TIMESTAMP", "DATE" -> ColumnSchema.Type.TIMESTAMP;
                case "BOOLEAN" -> ColumnSchema.Type.BOOL;
                case "UBIGINT", "HUGEINT", "UHUGEINT" -> ColumnSchema.Type.INT64;
                default -> type.startsWith("DECIMAL") ? ColumnSchema.Type.FLOAT64 : ColumnSchema.Type.TEXT;
            };
        }

        /** Returns whether values of a type are read as text, because a long or a double does not hold all of them. */
        private static boolean isWide(String type) {
            return type.startsWith("DECIMAL") || type.endsWith("HUGEINT") || type.equals("UBIGINT");
        }

        /** Returns the SQL for a value, with the column as {@code %s}. */
        private static String expression(String type) {
            return switch (columnType(type)) {
                case FLOAT32 -> "%s";
                case FLOAT64 -> isWide(type) ? "CAST(%s AS VARCHAR)" : "CAST(%s AS DOUBLE)";
                case INT64 -> isWide(type) ? "CAST(%s AS VARCHAR)" : "CAST(%s AS BIGINT)";
                case TIMESTAMP ->
                    "coalesce(epoch_us(CAST(%s AS TIMESTAMP)), CASE WHEN %s IS NOT NULL THEN " + INFINITE + " END)";
                case BOOL -> "CAST(%s AS BIGINT)";
                case TEXT -> "CAST(%s AS VARCHAR)";
            };
        }

        void add(ResultSet rows, int index, int row) throws SQLException, SqlException {
            if (column.type() == ColumnSchema.Type.TEXT) {
                texts = row < texts.length ? texts : Arrays.copyOf(texts, 2 * row);
                String text = rows.getString(index);
                texts[row] = text == null ? "" : text;
                nulls.set(row, text == null);
                return;
            }
            longs = row < longs.length ? longs : Arrays.copyOf(longs, 2 * row);
            longs[row] = switch (column.type()) {
                case FLOAT32 -> Float.floatToRawIntBits(rows.getFloat(index));
                case FLOAT64 ->
                    Double.doubleToRawLongBits(isWide ? decimal(rows.getString(index)) : rows.getDouble(index));
                case TIMESTAMP -> milliseconds(rows.getLong(index));
                default -> isWide ? integer(rows.getString(index)) : rows.getLong(index);
            };
            nulls.set(row, rows.wasNull());
        }

        private long integer(@Nullable String text) throws SqlException {
            try {
                return text == null ? 0 : Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw wrong(text + ", beyond the range of int64: cast it to VARCHAR or DOUBLE");
            }
        }

        private double decimal(@Nullable String text) throws SqlException {
            if (text == null) {
                return 0;
            }
            if (!ExactDecimals.holds(new BigDecimal(text))) {
                throw wrong(text + ", which a double does not hold: cast it to VARCHAR or DOUBLE");
            }
            return Double.parseDouble(text);
        }

        private long milliseconds(long microseconds) throws SqlException {
            if (microseconds % MICROS_OF_MILLI != 0) {
                throw wrong(
                        "a time that is not of whole milliseconds: round it with date_trunc('milliseconds', ...), cast it to VARCHAR");
            }
            return microseconds / MICROS_OF_MILLI;
        }

        private SqlException wrong(String value) {
            return new SqlException("column '" + column.name() + "' has " + value + ", or save it as .parquet");
        }

        ColumnArray values(int rows) {
            long[] absent = nulls.isEmpty() ? null : Arrays.copyOf(nulls.toLongArray(), (rows + 63) / 64);
            return switch (column.type()) {
                case FLOAT32 -> {
                    float[] values = new float[rows];
                    for (int i = 0; i < rows; i++) {
                        values[i] = Float.intBitsToFloat((int) longs[i]);
                    }
                    yield ColumnArray.ofFloats(values, absent);
                }
                case FLOAT64 ->
                    ColumnArray.ofDoubles(
                            Arrays.stream(longs, 0, rows)
                                    .mapToDouble(Double::longBitsToDouble)
                                    .toArray(),
                            absent);
                case INT64 -> ColumnArray.ofLongs(Arrays.copyOf(longs, rows), absent);
                case TIMESTAMP -> ColumnArray.ofTimes(Arrays.copyOf(longs, rows), absent);
                case BOOL -> {
                    boolean[] values = new boolean[rows];
                    for (int i = 0; i < rows; i++) {
                        values[i] = longs[i] != 0;
                    }
                    yield ColumnArray.ofBooleans(values, absent);
                }
                case TEXT -> ColumnArray.ofTexts(Arrays.copyOf(texts, rows), absent);
            };
        }
    }

    /**
     * Saves the rows of a query as table {@code ApplyResult}, also {@code Completeness}.
     *
     * @param file overwritten
     * @return rows saved
     * @throws SqlException if there are too many, a value does not fit its column, or the query fails
     */
    static long save(Connection connection, String sql, Completeness completeness, Path file)
            throws SQLException, IOException {
        List<Collector> collectors = new ArrayList<>();
        try (var statement = connection.prepareStatement(sql)) {
            ResultSetMetaData metadata = statement.getMetaData();
            for (int i = 1; i <= metadata.getColumnCount(); i++) {
                collectors.add(new Collector(metadata.getColumnLabel(i), metadata.getColumnTypeName(i)));
            }
        }
        int rows = collect(connection, sql, collectors);
        TableSchema table;
        try {
            table = new TableSchema(
                    "ApplyResult", rows, collectors.stream().map(c -> c.column).toList());
        } catch (IllegalArgumentException e) {
            throw new SqlException(String.valueOf(e.getMessage()));
        }
        try (PackedFileWriter writer = PackedFileWriter.replace(
                file, new PackedFileWriter.FileDescription("", null, Map.of()), PackedFileWriter.Options.LOSSLESS)) {
            writer.add(table, collectors.stream().map(c -> c.values(rows)).toList());
            addCompleteness(writer, completeness);
            writer.commit();
        }
        return rows;
    }

    private static int collect(Connection connection, String sql, List<Collector> collectors)
            throws SQLException, SqlException {
        List<String> values = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < collectors.size(); i++) {
            names.add("c" + i);
            values.add(collectors.get(i).expression.replace("%s", "c" + i));
        }
        int row = 0;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT " + String.join(", ", values) + " FROM (" + sql
                        + "\n) AS result(" + String.join(", ", names) + ")")) {
            while (rows.next()) {
                if ((row + 1L) * collectors.size() > MAX_VALUES || row == TableSchema.MAX_ROWS) {
                    throw new SqlException("the result is too large for a packed file: save it as .parquet or .duckdb");
                }
                for (int i = 0; i < collectors.size(); i++) {
                    collectors.get(i).add(rows, i + 1, row);
                }
                row++;
            }
        }
        return row;
    }

    private static void addCompleteness(PackedFileWriter writer, Completeness completeness) throws IOException {
        List<Completeness.Row> rows = completeness.rows();
        long[] files = new long[rows.size()];
        for (int i = 0; i < files.length; i++) {
            Long count = rows.get(i).files();
            files[i] = count == null ? 0 : count;
        }
        writer.add(
                new TableSchema(
                        "Completeness",
                        rows.size(),
                        List.of(
                                new ColumnSchema("item", ColumnSchema.Type.TEXT),
                                new ColumnSchema("files", ColumnSchema.Type.INT64),
                                new ColumnSchema("path", ColumnSchema.Type.TEXT),
                                new ColumnSchema("reason", ColumnSchema.Type.TEXT))),
                List.of(
                        texts(rows.size(), i -> rows.get(i).item()),
                        ColumnArray.ofLongs(
                                files,
                                ColumnArray.nulls(files.length, i -> rows.get(i).files() == null)),
                        texts(rows.size(), i -> rows.get(i).path()),
                        texts(rows.size(), i -> rows.get(i).reason())));
    }

    private static ColumnArray texts(int rows, IntFunction<@Nullable String> text) {
        String[] texts = new String[rows];
        for (int i = 0; i < rows; i++) {
            String value = text.apply(i);
            texts[i] = value == null ? "" : value;
        }
        return ColumnArray.ofTexts(texts, ColumnArray.nulls(rows, i -> text.apply(i) == null));
    }
}
