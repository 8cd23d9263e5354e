package dev.mimeo.nfs.report;

import dev.mimeo.nfs.analyze.ResultTable;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The figures of a report. All are distributions: over x, a share of all values, stands what so many do not exceed. */
final class Figures {

    private static final double MIB = 1024 * 1024;
    private static final double TAIL = 0.9;
    private static final String QUANTILE = "quantile";

    private final List<SetResults> sets;

    Figures(List<SetResults> sets) {
        this.sets = sets;
    }

    /** Returns all figures, in the order of the paper. */
    List<Figure> all() {
        return List.of(
                bandwidth(),
                tail("Mbps", "Figure 2b: tails of bandwidth", "bandwidth_tail", "mbps", "Mbit/s"),
                tail("kpps", "Figure 2b: tails of packet rates", "packet_tail", "kpps", "1000 packets/s"),
                rates("Figure 3: operations a second", "operation_rates", null),
                readBytes(),
                rates("Figure 4b: getattr operations a second", "getattr_rates", "getattr"),
                fileSizes(),
                runs("Figure 6a: reads in a run", "run_reads", "read_count", "reads"),
                runs(
                        "Figure 6b: sequential bytes within runs that are not sequential",
                        "stretch_bytes",
                        "in_random_sequential_run_bytes",
                        "bytes"),
                sequentialShares());
    }

    private Figure bandwidth() {
        Figure figure = new Figure(
                        "Figure 2a: bandwidth",
                        ResultTable.of("bandwidth", "dataset:t", "interval_seconds:r", "quantile:r", "mbps:r"))
                .y("mbps", "Mbit/s", true)
                .lines(Figures::setAndInterval);
        for (SetResults set : sets) {
            packets(set, "Mbps", row -> true, figure);
        }
        return figure;
    }

    private Figure tail(String type, String title, String name, String column, String unit) {
        Figure figure = new Figure(
                        title, ResultTable.of(name, "dataset:t", "interval_seconds:r", "quantile:r", column + ":r"))
                .y(column, unit, true)
                .x("number of nines of the quantile: 1 is 0.9, 2 is 0.99, 3 is 0.999", share -> -Math.log10(1 - share))
                .lines(Figures::setAndInterval);
        for (SetResults set : sets) {
            packets(set, type, row -> row.number(QUANTILE) >= TAIL && row.number(QUANTILE) < 1, figure);
        }
        return figure;
    }

    private static void packets(SetResults set, String type, Predicate<ResultRow> which, Figure figure) {
        set.rows(SetResults.BANDWIDTH)
                .filter(row -> row.has("type", type) && which.test(row))
                .sorted(Comparator.<ResultRow>comparingDouble(row -> row.number("interval_len"))
                        .thenComparingDouble(row -> row.number(QUANTILE)))
                .forEach(row ->
                        figure.add(set.name(), row.number("interval_len"), row.number(QUANTILE), row.number("val")));
    }

    private static String setAndInterval(ResultRow row) {
        double seconds = row.number("interval_seconds");
        return row.text("dataset") + ", "
                + (seconds < 1 ? ReportTable.number(1000 * seconds) + " ms" : ReportTable.number(seconds) + " s");
    }

    /** Requests a second of an operation, or of all. */
    private Figure rates(String title, String name, @Nullable String operation) {
        Figure figure = new Figure(
                        title,
                        ResultTable.of(
                                name, "dataset:t", "interval_seconds:i", "quantile:r", "operations_per_second:r"))
                .y("operations_per_second", "operations/s", false)
                .lines(Figures::setAndInterval);
        for (SetResults set : sets) {
            set.rows(SetResults.RATES)
                    .filter(row -> row.has("operation", operation) && row.has("op_dir", "request"))
                    .sorted(Comparator.comparingDouble(row -> row.number("group_seconds")))
                    .forEach(row -> figure.add(
                            set.name(),
                            (long) row.number("group_seconds"),
                            row.number(QUANTILE),
                            row.number("operations_per_second")));
        }
        return figure;
    }

    private Figure readBytes() {
        Figure figure = new Figure(
                        "Figure 4a: bytes read a second",
                        ResultTable.of(
                                "read_rates", "dataset:t", "interval_seconds:i", "quantile:r", "mib_per_second:r"))
                .y("mib_per_second", "MiB/s", false)
                .lines(Figures::setAndInterval);
        for (SetResults set : sets) {
            set.rows(SetResults.RATES)
                    .filter(row -> row.has("operation", "read") && row.has("op_dir", "response"))
                    .sorted(Comparator.comparingDouble(row -> row.number("group_seconds")))
                    .forEach(row -> figure.add(
                            set.name(),
                            (long) row.number("group_seconds"),
                            row.number(QUANTILE),
                            row.number("payload_bytes_per_second") / MIB));
        }
        return figure;
    }

    private Figure fileSizes() {
        Figure figure = new Figure(
                        "Figure 5: sizes of the files seen",
                        ResultTable.of("file_sizes", "dataset:t", "quantile:r", "bytes:r"))
                .y("bytes", "bytes", true)
                .mark("8 KiB", 8 << 10)
                .mark("16 KiB", 16 << 10);
        for (SetResults set : sets) {
            set.rows(SetResults.FILE_SIZES)
                    .forEach(row -> figure.add(set.name(), row.number(QUANTILE), row.number("bytes")));
        }
        return figure;
    }

    private Figure runs(String title, String name, String type, String unit) {
        Figure figure =
                new Figure(title, ResultTable.of(name, "dataset:t", "quantile:r", unit + ":r")).y(unit, unit, true);
        for (SetResults set : sets) {
            set.rows(SetResults.RUNS)
                    .filter(row -> row.has("type", type) && row.has("order_by", "overlapping_reorder"))
                    .forEach(row -> figure.add(set.name(), row.number(QUANTILE), row.number("value")));
        }
        return figure;
    }

    private Figure sequentialShares() {
        Figure figure = new Figure(
                        "Figure 7: bytes of a run that are sequential, by the order that its transfers are put in",
                        ResultTable.of("sequential_share", "dataset:t", "order_by:t", "quantile:r", "share:r"))
                .y("share", "share of the bytes", false)
                .lines(row -> row.text("dataset") + ", " + row.text("order_by"));
        for (SetResults set : sets) {
            set.rows(SetResults.RUNS)
                    .filter(row -> row.has("type", "sequentiality_bytes_fraction"))
                    .forEach(row ->
                            figure.add(set.name(), row.text("order_by"), row.number(QUANTILE), row.number("value")));
        }
        return figure;
    }
}
