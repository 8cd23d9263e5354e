package dev.mimeo.nfs.report;

import dev.mimeo.nfs.analyze.Analyses;
import dev.mimeo.nfs.analyze.AnalysisOutput;
import dev.mimeo.nfs.analyze.ResultTable;
import dev.mimeo.nfs.analyze.TraceAnalysis;
import dev.mimeo.nfs.analyze.TraceScan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    private static final List<String> REQUESTS = List.of(
            "hostinfo:3600,no_print_base,no_cube_time",
            "hostinfo:60,no_print_base,no_print_cube,no_cube_host",
            "hostinfo:1,no_print_base,no_print_cube,no_cube_host",
            "ipbw:60,1,0.001",
            "filesize",
            "sequentiality:reply_order",
            "sequentiality:overlapping_reorder",
            "sequentiality:overlapping_reorder=0.01",
            "missing",
            "crosscheck");

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

    private final TraceSet set;
    private final Map<String, List<ResultRow>> rows = new HashMap<>();

    private SetResults(TraceSet set) {
        this.set = set;
    }

    private static boolean hostCell(ResultRow row) {
        return row.isAny("operation") && !row.isAny("op_dir");
    }

    /** Runs the analyses over the files of a set. */
    static SetResults of(TraceSet set, TraceScan.Options options, LongConsumer progress) throws IOException {
        SetResults results = new SetResults(set);
        List<TraceAnalysis> analyses = new ArrayList<>();
        for (String request : REQUESTS) {
            analyses.add(Analyses.of(request, results));
        }
        TraceScan scan = new TraceScan(set.files(), analyses, options);
        scan.run(progress);
        Analyses.finish(analyses, scan, results);
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
