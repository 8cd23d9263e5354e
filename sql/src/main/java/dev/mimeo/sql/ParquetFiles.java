package dev.mimeo.sql;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mimeo.sql.internal.Database;
import dev.mimeo.sql.internal.InexactColumn;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Parquet files, as the engine writes and reads them. */
final class ParquetFiles {

    /** Key of the metadata that holds the description of a DataSeries type. */
    static final String TYPE_KEY = "dataseries_type";

    private static final byte[] MAGIC = "PAR1".getBytes(US_ASCII);

    private ParquetFiles() {}

    /**
     * Saves rows.
     *
     * @param source a table, or a query in parentheses
     * @param metadata texts to be kept in the file
     * @return rows saved
     */
    static long save(Engine engine, String source, Path file, String codec, Map<String, String> metadata)
            throws SQLException {
        return save(engine, source, file, codec, metadata, ", USE_TMP_FILE false");
    }

    /**
     * Saves rows in folders by the values of columns.
     *
     * @param folder an empty folder
     * @param columns names of the columns, which are not in the files
     * @return rows saved
     */
    static long savePartitions(
            Engine engine, String source, Path folder, String codec, Map<String, String> metadata, List<String> columns)
            throws SQLException {
        return save(
                engine,
                source,
                folder,
                codec,
                metadata,
                columns.stream().map(Database::quotedName).collect(Collectors.joining(", ", ", PARTITION_BY (", ")")));
    }

    private static long save(
            Engine engine, String source, Path file, String codec, Map<String, String> metadata, String options)
            throws SQLException {
        String pairs = metadata.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + Database.quotedString(entry.getValue()))
                .collect(Collectors.joining(", "));
        try (Statement statement = engine.connection().createStatement()) {
            return statement.executeLargeUpdate("COPY " + source + " TO " + Database.quotedString(file.toString())
                    + " (FORMAT parquet, CODEC " + Database.quotedString(codec) + options
                    + (pairs.isEmpty() ? "" : ", KV_METADATA {" + pairs + "}") + ")");
        }
    }

    /**
     * Refuses a file with decimals of more than 38 digits, also in lists and structs, which the engine reads as doubles. Of times of
     * which it cuts nanoseconds, it only warns.
     */
    static void requireExact(Engine engine, Path file, Consumer<String> warnings) throws SQLException, SqlException {
        List<InexactColumn> columns = InexactColumn.of(engine.connection(), file);
        for (InexactColumn column : columns) {
            if (column.isRounded()) {
                throw new SqlException(column.error());
            }
        }
        columns.forEach(column -> warnings.accept(column.warning()));
    }

    /** Returns whether a file starts like one of Parquet. */
    static boolean isParquet(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
        }
    }

    /** Returns a text that is kept in a file, or null if there is none. */
    static @Nullable String metadata(Engine engine, Path file, String key) throws SQLException {
        try (Statement statement = engine.connection().createStatement();
                ResultSet rows = statement.executeQuery("SELECT decode(value) FROM parquet_kv_metadata("
                        + Database.quotedString(file.toString()) + ") WHERE decode(key) = "
                        + Database.quotedString(key))) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    /** Returns whether columns of a file have nulls, of those of which it says so for all row groups. */
    static Map<String, Boolean> nullable(Engine engine, Path file) throws SQLException {
        Map<String, Boolean> known = new HashMap<>();
        try (Statement statement = engine.connection().createStatement();
                ResultSet rows = statement.executeQuery("SELECT path_in_schema, sum(stats_null_count) > 0"
                        + " FROM parquet_metadata(" + Database.quotedString(file.toString()) + ")"
                        + " GROUP BY path_in_schema HAVING count(*) = count(stats_null_count)")) {
            while (rows.next()) {
                known.put(rows.getString(1), rows.getBoolean(2));
            }
        }
        return known;
    }
}
