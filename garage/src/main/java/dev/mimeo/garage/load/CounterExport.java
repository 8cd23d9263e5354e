package dev.mimeo.garage.load;

import dev.mimeo.MimeoException;
import dev.mimeo.garage.store.Catalog.DayRange;
import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.sql.internal.Database;
import dev.mimeo.sql.internal.PartitionFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * Turns a table of packed files into CSV or Parquet.
 *
 * <p>The columns are those of all files; where a file lacks one its rows have NULL. If the types of a column differ, float64 holds
 * all numbers, and text anything else; an integer that float64 does not hold is an error then. CSV has a header, numbers in as few
 * digits as give the same number again, times as text in UTC with milliseconds, and nothing between commas for NULL.
 */
public final class CounterExport {

    /**
     * Options of an export.
     *
     * @param table name of the table
     * @param columns names of the columns to write, in any case; empty for all
     * @param threads at least 1
     * @param temporaryFolder for what does not fit into memory; need not exist, is used by nobody else
     */
    public record Options(String table, List<String> columns, int threads, Path temporaryFolder) {

        /** Copies the names. */
        public Options {
            columns = List.copyOf(columns);
        }
    }

    /** Form of a file that is written. */
    public enum Form {
        /** Comma separated values, with a line of names. */
        CSV("FORMAT csv, HEADER"),
        /** Parquet, compressed by zstd. */
        PARQUET("FORMAT parquet, CODEC 'zstd'");

        /** Options of the statement that writes the file. */
        private final String options;

        Form(String options) {
            this.options = options;
        }
    }

    private final LoadEngine engine;
    private final String table;
    private final ExportColumns columns;

    private CounterExport(LoadEngine engine, String table, List<String> columns) {
        this.engine = engine;
        this.table = table;
        this.columns = new ExportColumns(table, columns);
    }

    /** A property of a packed file by which its rows can be put into folders: {@code day=2026-03-01}. */
    public enum PartitionKey {
        /** The day of the samples in UTC, as {@code YYYY-MM-DD}. */
        DAY,
        /** The name of the server. */
        SERVER;

        /** The value that Hive, Spark and DuckDB read as NULL. */
        private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

        /** Returns the name of the column that readers see. */
        public String columnName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the value of a file, with what stands for NULL if it has none. */
        String value(PackedFile file) throws LoadException {
            if (this == SERVER) {
                String server = file.description().server();
                return server.isEmpty() ? NULL : server;
            }
            DayRange days = DayRange.of(file);
            if (days != null && !days.first().equals(days.last())) {
                throw new LoadException(file.path() + ": has samples of " + days.first() + " to " + days.last()
                        + ", which do not fit into the folder of one day: partition by server only");
            }
            return days == null ? NULL : days.first().toString();
        }
    }

    /**
     * The result of an export in partitions.
     *
     * @param rows rows written
     * @param files files written
     */
    public record Report(long rows, int files) {}

    /**
     * Writes a table.
     *
     * @param files packed files; those without the table are passed over. Of a file the columns that it has are written, and NULL in place
     *     of the others
     * @param target file to write, which is replaced
     * @return rows written
     * @throws MimeoException if no file has the table, or no file has one of the columns
     * @throws IOException if reading or writing fails
     */
    public static long run(List<Path> files, Options options, Path target, Form form) throws IOException {
        try (LoadEngine engine = LoadEngine.open(options.threads(), options.temporaryFolder())) {
            CounterExport export = new CounterExport(engine, options.table(), options.columns());
            List<Path> used = new ArrayList<>();
            for (Path file : files) {
                try (PackedFile packed = PackedFile.open(file)) {
                    if (export.columns.add(packed)) {
                        used.add(file);
                    }
                }
            }
            export.requireColumns(used.isEmpty(), options.columns(), files);
            return export.write(used, target, form);
        } catch (SQLException e) {
            throw LoadException.of(target.toString(), e);
        }
    }

    /**
     * Writes a table as Parquet files in folders of the form that Hive, Spark and DuckDB read as columns: {@code
     * day=2026-03-01/server=web17/data_0.parquet}. All files have the same columns, those of all packed files together. The values
     * that name the folders are not in the files. One folder's rows at a time are in memory, or on disk if they do not fit.
     *
     * @param files packed files; those without the table are passed over
     * @param folder folder to write to, which exists and is empty
     * @param keys levels of folders, at least one, all different
     * @param written receives the files written so far, after each
     * @throws MimeoException if no file has the table or one of the columns, or a column has the name of a key
     * @throws IOException if reading or writing fails
     */
    public static Report partitions(
            List<Path> files, Options options, Path folder, List<PartitionKey> keys, IntConsumer written)
            throws IOException {
        try (LoadEngine engine = LoadEngine.open(options.threads(), options.temporaryFolder())) {
            CounterExport export = new CounterExport(engine, options.table(), options.columns());
            Map<String, List<Path>> partitions = export.addByFolder(files, keys);
            export.requireColumns(partitions.isEmpty(), options.columns(), files);
            export.refuseColumnsOf(keys);
            long rows = 0;
            int done = 0;
            for (Map.Entry<String, List<Path>> partition : partitions.entrySet()) {
                Path target = folder.resolve(partition.getKey());
                Files.createDirectories(target);
                rows += export.write(partition.getValue(), target.resolve(PartitionFolders.FILE_NAME), Form.PARQUET);
                written.accept(++done);
            }
            return new Report(rows, done);
        } catch (SQLException e) {
            throw LoadException.of(folder.toString(), e);
        }
    }

    /** Adds files that have the table, and returns them by the folder that the values of keys give. */
    private Map<String, List<Path>> addByFolder(List<Path> files, List<PartitionKey> keys) throws IOException {
        Map<String, List<Path>> partitions = new TreeMap<>();
        for (Path file : files) {
            try (PackedFile packed = PackedFile.open(file)) {
                if (!columns.add(packed)) {
                    continue;
                }
                List<String> names = new ArrayList<>();
                for (PartitionKey key : keys) {
                    names.add(PartitionFolders.name(key.columnName(), key.value(packed)));
                }
                partitions
                        .computeIfAbsent(String.join("/", names), path -> new ArrayList<>())
                        .add(file);
            }
        }
        return partitions;
    }

    private void refuseColumnsOf(List<PartitionKey> keys) throws LoadException {
        for (PartitionKey key : keys) {
            if (columns.has(key.columnName())) {
                throw new LoadException("table '" + table + "' has a column '" + key.columnName()
                        + "', as the folders would: choose other columns, or other folders");
            }
        }
    }

    /** Returns the names of the tables of packed files, sorted, each once. */
    public static List<String> tables(List<Path> files) throws IOException {
        Set<String> tables = new TreeSet<>();
        for (Path file : files) {
            try (PackedFile packed = PackedFile.open(file)) {
                packed.tables().forEach(found -> tables.add(found.name()));
            }
        }
        return List.copyOf(tables);
    }

    private void requireColumns(boolean none, List<String> wanted, List<Path> files) throws IOException {
        if (none) {
            List<String> tables = tables(files);
            throw new LoadException("no file has a table '" + table + "'"
                    + (tables.isEmpty() ? "" : ": there is " + String.join(", ", tables)));
        }
        List<String> missing =
                wanted.stream().filter(name -> !columns.has(name)).toList();
        if (!missing.isEmpty()) {
            throw new LoadException(
                    "no file has a column '" + missing.get(0) + "' in table '" + table + "': check its name");
        }
    }

    /** Writes the rows of files to one file. */
    private long write(List<Path> files, Path target, Form form) throws IOException, SQLException {
        List<String> parts = new ArrayList<>();
        for (Path file : files) {
            parts.add(append("part" + parts.size(), file));
        }
        try (Statement statement = engine.connection().createStatement()) {
            return statement.executeLargeUpdate("COPY (" + String.join(" UNION ALL ", parts) + ") TO "
                    + Database.quotedString(target.toString()) + " (" + form.options + ", USE_TMP_FILE false)");
        } finally {
            for (int i = 0; i < parts.size(); i++) {
                engine.execute("DROP TABLE IF EXISTS part" + i);
            }
        }
    }

    /** Puts the rows of a file into a table of the engine if it has any of the columns; returns the query for them. */
    private String append(String name, Path file) throws SQLException, IOException {
        try (PackedFile packed = PackedFile.open(file)) {
            TableSchema schema = packed.table(table);
            int[] chosen = columns.chosen(packed);
            if (schema == null) {
                throw new LoadException(file + ": has changed while it was read; export again");
            }
            if (chosen.length == 0) {
                // Its rows are there, as they would be beside a column that it has.
                return columns.selection("range(" + schema.rows() + ")", Set.of());
            }
            List<ColumnSchema> present =
                    Arrays.stream(chosen).mapToObj(schema.columns()::get).toList();
            engine.execute("CREATE TEMP TABLE " + name + " ("
                    + present.stream()
                            .map(column -> Database.quotedName(column.name()) + " " + EngineTypes.sql(column.type()))
                            .collect(Collectors.joining(", "))
                    + ")");
            DuckDBConnection connection = (DuckDBConnection) engine.connection();
            for (int block = 0; block < schema.blocks(); block++) {
                ColumnArray[] values = packed.readBlock(table, block, chosen);
                try (DuckDBAppender appender = connection.createAppender("temp", "main", name)) {
                    for (int row = 0; row < schema.blockRows(block); row++) {
                        appender.beginRow();
                        for (ColumnArray column : values) {
                            append(appender, column, row);
                        }
                        appender.endRow();
                    }
                }
            }
            return columns.selection(name, ExportColumns.keys(present));
        }
    }

    private static void append(DuckDBAppender appender, ColumnArray column, int row) throws SQLException {
        if (column.isNull(row)) {
            appender.appendNull();
            return;
        }
        switch (column.type()) {
            case FLOAT32 -> appender.append(column.floats()[row]);
            case FLOAT64 -> appender.append(column.doubles()[row]);
            case INT64 -> appender.append(column.longs()[row]);
            case TIMESTAMP -> appender.appendEpochMillis(column.longs()[row]);
            case BOOL -> appender.append(column.booleans()[row]);
            case TEXT -> appender.append(column.texts()[row]);
        }
    }
}
