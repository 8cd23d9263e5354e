package dev.mimeo.nfs.analyze;

import static dev.mimeo.internal.text.CNumberFormat.fixed;
import static dev.mimeo.nfs.analyze.ClassicText.right;

import dev.mimeo.internal.text.CNumberFormat;
import dev.mimeo.nfs.analyze.AnalysisRequest.HostInfo.Part;
import dev.mimeo.query.internal.stream.EntryOrder;
import dev.mimeo.query.internal.stream.TupleCells;
import dev.mimeo.query.internal.stream.TupleLayout;
import java.io.IOException;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Prints what {@link HostInfoAnalysis} finds. */
final class HostInfoPrinter {

    private static final ResultTable CUBE = ResultTable.of(
            "nfs_hostinfo_cube",
            "group_seconds:i",
            "host:a",
            "group_time:i",
            "direction:t",
            "operation:t",
            "op_dir:t",
            "group_count:i",
            "mean_payload_bytes:r");
    private static final ResultTable RATES = ResultTable.of(
            "nfs_hostinfo_rates",
            "group_seconds:i",
            "host:a",
            "direction:t",
            "operation:t",
            "op_dir:t",
            "mean_operations_per_second:r",
            "mean_payload_bytes_per_second:r");
    private static final ResultTable RATE_QUANTILES = ResultTable.of(
            "nfs_hostinfo_rate_quantiles",
            "group_seconds:i",
            "host:a",
            "direction:t",
            "operation:t",
            "op_dir:t",
            "quantile:r",
            "operations_per_second:r",
            "payload_bytes_per_second:r");
    private static final double[] QUANTILES = {0.05, 0.10, 0.25, 0.50, 0.75, 0.90, 0.95};
    private static final TupleLayout LAYOUT = HostInfoAnalysis.LAYOUT;
    private static final double MIB = 1024 * 1024;
    private static final String CELL_HEADER = "host     time        dir          op    op-dir   count mean-payload\n";

    private final AnalysisRequest.HostInfo settings;
    private final AnalysisOutput output;
    private final String prefix;
    private final HostInfoOverview overview;
    private boolean begun;
    private boolean cubeHeader;

    HostInfoPrinter(AnalysisRequest.HostInfo settings, AnalysisOutput output) {
        this.settings = settings;
        this.output = output;
        this.prefix = "HostInfo " + settings.groupSeconds() + "s ";
        this.overview = new HostInfoOverview(settings.groupSeconds());
    }

    private void begin() throws IOException {
        if (!begun) {
            begun = true;
            StringBuilder text = new StringBuilder();
            ClassicText.begin(text, "HostInfo");
            output.text(text);
        }
    }

    void base(TupleCells cells) throws IOException {
        if (output.isClassic()) {
            begin();
        }
        if (settings.has(Part.PRINT_BASE) && !output.isOverview()) {
            if (output.isClassic()) {
                output.text(prefix + "base: " + CELL_HEADER);
            }
            for (int entry : cells.ordered()) {
                cell("base: ", cells, entry);
            }
        }
        cubeHeader = false;
    }

    /** Prints the cells of a cube that are of a group of time. */
    void cubeOfTimes(TupleCells cells) throws IOException {
        if (settings.has(Part.PRINT_CUBE) && settings.has(Part.CUBE_TIME) && !output.isOverview()) {
            cube(cells, entry -> !cells.isAny(entry, HostInfoAnalysis.TIME));
        }
    }

    /** Prints the cells of a cube over all times. */
    void cubeOfAllTimes(TupleCells cells) throws IOException {
        if (output.isOverview()) {
            overview.add(cells);
        } else if (settings.has(Part.PRINT_CUBE)) {
            cube(cells, entry -> cells.isAny(entry, HostInfoAnalysis.TIME));
        }
    }

    private void cube(TupleCells cells, IntPredicate printed) throws IOException {
        if (output.isClassic() && !cubeHeader) {
            cubeHeader = true;
            output.text(prefix + "cube: " + CELL_HEADER);
        }
        for (int entry : cells.ordered()) {
            if (printed.test(entry)) {
                cell("cube: ", cells, entry);
            }
        }
    }

    private void cell(String kind, TupleCells cells, int entry) throws IOException {
        long first = cells.first(entry);
        long second = cells.second(entry);
        Long time = LAYOUT.isAny(second, HostInfoAnalysis.TIME)
                ? null
                : (Long) LAYOUT.value(first, second, HostInfoAnalysis.TIME);
        if (output.isClassic()) {
            output.text(prefix + kind + hostText(first, second) + " "
                    + right(time == null ? "*" : time.toString(), 10) + " "
                    + right(star(direction(first, second)), 4) + " "
                    + right(star(operation(first, second)), 12) + " "
                    + right(star(opDir(first, second)), 8) + " "
                    + right(Long.toString(cells.count(entry)), 6) + " "
                    + right(fixed(cells.mean(entry), 2), 8) + "\n");
        } else {
            output.row(
                    CUBE,
                    settings.groupSeconds(),
                    host(first, second),
                    time,
                    direction(first, second),
                    operation(first, second),
                    opDir(first, second),
                    cells.count(entry),
                    cells.mean(entry));
        }
    }

    void unique(long times, long hosts, long operations) throws IOException {
        if (output.isClassic()) {
            output.text("unique entries: " + times + " time, " + hosts + " host, " + operations + " operation\n");
        }
    }

    void rates(HostInfoRates rates) throws IOException {
        if (output.isOverview()) {
            overview.add(rates);
            return;
        }
        if (output.isClassic()) {
            output.text(prefix + "rates: host     dir      op    op-dir  ops/s payload-MiB/s\n");
            if (settings.has(Part.PRINT_RATE_QUANTILES)) {
                String shares = "5% 10% 25% 50% 75% 90% 95% ";
                output.text(prefix + "rates-quantiles: " + shares + "ops/s : " + shares + "MiB/s\n");
            }
        }
        int[] order = EntryOrder.of(
                rates.size(),
                (a, b) -> LAYOUT.compare(rates.first(a), rates.second(a), rates.first(b), rates.second(b)));
        for (int cell : order) {
            if (output.isClassic()) {
                classicRate(rates, cell);
            } else {
                rate(rates, cell);
            }
        }
        if (!output.isClassic() && settings.has(Part.PRINT_RATE_QUANTILES)) {
            for (int cell : order) {
                rateQuantiles(rates, cell);
            }
        }
    }

    private void classicRate(HostInfoRates rates, int cell) throws IOException {
        long first = rates.first(cell);
        long second = rates.second(cell);
        StringBuilder text = new StringBuilder(prefix).append("rates: ").append(hostText(first, second));
        text.append(' ').append(right(star(direction(first, second)), 4));
        text.append(' ').append(right(star(operation(first, second)), 8));
        text.append(' ').append(right(star(opDir(first, second)), 8));
        text.append(' ').append(right(fixed(rates.meanMessages(cell), 2), 10));
        text.append(' ').append(right(fixed(rates.meanMebibytes(cell), 3), 8)).append('\n');
        if (settings.has(Part.PRINT_RATE_QUANTILES)) {
            text.append(prefix).append("rates-quantiles: ");
            appendQuantiles(text, quantile -> rates.messages(cell, quantile));
            text.append(": ");
            appendQuantiles(text, quantile -> rates.mebibytes(cell, quantile));
            text.setLength(text.length() - 1);
            text.append('\n');
        }
        output.text(text);
    }

    private void rate(HostInfoRates rates, int cell) throws IOException {
        long first = rates.first(cell);
        long second = rates.second(cell);
        output.row(
                RATES,
                settings.groupSeconds(),
                host(first, second),
                direction(first, second),
                operation(first, second),
                opDir(first, second),
                rates.meanMessages(cell),
                rates.meanMebibytes(cell) * MIB);
    }

    private void rateQuantiles(HostInfoRates rates, int cell) throws IOException {
        long first = rates.first(cell);
        long second = rates.second(cell);
        Long host = host(first, second);
        String direction = direction(first, second);
        String operation = operation(first, second);
        String opDir = opDir(first, second);
        for (int percent = 0; percent <= 100; percent++) {
            double quantile = percent / 100.0;
            output.row(
                    RATE_QUANTILES,
                    settings.groupSeconds(),
                    host,
                    direction,
                    operation,
                    opDir,
                    quantile,
                    rates.messages(cell, quantile),
                    rates.mebibytes(cell, quantile) * MIB);
        }
    }

    private static void appendQuantiles(StringBuilder text, DoubleUnaryOperator values) {
        for (double quantile : QUANTILES) {
            text.append(CNumberFormat.general(values.applyAsDouble(quantile), 8))
                    .append(' ');
        }
    }

    void end(long groupsWithRows, long first, long last, long lateRows) throws IOException {
        if (output.isOverview()) {
            output.text(overview.text());
        }
        if (!output.isClassic()) {
            return;
        }
        begin();
        StringBuilder text = new StringBuilder();
        if (settings.has(Part.PRINT_RATES)) {
            text.append("# Note that the all * rollup double counts operations since we count both the\n");
            text.append("# send and the receive\n");
        }
        if (groupsWithRows > 0) {
            long groups = (last - first) / settings.groupSeconds() + 1;
            text.append("# Processed ").append(Math.max(0, groups - 2)).append(" complete groups of size ");
            text.append(settings.groupSeconds()).append('\n');
            text.append("# (ignored the partial first and last groups)\n");
            text.append("# Total time range was [")
                    .append(first)
                    .append("..")
                    .append(last)
                    .append("], ");
            text.append(groups - groupsWithRows).append(" groups with no nfs ops\n");
        }
        if (lateRows > 0) {
            text.append("# ").append(lateRows).append(" times rows went back by more than a group\n");
        }
        ClassicText.end(text, "HostInfo");
        output.text(text);
    }

    private static String hostText(long first, long second) {
        return LAYOUT.isAny(second, HostInfoAnalysis.HOST)
                ? "       *"
                : ClassicText.format("%08x", LAYOUT.value(first, second, HostInfoAnalysis.HOST));
    }

    private static @Nullable Long host(long first, long second) {
        return LAYOUT.isAny(second, HostInfoAnalysis.HOST)
                ? null
                : (Long) LAYOUT.value(first, second, HostInfoAnalysis.HOST);
    }

    private static @Nullable String direction(long first, long second) {
        boolean send = LAYOUT.value(first, second, HostInfoAnalysis.IS_SEND) != 0;
        return LAYOUT.isAny(second, HostInfoAnalysis.IS_SEND) ? null : send ? "send" : "recv";
    }

    private static @Nullable String operation(long first, long second) {
        return LAYOUT.isAny(second, HostInfoAnalysis.OPERATION)
                ? null
                : Operations.name((int) LAYOUT.value(first, second, HostInfoAnalysis.OPERATION));
    }

    private static @Nullable String opDir(long first, long second) {
        boolean request = LAYOUT.value(first, second, HostInfoAnalysis.IS_REQUEST) != 0;
        return LAYOUT.isAny(second, HostInfoAnalysis.IS_REQUEST) ? null : request ? "request" : "response";
    }

    private static String star(@Nullable String value) {
        return value == null ? "*" : value;
    }
}
