package dev.mimeo.nfs.analyze;

import static dev.mimeo.internal.text.CNumberFormat.fixed;

import dev.mimeo.internal.text.AlignedText;
import dev.mimeo.query.internal.stream.Quantiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints what {@link ServerLatency} finds as tables: one row for each server and operation. For one thread. */
final class LatencyRows {

    private static final ResultTable BASIC = ResultTable.of(
            "server_latency_basic",
            "server:a",
            "operation:t",
            "op_count:i",
            "dup_count:i",
            "mean_lat:r",
            "stddev_lat:r",
            "min_lat:r",
            "p50_lat:r",
            "p90_lat:r",
            "p99_lat:r",
            "max_lat:r");
    private static final ResultTable QUANTILE =
            ResultTable.of("server_latency_quantile", "server:a", "operation:t", "quantile:r", "latency:r");
    private static final ResultTable TOTALS = ResultTable.of(
            "server_latency_total",
            "missing_requests:i",
            "missing_replies:i",
            "duplicate_requests:i",
            "duplicate_replies:i");

    private final List<Row> rows = new ArrayList<>();

    /** Latencies of a server and an operation, either of which may be any. */
    private record Row(@Nullable Long server, @Nullable String operation, Quantiles millis, long repeats) {}

    /** Adds a row. */
    void add(@Nullable Long server, @Nullable String operation, Quantiles millis, long repeats) {
        rows.add(new Row(server, operation, millis, repeats));
    }

    /**
     * Prints all rows.
     *
     * @param distribution whether the quantiles from 0.01 to 0.99 of each row follow
     */
    void print(AnalysisOutput output, boolean distribution) throws IOException {
        if (output.isOverview()) {
            output.text(text());
        } else {
            for (Row row : rows) {
                output.row(
                        BASIC,
                        row.server,
                        row.operation,
                        row.millis.count(),
                        row.repeats,
                        row.millis.mean(),
                        row.millis.standardDeviation(),
                        row.millis.min(),
                        row.millis.quantile(0.5),
                        row.millis.quantile(0.9),
                        row.millis.quantile(0.99),
                        row.millis.max());
            }
        }
        for (Row row : rows) {
            for (int percent = 1; distribution && percent < 100 && row.millis.count() > 0; percent++) {
                double quantile = percent / 100.0;
                output.row(QUANTILE, row.server, row.operation, quantile, row.millis.quantile(quantile));
            }
        }
    }

    /** Returns a table of at most 100 columns, unless its numbers are extreme. Sums over servers are left out where there is one. */
    private String text() {
        AlignedText table = new AlignedText("%-15s %-19s" + " %7s".repeat(8));
        boolean several = rows.stream().map(Row::server).distinct().count() > 2;
        table.add("server", "operation", "calls", "again", "mean", "min", "p50", "p90", "p99", "max");
        for (Row row : rows) {
            if (!several && row.server == null && row.operation != null) {
                continue;
            }
            Quantiles millis = row.millis;
            String calls = Long.toString(millis.count());
            String again = Long.toString(row.repeats);
            String server = row.server == null ? "*" : Addresses.dotted(row.server.intValue());
            String operation = row.operation == null ? "*" : row.operation;
            if (millis.count() == 0) {
                table.add(server, operation, calls, again);
            } else {
                table.add(
                        server,
                        operation,
                        calls,
                        again,
                        fixed(millis.mean(), 3),
                        fixed(millis.min(), 3),
                        fixed(millis.quantile(0.5), 3),
                        fixed(millis.quantile(0.9), 3),
                        fixed(millis.quantile(0.99), 3),
                        fixed(millis.max(), 3));
            }
        }
        return "latency: milliseconds from a call to its reply\n" + table + '\n';
    }

    static void printTotals(
            AnalysisOutput output,
            long missingRequests,
            long missingReplies,
            long repeatedRequests,
            long repeatedReplies)
            throws IOException {
        output.row(TOTALS, missingRequests, missingReplies, repeatedRequests, repeatedReplies);
    }
}
