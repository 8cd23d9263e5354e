package dev.mimeo.sql;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.internal.text.Markup;
import dev.mimeo.sql.internal.Database;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Turns a Parquet, CSV or JSON file into a DataSeries file, row by row, in bounded memory.
 *
 * <p>A Parquet file that was exported from DataSeries carries its type and becomes the same rows again. For others a type
 * is made from the columns:
 *
 * <table>
 * <caption>Types of columns and fields</caption>
 * <tr><td>BOOLEAN</td><td>bool</td></tr>
 * <tr><td>UTINYINT</td><td>byte</td></tr>
 * <tr><td>TINYINT, SMALLINT, USMALLINT, INTEGER</td><td>int32</td></tr>
 * <tr><td>UINTEGER, BIGINT, DECIMAL without a fraction up to 18 digits</td><td>int64</td></tr>
 * <tr><td>UBIGINT, HUGEINT, UHUGEINT</td><td>int64 if all values fit, otherwise variable32, their decimal digits</td></tr>
 * <tr><td>FLOAT, DOUBLE, DECIMAL up to 15 digits</td><td>double</td></tr>
 * <tr><td>DATE, TIMESTAMP, TIMESTAMP WITH TIME ZONE</td><td>int64, microseconds since 1970 (UTC)</td></tr>
 * <tr><td>TIMESTAMP_NS, TIMESTAMPTZ_NS</td><td>int64, nanoseconds since 1970 (UTC)</td></tr>
 * <tr><td>TIME</td><td>int64, microseconds</td></tr>
 * <tr><td>TIME_NS</td><td>int64, nanoseconds</td></tr>
 * <tr><td>BLOB</td><td>variable32, printed as hexadecimal</td></tr>
 * <tr><td>all others</td><td>variable32, the text of the value</td></tr>
 * </table>
 *
 * <p>A column of CSV or JSON with a number that neither a long nor a double holds, or a time of more than nine decimals, is text. Times of
 * seven to nine decimals have nanoseconds, unless one is out of their range. Dates such as 01/02/2020 are read in the order that the engine
 * guesses, which is warned of. Lists and objects of JSON with such a number are
 * JSON text; a decimal number of JSON that has too many digits is an error, because the engine would round it.
 *
 * <p>Fields are nullable if their column has nulls. Strings are stored once per extent ({@code pack_unique}); an int64
 * that starts out ascending is stored as differences.
 */
public final class TableImport {

    private final Engine engine;
    private String source;
    private final String name;
    private final boolean parquet;
    private final Path file;

    /** Whether the columns of a CSV file have nulls; empty for other files. */
    private List<Boolean> csvNullable = List.of();

    /**
     * Options of the conversion of tables to DataSeries files.
     *
     * @param type type of the rows; null for the one that the file was exported from, or else one made for its columns
     * @param typeName name of a type that is made; null for the name of the file without its suffix
     * @param writer options for storing extents
     * @param extentBytes unpacked size of extents, at least 1
     */
    public record Options(
            @Nullable ExtentType type, @Nullable String typeName, WriterOptions writer, long extentBytes) {

        /** Checks the size. */
        public Options {
            if (extentBytes < 1) {
                throw new IllegalArgumentException("extent size must be at least 1 byte, got " + extentBytes);
            }
        }
    }

    private TableImport(Engine engine, Path file) throws SqlException {
        this.engine = engine;
        this.file = file;
        this.name = String.valueOf(file.getFileName());
        this.source = source(file);
        this.parquet = source.startsWith("read_parquet");
    }

    private static String source(Path file) throws SqlException {
        String suffix = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        String function = suffix.endsWith(".parquet")
                ? "read_parquet"
                : CsvStart.isCsv(suffix) ? "read_csv" : JsonTimes.isJson(suffix) ? "read_json" : "";
        if (function.isEmpty()) {
            throw new SqlException(file + ": is neither .parquet, .csv nor .json: give it the suffix of its format");
        }
        // Types and names that only later objects of JSON have would be errors, or be lost.
        String sample = function.equals("read_json") ? ", sample_size = -1" : "";
        return function + "(" + Database.quotedString(file.toString()) + sample + ")";
    }

    /**
     * Converts a file.
     *
     * @param out takes the DataSeries file; closed at the end
     * @return rows converted
     * @throws SqlException if the file cannot be read, or a value does not fit its field
     * @throws IOException if writing fails
     */
    public static long run(Path file, WritableByteChannel out, Options options, SqlOptions engineOptions)
            throws IOException {
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        try (Engine engine = Engine.open(engineOptions)) {
            TableImport run = new TableImport(engine, file);
            try {
                engine.confine(List.of(file));
                return run.copy(out, options);
            } catch (SQLException e) {
                throw run.named(engine.explain(e, "FROM " + run.source), e);
            }
        }
    }

    private SqlException named(IOException explained, SQLException cause) {
        return new SqlException(SqlException.named(file.toString(), String.valueOf(explained.getMessage())), cause);
    }

    private long copy(WritableByteChannel out, Options options) throws SQLException, IOException {
        Map<String, ImportColumn> columns =
                parquet ? columns() : source.startsWith("read_csv") ? csvColumns(options) : jsonColumns(options);
        if (parquet) {
            ParquetFiles.requireExact(engine, file, options.writer().warnings());
        }
        ExtentType type = type(columns, options);
        List<TraceColumn> fields = TraceColumn.of(type.fields(), Set.of());
        List<String> values = new ArrayList<>();
        for (TraceColumn field : fields) {
            ImportColumn column = columns.get(Database.nameKey(field.name()));
            if (column == null) {
                throw new SqlException(file + ": has no column '" + field.name() + "', which type '" + type.name()
                        + "' has a field for");
            }
            values.add(column.value(field.field()));
        }
        String query = "SELECT " + String.join(", ", values) + " FROM " + source;
        DataSeriesWriter writer = DataSeriesWriter.create(out, List.of(type), options.writer());
        try (Statement statement = engine.connection().createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            ExtentOutput output = new ExtentOutput(writer, type, options.extentBytes());
            long count = copy(rows, type.fields(), output);
            output.flush();
            writer.close();
            return count;
        } catch (SQLException e) {
            throw named(engine.explain(e, query), e);
        } finally {
            // Does nothing to a file that is finished.
            writer.abort();
        }
    }

    /** Reads a CSV file with types that hold its values, and the columns of string fields as they stand there. */
    private Map<String, ImportColumn> csvColumns(Options options) throws SQLException, SqlException {
        CsvStart start = CsvStart.of(engine.connection(), file);
        start.refuseSkippedLines(engine.connection(), lines -> "remove the first ones");
        start.refuseUnsplitLines(engine.connection(), "");
        // The engine cuts names at NUL.
        requireNames(start.columns());
        TypedCsv table = TypedCsv.of(engine.connection(), start, options.type());
        source = table.reading();
        csvNullable = table.nullable();
        warn(table.warnings(), options);
        Map<String, ImportColumn> columns = byKey(table.columns());
        DateOrder.warn(
                engine.connection(), start, source, columns, options.writer().warnings());
        return columns;
    }

    /** Reads columns of JSON with types that hold their values, and those of string fields as texts. */
    private Map<String, ImportColumn> jsonColumns(Options options) throws SQLException, SqlException {
        TypedJson empty =
                options.type() == null ? null : TypedJson.withoutRows(engine.connection(), file, options.type());
        TypedJson table = empty != null
                ? empty
                : TypedJson.of(
                        engine.connection(), file, source, List.copyOf(columns().values()), options.type());
        source = table.reading();
        warn(table.warnings(), options);
        return byKey(table.columns());
    }

    private void warn(List<String> warnings, Options options) {
        warnings.forEach(warning -> options.writer().warnings().accept(file + ": " + warning));
    }

    private long copy(ResultSet rows, List<Field> fields, ExtentOutput output) throws SQLException, IOException {
        long count = 0;
        int size = fields.size();
        while (rows.next()) {
            ExtentBuilder row = output.addRow();
            for (int i = 0; i < size; i++) {
                Field field = fields.get(i);
                set(row, field, rows, i + 1);
                if (rows.wasNull()) {
                    if (!field.nullable()) {
                        throw new DataSeriesException(
                                file.toString(),
                                "row " + (count + 1) + " has no value in '" + field.name()
                                        + "', which is not nullable");
                    }
                    row.setNull(i);
                }
            }
            count++;
        }
        return count;
    }

    private void set(ExtentBuilder row, Field field, ResultSet rows, int column) throws SQLException, IOException {
        int index = field.index();
        switch (field.type()) {
            case BOOL -> row.setBoolean(index, rows.getBoolean(column));
            case BYTE -> row.setByte(index, rows.getShort(column));
            case INT32 -> row.setInt(index, rows.getInt(column));
            case INT64 -> row.setLong(index, rows.getLong(column));
            case DOUBLE -> {
                double value = rows.getDouble(column);
                // The driver gives NaN for NULL, to which later values could not be relative.
                row.setDouble(index, rows.wasNull() ? 0 : value);
            }
            case VARIABLE32, FIXEDWIDTH -> {
                byte @Nullable [] bytes = rows.getBytes(column);
                if (bytes != null) {
                    if (field.type() == FieldType.FIXEDWIDTH && bytes.length != field.size()) {
                        throw new DataSeriesException(
                                file.toString(),
                                "a value of '" + field.name() + "' has " + bytes.length + " bytes, not "
                                        + field.size());
                    }
                    row.setBytes(index, bytes);
                }
            }
        }
    }

    private Map<String, ImportColumn> columns() throws SQLException, SqlException {
        List<ImportColumn> columns = new ArrayList<>();
        try (Statement statement = engine.connection().createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM " + source + " LIMIT 0")) {
            ResultSetMetaData metadata = none.getMetaData();
            for (int i = 1; i <= metadata.getColumnCount(); i++) {
                columns.add(new ImportColumn(metadata.getColumnLabel(i), metadata.getColumnTypeName(i)));
            }
        }
        requireNames(columns);
        return byKey(columns);
    }

    /** Returns columns by their {@linkplain Database#nameKey keys}, in their order. */
    private static Map<String, ImportColumn> byKey(List<ImportColumn> columns) {
        Map<String, ImportColumn> byKey = new LinkedHashMap<>();
        columns.forEach(column -> byKey.put(Database.nameKey(column.name()), column));
        return byKey;
    }

    private void requireNames(List<ImportColumn> columns) throws SqlException {
        for (int i = 0; i < columns.size(); i++) {
            if (!Markup.isXml(columns.get(i).name())) {
                throw new SqlException(file + ": the name of column " + (i + 1)
                        + " has a control character, which those of fields cannot have: rename the column");
            }
        }
    }

    private ExtentType type(Map<String, ImportColumn> columns, Options options) throws SQLException, IOException {
        if (options.type() != null) {
            return options.type();
        }
        String carried = parquet && options.typeName() == null
                ? ParquetFiles.metadata(engine, file, ParquetFiles.TYPE_KEY)
                : null;
        if (carried != null) {
            ExtentType type = ExtentType.parse(carried);
            boolean complete = type.fields().size() == columns.size()
                    && TraceColumn.of(type.fields(), Set.of()).stream()
                            .allMatch(column -> columns.containsKey(Database.nameKey(column.name())));
            if (complete) {
                return type;
            }
        }
        String described = describe(withLargeAsTexts(List.copyOf(columns.values()), options), options.typeName());
        try {
            return ExtentType.parse(described);
        } catch (DataSeriesException e) {
            throw new SqlException(file + ": its columns make no type: " + e.getMessage() + ": rename them");
        }
    }

    /** Returns columns of which those with integers that exceed a long are text. */
    private List<ImportColumn> withLargeAsTexts(List<ImportColumn> columns, Options options) throws SQLException {
        Map<String, String> reasons = new LinkedHashMap<>();
        for (String column : ColumnRanges.exceedingLong(engine.connection(), source, columns)) {
            reasons.put(column, "it has integers that exceed int64");
        }
        warn(ImportColumn.warningsOfText(reasons), options);
        return ImportColumn.withTexts(columns, reasons.keySet());
    }

    private String describe(List<ImportColumn> columns, @Nullable String typeName) throws SQLException {
        List<Boolean> nullable = nullable(columns);
        Set<String> ascending = ColumnRanges.ascending(engine.connection(), source, columns);
        String plainName = name.contains(".") ? name.substring(0, name.indexOf('.')) : name;
        StringBuilder xml = new StringBuilder("<ExtentType name=\"")
                .append(Markup.escapeAttribute(typeName == null ? plainName : typeName))
                .append("\" version=\"1.0\">\n");
        for (int i = 0; i < columns.size(); i++) {
            ImportColumn column = columns.get(i);
            xml.append("  <field type=\"")
                    .append(column.fieldType().xmlName())
                    .append("\" name=\"")
                    .append(Markup.escapeAttribute(column.name()))
                    .append('"');
            column.attributes(nullable.get(i), ascending.contains(column.name()))
                    .forEach((key, value) -> xml.append(' ')
                            .append(key)
                            .append("=\"")
                            .append(Markup.escapeAttribute(value))
                            .append('"'));
            xml.append(" />\n");
        }
        return xml.append("</ExtentType>\n").toString();
    }

    /** Tells which columns have nulls: by what is known of CSV, or by what Parquet keeps if it does; otherwise by reading them all. */
    private List<Boolean> nullable(List<ImportColumn> columns) throws SQLException {
        if (!csvNullable.isEmpty()) {
            return csvNullable;
        }
        List<Boolean> nullable = new ArrayList<>();
        Map<String, Boolean> known = parquet ? ParquetFiles.nullable(engine, file) : Map.of();
        if (columns.stream().allMatch(column -> known.containsKey(column.name()))) {
            columns.forEach(column -> nullable.add(known.getOrDefault(column.name(), true)));
            return nullable;
        }
        String counts = columns.stream()
                .map(column -> "count(*) > count(" + Database.quotedName(column.name()) + ")")
                .collect(Collectors.joining(", "));
        try (Statement statement = engine.connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT " + counts + " FROM " + source)) {
            row.next();
            for (int i = 1; i <= columns.size(); i++) {
                nullable.add(row.getBoolean(i));
            }
        }
        return nullable;
    }
}
