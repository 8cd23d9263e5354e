package dev.mimeo.sql;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mimeo.sql.internal.Database;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Parquet files, as the engine writes and reads them. */
final class ParquetFiles {

    /** Key of the metadata that holds the description of a DataSeries type. */
    static final String TYPE_KEY = "dataseries_type";

    /** Key of the metadata in which Spark describes its columns. */
    private static final String SPARK_KEY = "org.apache.spark.sql.parquet.row.metadata";

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
        List<WideDecimal> wide = wideDecimals(engine, file);
        if (!wide.isEmpty()) {
            throw new SqlException(
                    wide.get(0).text(file) + ", which would be rounded: write them as text, or with at most 38 digits");
        }
        cutTimes(engine, file).forEach(warnings);
    }

    /** Returns warnings of values that the engine rounds or cuts when it reads a file. */
    static List<String> inexactValues(Engine engine, Path file) throws SQLException {
        List<String> notes = new ArrayList<>();
        for (WideDecimal wide : wideDecimals(engine, file)) {
            notes.add(wide.text(file)
                    + ", which queries read as doubles: write them as text, or with at most 38 digits, for"
                    + " exact results");
        }
        notes.addAll(cutTimes(engine, file));
        return notes;
    }

    /** A column of decimals with too many digits for the engine. */
    private record WideDecimal(String column, int digits) {
        String text(Path file) {
            return file + ": column '" + column + "' has decimals of " + digits + " digits";
        }
    }

    private static List<WideDecimal> wideDecimals(Engine engine, Path file) throws SQLException {
        List<WideDecimal> wide = new ArrayList<>();
        try (Statement statement = engine.connection().createStatement();
                ResultSet rows = statement.executeQuery("SELECT name, precision FROM parquet_schema("
                        + Database.quotedString(file.toString()) + ") WHERE precision > 38 ORDER BY column_id")) {
            while (rows.next()) {
                wide.add(new WideDecimal(rows.getString(1), rows.getInt(2)));
            }
        }
        return wide;
    }

    /** Warns of times in the old form of 96 bits, of which the engine reads microseconds. Those of Spark have no more. */
    private static List<String> cutTimes(Engine engine, Path file) throws SQLException {
        if (metadata(engine, file, SPARK_KEY) != null) {
            return List.of();
        }
        List<String> notes = new ArrayList<>();
        try (Statement statement = engine.connection().createStatement();
                ResultSet rows = statement.executeQuery("SELECT name FROM parquet_schema("
                        + Database.quotedString(file.toString()) + ") WHERE type = 'INT96' ORDER BY column_id")) {
            while (rows.next()) {
                notes.add(file + ": column '" + rows.getString(1)
                        + "' has times of type INT96, of which nanoseconds are cut: write them as TIMESTAMP with"
                        + " nanoseconds if they have such");
            }
        }
        return notes;
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
}
