package dev.mimeo.nfs.report;

import dev.mimeo.nfs.analyze.AnalysisOutput;
import dev.mimeo.nfs.analyze.AnalysisRequest;
import dev.mimeo.nfs.analyze.AnalysisRequest.HostInfo;
import dev.mimeo.nfs.analyze.AnalysisRequest.HostInfo.Part;
import dev.mimeo.nfs.analyze.AnalysisRequest.Sequentiality;
import dev.mimeo.nfs.analyze.ResultTable;
import dev.mimeo.nfs.analyze.TraceScan;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.TrafficSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Results of all analyses of a report for a data set, from one scan. Only rows that the report uses are kept. */
final class SetResults implements AnalysisOutput {

    static final String CUBE = "nfs_hostinfo_cube";
    static final String RATES = "nfs_hostinfo_rate_quantiles";
    static final String BANDWIDTH = "ip_bw_rolling";
    static final String FILE_SIZES = "nfs_file_size_quantile";
    static final String RUNS = "nfs_sequentiality_quantile";
    static final String MISSING = "nfs_missing";
    static final String MISSING_AFTER = "nfs_missing_after";
    static final String CROSS_CHECK = "ipnfscrosscheck";

    private static final List<AnalysisRequest> REQUESTS = List.of(
            HostInfo.every(3600).without(Part.PRINT_BASE, Part.CUBE_TIME),
            HostInfo.every(60).without(Part.PRINT_BASE, Part.PRINT_CUBE, Part.CUBE_HOST),
            HostInfo.every(1).without(Part.PRINT_BASE, Part.PRINT_CUBE, Part.CUBE_HOST),
            AnalysisRequest.Bandwidth.of(60, 1, 0.001),
            AnalysisRequest.FileSizes.all(),
            Sequentiality.in(Sequentiality.TransferOrder.REPLY),
            Sequentiality.in(Sequentiality.TransferOrder.OVERLAPPING),
            Sequentiality.in(Sequentiality.TransferOrder.OVERLAPPING).withSlop(0.01),
            new AnalysisRequest.Missing(null),
            AnalysisRequest.CrossCheck.standard());

    private static final Map<String, Predicate<ResultRow>> USED = Map.of(
            CUBE,
            row -> row.isAny("group_time") && row.has("direction", "send") && (row.isAny("host") || hostCell(row)),
            RATES,
            row -> row.isAny("host") && row.has("direction", "send"),
            BANDWIDTH,
            row -> true,
            FILE_SIZES,
            row -> true,
            RUNS,
            row -> true,
            MISSING,
            row -> true,
            MISSING_AFTER,
            row -> true,
            CROSS_CHECK,
            row -> true);

    private final NfsReport.Traces set;
    private final Map<String, List<ResultRow>> rows = new HashMap<>();

    private final LoadSeries series = new LoadSeries();

    /** Set at the end of the scan. */
    private @Nullable TrafficSummary traffic;

    private SetResults(NfsReport.Traces set) {
        this.set = set;
    }

    private static boolean hostCell(ResultRow row) {
        return row.isAny("operation") && !row.isAny("op_dir");
    }

    /** Runs the analyses over the files of a set. */
    static SetResults of(NfsReport.Traces set, TraceScan.Options options, LongConsumer progress) throws IOException {
        SetResults results = new SetResults(set);
        SummaryOptions contained = SummaryOptions.DEFAULT.withGrouping(
                new SummaryOptions.LoadGrouping(Set.of(), LoadSeries.TAKEN_NANOS, results.series));
        TraceScan scan = TraceScan.of(set.files(), REQUESTS, results, contained, options);
        scan.run(progress);
        scan.finish();
        results.traffic = scan.summary();
        return results;
    }

    @Override
    public boolean isClassic() {
        return false;
    }

    @Override
    public void text(CharSequence lines) {
        throw new IllegalStateException("text is for the classic format");
    }

    @Override
    public void row(ResultTable table, @Nullable Object... values) {
        Predicate<ResultRow> used = USED.get(table.name());
        if (used != null) {
            ResultRow row = new ResultRow(table, values.clone());
            if (used.test(row)) {
                rows.computeIfAbsent(table.name(), name -> new ArrayList<>()).add(row);
            }
        }
    }

    /** Returns the summary of the traffic. */
    TrafficSummary traffic() {
        return Objects.requireNonNull(traffic);
    }

    /** Returns the load over time. */
    LoadSeries series() {
        return series;
    }

    String name() {
        return set.name();
    }

    int files() {
        return set.files().size();
    }

    /** Returns the rows of a table, in order; none if the trace does not have what it is about. */
    Stream<ResultRow> rows(String table) {
        return rows.getOrDefault(table, List.of()).stream();
    }
}
