package dev.mimeo.garage.load;

import dev.mimeo.MimeoException;
import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.sql.internal.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * Turns a table of packed files into one CSV or Parquet file.
 *
 * <p>The columns are those of all files; where a file lacks one its rows have NULL, and if the types differ, all values are of one
 * that holds them. CSV has a header, numbers in as few digits as give the same number again, times as text in UTC with
 * milliseconds, and nothing between commas for NULL.
 */
public final class CounterExport {

    private CounterExport() {}

    /**
     * Writes a table.
     *
     * @param table name of the table; files without it are passed over
     * @param columns names of the columns to write, in any case; empty for all. Of a file those that it has are written
     * @param target file to write, which is replaced
     * @param parquet whether to write Parquet instead of CSV
     * @return rows written
     * @throws MimeoException if no file has the table, or any of the columns
     * @throws IOException if reading or writing fails
     */
    public static long run(
            List<Path> files,
            String table,
            List<String> columns,
            Path target,
            boolean parquet,
            int threads,
            Path temporaryFolder)
            throws IOException {
        try (LoadEngine engine = LoadEngine.open(threads, temporaryFolder)) {
            List<String> parts = new ArrayList<>();
            for (Path file : files) {
                String name = "part" + parts.size();
                if (append(engine, name, file, table, columns)) {
                    parts.add("SELECT * FROM " + name);
                }
            }
            if (parts.isEmpty()) {
                throw new LoadException("no file has a table '" + table + "'"
                        + (columns.isEmpty() ? "" : " with columns " + String.join(", ", columns)));
            }
            String all = String.join(" UNION ALL BY NAME ", parts);
            String options = parquet ? "FORMAT parquet, CODEC 'zstd'" : "FORMAT csv, HEADER";
            engine.execute("COPY (" + all + ") TO " + Database.quotedString(target.toString()) + " (" + options
                    + ", USE_TMP_FILE false)");
            try (Statement statement = engine.connection().createStatement();
                    ResultSet rows = statement.executeQuery("SELECT count(*) FROM (" + all + ")")) {
                return rows.next() ? rows.getLong(1) : 0;
            }
        } catch (SQLException e) {
            throw LoadException.of(target.toString(), e);
        }
    }

    private static boolean append(LoadEngine engine, String name, Path file, String table, List<String> columns)
            throws SQLException, IOException {
        try (PackedFile packed = PackedFile.open(file)) {
            TableSchema schema = packed.table(table);
            if (schema == null) {
                return false;
            }
            List<Integer> chosen = new ArrayList<>();
            for (int i = 0; i < schema.columns().size(); i++) {
                ColumnSchema column = schema.columns().get(i);
                if (columns.isEmpty() || columns.stream().anyMatch(column.name()::equalsIgnoreCase)) {
                    chosen.add(i);
                }
            }
            if (chosen.isEmpty()) {
                return false;
            }
            engine.execute("CREATE TEMP TABLE " + name + " ("
                    + chosen.stream()
                            .map(i -> schema.columns().get(i))
                            .map(column -> Database.quotedName(column.name()) + " " + EngineTypes.sql(column.type()))
                            .collect(Collectors.joining(", "))
                    + ")");
            int[] numbers = chosen.stream().mapToInt(i -> i).toArray();
            DuckDBConnection connection = (DuckDBConnection) engine.connection();
            for (int block = 0; block < schema.blocks(); block++) {
                ColumnArray[] values = packed.readBlock(table, block, numbers);
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
            return true;
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
