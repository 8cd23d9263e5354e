package dev.mimeo.garage.summary;

import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.sql.SqlException;
import dev.mimeo.sql.internal.Database;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * Summaries of the counters of a garage, in a file of DuckDB. For one thread at a time, and one process.
 *
 * <p>Tables {@code hourly} and {@code daily} have a row for each server, counter and hour or day (UTC): {@code source, serverID,
 * tableName, counter, startTime, count, nulls, nans, dirty, minimum, maximum, sum, sumOfSquares, firstValue, lastValue}. The
 * values of all instances of a counter are aggregated; where there is no value the last six are NULL. Table {@code
 * sources} has a row for each file: {@code source}, its path below the root; {@code bytes}; {@code sourceDeleted}, whether it is gone.
 */
public final class SummaryDatabase implements Closeable {

    /** Usual name of the file, in the root of a garage. */
    public static final String FILE_NAME = "summary.duckdb";

    private static final long HOUR_MILLIS = 3_600_000;
    private static final Map<String, Long> PERIODS =
            new TreeMap<>(Map.of("hourly", HOUR_MILLIS, "daily", 24 * HOUR_MILLIS));

    private final Path path;
    private final DuckDBConnection connection;

    private SummaryDatabase(Path path, DuckDBConnection connection) {
        this.path = path;
        this.connection = connection;
    }

    /**
     * Opens a database, which is made if it is not there.
     *
     * @throws IOException if it is none, or in use
     */
    public static SummaryDatabase open(Path path) throws IOException {
        try {
            DuckDBConnection connection = Database.open(path).unwrap(DuckDBConnection.class);
            SummaryDatabase database = new SummaryDatabase(path, connection);
            try {
                database.prepare();
                return database;
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw failure(path, e);
        }
    }

    private static IOException failure(Path path, SQLException e) {
        return new IOException(path + ": " + SqlException.message(e), e);
    }

    private void prepare() throws SQLException {
        Database.execute(
                connection, "CREATE TABLE IF NOT EXISTS sources (source VARCHAR, bytes BIGINT, sourceDeleted BOOLEAN)");
        for (String table : PERIODS.keySet()) {
            Database.execute(
                    connection,
                    "CREATE TABLE IF NOT EXISTS " + table + " (source VARCHAR, serverID VARCHAR, tableName VARCHAR,"
                            + " counter VARCHAR, startTime TIMESTAMP_MS, count BIGINT, nulls BIGINT, nans BIGINT, dirty BIGINT,"
                            + " minimum DOUBLE, maximum DOUBLE, sum DOUBLE, sumOfSquares DOUBLE, firstValue DOUBLE,"
                            + " lastValue DOUBLE)");
        }
    }

    private void update(String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            statement.executeUpdate();
        }
    }

    /**
     * Sums a file up, in place of what there was of it. Either all of it is in the database afterwards or nothing has
     * changed.
     *
     * @param source its path below the root of the garage
     */
    public void add(String source, PackedFile file) throws IOException {
        try {
            connection.setAutoCommit(false);
            try {
                for (Map.Entry<String, Long> period : PERIODS.entrySet()) {
                    update("DELETE FROM " + period.getKey() + " WHERE source = ?", source);
                    append(period.getKey(), period.getValue(), source, file);
                }
                update("DELETE FROM sources WHERE source = ?", source);
                update("INSERT INTO sources VALUES (?, ?, false)", source, file.sizeBytes());
                connection.commit();
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            throw failure(path, e);
        }
    }

    private void append(String table, long periodMillis, String source, PackedFile file)
            throws SQLException, IOException {
        try (DuckDBAppender appender = connection.createAppender(table)) {
            FileSummary.read(file, periodMillis, (schema, column, periods) -> {
                try {
                    append(appender, source, file.description().server(), schema, column, periods);
                } catch (SQLException e) {
                    throw failure(path, e);
                }
            });
        }
    }

    private static void append(
            DuckDBAppender appender,
            String source,
            String server,
            TableSchema schema,
            ColumnSchema column,
            Map<Long, PeriodSummary> periods)
            throws SQLException {
        for (Map.Entry<Long, PeriodSummary> entry : periods.entrySet()) {
            PeriodSummary period = entry.getValue();
            appender.beginRow();
            appender.append(source).append(server).append(schema.name()).append(column.name());
            appender.appendEpochMillis(entry.getKey());
            appender.append(period.count)
                    .append(period.nulls)
                    .append(period.nans)
                    .append(period.dirty);
            double[] values = {period.min, period.max, period.sum, period.sumOfSquares, period.first, period.last};
            for (double value : values) {
                if (period.count == 0) {
                    appender.appendNull();
                } else {
                    appender.append(value);
                }
            }
            appender.endRow();
        }
    }

    /** Returns the files that are summarized, with their sizes then, without those that are gone. */
    public Map<String, Long> sources() throws IOException {
        Map<String, Long> sources = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT source, bytes FROM sources WHERE NOT sourceDeleted")) {
            while (rows.next()) {
                sources.put(rows.getString(1), rows.getLong(2));
            }
            return sources;
        } catch (SQLException e) {
            throw failure(path, e);
        }
    }

    /** Notes that a file is gone; its summaries stay. */
    public void markDeleted(String source) throws IOException {
        try {
            update("UPDATE sources SET sourceDeleted = true WHERE source = ?", source);
        } catch (SQLException e) {
            throw failure(path, e);
        }
    }

    /** Notes that a file has another size, although what was summarized still holds. */
    public void setBytes(String source, long bytes) throws IOException {
        try {
            update("UPDATE sources SET bytes = ? WHERE source = ?", bytes, source);
        } catch (SQLException e) {
            throw failure(path, e);
        }
    }

    /** Returns the files in which a counter, in any case, never reached a limit; those that lack it are not among them. */
    public Set<String> sourcesBelow(String counter, double limit) throws IOException {
        Set<String> sources = new TreeSet<>();
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT source FROM daily WHERE lower(counter) = lower(?) GROUP BY source HAVING max(maximum) < ?")) {
            statement.setString(1, counter);
            statement.setDouble(2, limit);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    sources.add(rows.getString(1));
                }
            }
            return sources;
        } catch (SQLException e) {
            throw failure(path, e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failure(path, e);
        }
    }
}
