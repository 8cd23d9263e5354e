package dev.mimeo.sql;

import dev.mimeo.sql.internal.Database;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Parquet files, as the engine writes and reads them. */
final class ParquetFiles {

    /** Key of the metadata that holds the description of a DataSeries type. */
    static final String TYPE_KEY = "dataseries_type";

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

    /** Refuses a file with decimals of more than 38 digits, also in lists and structs, which the engine reads as doubles. */
    static void refuseWideDecimals(Engine engine, Path file) throws SQLException, SqlException {
        try (Statement statement = engine.connection().createStatement();
                ResultSet rows = statement.executeQuery("SELECT name, precision FROM parquet_schema("
                        + Database.quotedString(file.toString()) + ") WHERE precision > 38 LIMIT 1")) {
            if (rows.next()) {
                throw new SqlException(file + ": column '" + rows.getString(1) + "' has decimals of " + rows.getInt(2)
                        + " digits, which would be rounded: write them as text, or with at most 38 digits");
            }
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
}
