package dev.mimeo.nfs.report;

import dev.mimeo.nfs.analyze.ResultTable;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The figures of a report. All show distributions: at x, a fraction of all values, stands the value that this fraction does not exceed. */
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
                tail("Mbps", "Tails of bandwidth (Figure 2b of the paper)", "bandwidth_tail", "mbps", "Mbit/s"),
                tail("kpps", "Tails of packet rates (Figure 2b of the paper)", "packet_tail", "kpps", "1000 packets/s"),
                rates("Operations a second (Figure 3 of the paper)", "operation_rates", null),
                readBytes(),
                rates("Getattr operations a second (Figure 4b of the paper)", "getattr_rates", "getattr"),
                fileSizes(),
                runs(
                        "Reads in a run that reads (Figure 6a of the paper)",
                        "run_reads",
                        "reading_run_read_count",
                        "reads"),
                runs(
                        "Sequential bytes within runs that are not sequential (Figure 6b of the paper)",
                        "stretch_bytes",
                        "in_random_sequential_run_bytes",
                        "bytes"),
                sequentialShares());
    }

    private Figure bandwidth() {
        Figure figure = new Figure(
                        "Bandwidth (Figure 2a of the paper)",
                        ResultTable.of("bandwidth", "dataset:t", "interval_seconds:r", "quantile:r", "mbps:r"))
                .yLogarithmic("mbps", "Mbit/s")
                .of("intervals")
                .lines(Figures::setAndInterval);
        for (SetResults set : sets) {
            packets(set, "Mbps", row -> true, figure);
        }
        return figure;
    }

    private Figure tail(String type, String title, String name, String column, String unit) {
        Figure figure = new Figure(
                        title, ResultTable.of(name, "dataset:t", "interval_seconds:r", "quantile:r", column + ":r"))
                .yLogarithmic(column, unit)
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
                .y("operations_per_second", "operations/s")
                .of("intervals")
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
                        "Bytes read a second (Figure 4a of the paper)",
                        ResultTable.of(
                                "read_rates", "dataset:t", "interval_seconds:i", "quantile:r", "mib_per_second:r"))
                .y("mib_per_second", "MiB/s")
                .of("intervals")
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
                        "Sizes of the files seen (Figure 5 of the paper)",
                        ResultTable.of("file_sizes", "dataset:t", "quantile:r", "bytes:r"))
                .yBytes("bytes", "size")
                .of("files")
                .mark("8 KiB", 8 << 10)
                .mark("16 KiB", 16 << 10);
        for (SetResults set : sets) {
            set.rows(SetResults.FILE_SIZES)
                    .forEach(row -> figure.add(set.name(), row.number(QUANTILE), row.number("bytes")));
        }
        return figure;
    }

    private Figure runs(String title, String name, String type, String unit) {
        Figure figure = new Figure(title, ResultTable.of(name, "dataset:t", "quantile:r", unit + ":r")).of("runs");
        if (unit.equals("bytes")) {
            figure.yBytes(unit, "sequential bytes");
        } else {
            figure.yLogarithmic(unit, unit);
        }
        for (SetResults set : sets) {
            set.rows(SetResults.RUNS)
                    .filter(row -> row.has("type", type) && row.has("order_by", "overlapping_reorder"))
                    .forEach(row -> figure.add(set.name(), row.number(QUANTILE), row.number("value")));
        }
        return figure;
    }

    private Figure sequentialShares() {
        Figure figure = new Figure(
                        "Bytes of a run that are sequential, by the order that its transfers are put in (Figure 7 of the paper)",
                        ResultTable.of("sequential_share", "dataset:t", "order_by:t", "quantile:r", "share:r"))
                .y("share", "fraction of the bytes")
                .of("runs")
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
