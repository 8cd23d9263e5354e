package dev.mimeo.garage.summary;

import dev.mimeo.garage.summary.SummaryIndex.SummarizedFile;
import dev.mimeo.sql.SqlException;
import dev.mimeo.sql.internal.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * Writes summaries to a database of DuckDB, for plain SQL. Tables {@code hourly} and {@code daily} have a row for each file, counter
 * and hour or day (UTC); table {@code sources} one for each file. A day has the sums of its hours, added in order.
 */
final class SummaryExport {

    private static final int HOURS = 24;

    /** Columns that are NULL without values. */
    private static final int VALUES = 6;

    private SummaryExport() {}

    /**
     * Writes a database.
     *
     * @param database a file that does not exist
     */
    static void write(SummaryStore store, Path database) throws IOException {
        Map<Long, Map.Entry<String, SummarizedFile>> files = new HashMap<>();
        store.states().entrySet().forEach(entry -> files.put(entry.getValue().number(), entry));
        try (DuckDBConnection connection = Database.open(database).unwrap(DuckDBConnection.class)) {
            Database.execute(connection, "CREATE TABLE sources (source VARCHAR, bytes BIGINT, sourceDeleted BOOLEAN)");
            try (DuckDBAppender appender = connection.createAppender("sources")) {
                for (Map.Entry<String, SummarizedFile> entry : store.states().entrySet()) {
                    SummarizedFile state = entry.getValue();
                    appender.beginRow();
                    appender.append(entry.getKey()).append(state.bytes()).append(state.isDeleted());
                    appender.endRow();
                }
            }
            for (String table : new String[] {"hourly", "daily"}) {
                Database.execute(
                        connection,
                        "CREATE TABLE " + table + " (source VARCHAR, serverID VARCHAR, tableName VARCHAR,"
                                + " counter VARCHAR, startTime TIMESTAMP_MS, count BIGINT, nulls BIGINT, nans BIGINT,"
                                + " dirty BIGINT, minimum DOUBLE, maximum DOUBLE, sum DOUBLE, sumOfSquares DOUBLE,"
                                + " firstValue DOUBLE, lastValue DOUBLE)");
            }
            try (DuckDBAppender hourly = connection.createAppender("hourly");
                    DuckDBAppender daily = connection.createAppender("daily")) {
                store.read(counter -> true, (counter, rows) -> {
                    try {
                        append(hourly, 1, files, counter, rows);
                        append(daily, HOURS, files, counter, rows);
                    } catch (SQLException e) {
                        throw failure(database, e);
                    }
                });
            }
            // Rows that do not fit into the file would stay in the log beside it when it is closed, without an error.
            Database.execute(connection, "CHECKPOINT");
        } catch (SQLException e) {
            throw failure(database, e);
        } finally {
            Database.deleteCompanions(database);
        }
    }

    static IOException failure(Path path, SQLException e) {
        return new IOException(path + ": " + SqlException.message(e), e);
    }

    private static void append(
            DuckDBAppender appender,
            int hours,
            Map<Long, Map.Entry<String, SummarizedFile>> files,
            CounterName counter,
            HourlyRows rows)
            throws SQLException {
        for (int from = 0; from < rows.size(); ) {
            long number = rows.integer(HourlyRows.SOURCE, from);
            long period = Math.floorDiv(rows.integer(HourlyRows.HOUR, from), hours);
            int to = from + 1;
            while (to < rows.size()
                    && rows.integer(HourlyRows.SOURCE, to) == number
                    && Math.floorDiv(rows.integer(HourlyRows.HOUR, to), hours) == period) {
                to++;
            }
            Map.Entry<String, SummarizedFile> source = files.get(number);
            if (source != null) {
                appender.beginRow();
                appender.append(source.getKey())
                        .append(source.getValue().server())
                        .append(counter.table())
                        .append(counter.counter());
                appender.appendEpochMillis(period * hours * FileSummary.HOUR_MILLIS);
                append(appender, rows, from, to);
                appender.endRow();
            }
            from = to;
        }
    }

    /** Appends the aggregate of some rows. */
    private static void append(DuckDBAppender appender, HourlyRows rows, int from, int to) throws SQLException {
        long[] counts = new long[HourlyRows.INTEGERS];
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        double sum = 0;
        double squares = 0;
        int first = -1;
        int last = -1;
        for (int row = from; row < to; row++) {
            for (int i = HourlyRows.COUNT; i < counts.length; i++) {
                counts[i] += rows.integer(i, row);
            }
            if (rows.hasValues(row)) {
                first = first < 0 ? row : first;
                last = row;
                min = Math.min(min, rows.number(HourlyRows.MIN, row));
                max = Math.max(max, rows.number(HourlyRows.MAX, row));
                sum += rows.number(HourlyRows.SUM, row);
                squares += rows.sumOfSquares(row);
            }
        }
        for (int i = HourlyRows.COUNT; i < counts.length; i++) {
            appender.append(counts[i]);
        }
        if (first < 0) {
            for (int i = 0; i < VALUES; i++) {
                appender.appendNull();
            }
            return;
        }
        appender.append(min)
                .append(max)
                .append(sum)
                .append(squares)
                .append(rows.number(HourlyRows.FIRST, first))
                .append(rows.number(HourlyRows.LAST, last));
    }
}
