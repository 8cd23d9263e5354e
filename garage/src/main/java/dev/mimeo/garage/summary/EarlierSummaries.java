package dev.mimeo.garage.summary;

import dev.mimeo.garage.summary.SummaryIndex.SummarizedFile;
import dev.mimeo.sql.internal.Database;
import dev.mimeo.statistics.Stats;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Takes over summaries from the database of DuckDB that earlier versions kept: files may be gone, so that these are all there is. */
final class EarlierSummaries {

    private EarlierSummaries() {}

    /** A file of the database. */
    private record Row(String source, long bytes, boolean isDeleted) {}

    /**
     * Adds all summaries of a database to a store.
     *
     * @throws IOException if it is not such a database
     */
    static void read(Path database, SummaryStore store) throws IOException {
        try (Connection connection = Database.open(database)) {
            List<Row> sources = new ArrayList<>();
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT source, bytes, sourceDeleted FROM sources")) {
                while (rows.next()) {
                    sources.add(new Row(rows.getString(1), rows.getLong(2), rows.getBoolean(3)));
                }
            }
            try (PreparedStatement hours =
                    connection.prepareStatement("SELECT serverID, tableName, counter, epoch_ms(startTime), count,"
                            + " nulls, nans, dirty, minimum, maximum, sum, sumOfSquares, firstValue, lastValue"
                            + " FROM hourly WHERE source = ? ORDER BY tableName, counter, startTime")) {
                for (Row source : sources) {
                    hours.setString(1, source.source);
                    try (ResultSet rows = hours.executeQuery()) {
                        add(source, rows, store);
                    }
                }
            }
        } catch (SQLException e) {
            throw SummaryExport.failure(database, e);
        }
    }

    private static void add(Row source, ResultSet hours, SummaryStore store) throws SQLException, IOException {
        long number = store.nextNumber();
        String server = "";
        long added = 0;
        while (hours.next()) {
            server = hours.getString(1);
            HourlyRows rows = store.pending(new CounterName(hours.getString(2), hours.getString(3)));
            int row = rows.size();
            rows.makeRows(1);
            rows.integers(HourlyRows.SOURCE)[row] = number;
            rows.integers(HourlyRows.HOUR)[row] = Math.floorDiv(hours.getLong(4), FileSummary.HOUR_MILLIS);
            for (int i = 0; i < 4; i++) {
                rows.integers(HourlyRows.COUNT + i)[row] = hours.getLong(5 + i);
            }
            double count = hours.getLong(5);
            double sum = hours.getDouble(11);
            rows.numbers(HourlyRows.MIN)[row] = hours.getDouble(9);
            rows.numbers(HourlyRows.MAX)[row] = hours.getDouble(10);
            rows.numbers(HourlyRows.SUM)[row] = sum;
            double deviations = count > 0 ? Stats.squaresAboutMean(count, sum, hours.getDouble(12)) : 0;
            rows.numbers(HourlyRows.DEVIATIONS)[row] =
                    HourlyRows.rounded(Double.isFinite(deviations) ? deviations : Double.POSITIVE_INFINITY);
            rows.numbers(HourlyRows.SQUARES)[row] = hours.getDouble(12);
            rows.numbers(HourlyRows.FIRST)[row] = hours.getDouble(13);
            rows.numbers(HourlyRows.LAST)[row] = hours.getDouble(14);
            added++;
        }
        store.addRows(added);
        store.add(source.source, new SummarizedFile(number, server, source.bytes, null, source.isDeleted));
    }
}
