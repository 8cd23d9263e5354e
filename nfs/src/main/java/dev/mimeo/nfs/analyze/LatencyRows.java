package dev.mimeo.nfs.analyze;

import dev.mimeo.query.internal.stream.Quantiles;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Prints what {@link ServerLatency} finds as tables. */
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
            "max_lat:r");
    private static final ResultTable QUANTILE =
            ResultTable.of("server_latency_quantile", "server:a", "operation:t", "quantile:r", "latency:r");
    private static final ResultTable TOTALS = ResultTable.of(
            "server_latency_total",
            "missing_requests:i",
            "missing_replies:i",
            "duplicate_requests:i",
            "duplicate_replies:i");

    private LatencyRows() {}

    static void print(
            AnalysisOutput output, @Nullable Long server, @Nullable String operation, Quantiles millis, long repeats)
            throws IOException {
        output.row(
                BASIC,
                server,
                operation,
                millis.count(),
                repeats,
                millis.mean(),
                millis.standardDeviation(),
                millis.min(),
                millis.max());
        for (int percent = 1; percent < 100 && millis.count() > 0; percent++) {
            output.row(QUANTILE, server, operation, percent / 100.0, millis.quantile(percent / 100.0));
        }
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
