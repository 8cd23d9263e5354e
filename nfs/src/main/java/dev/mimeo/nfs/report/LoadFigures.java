package dev.mimeo.nfs.report;

import dev.mimeo.nfs.analyze.ResultTable;
import dev.mimeo.nfs.report.LoadSeries.LoadSums;
import dev.mimeo.report.PageFigure;
import dev.mimeo.report.plot.Plot;
import dev.mimeo.report.plot.PlotAxis;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The figures of a report that have an axis of time, and their table. */
final class LoadFigures {

    private static final double MIB = 1024 * 1024;

    private static final ResultTable TABLE = ResultTable.of(
            "load_over_time",
            "dataset:t",
            "time:t",
            "seconds:i",
            "calls:i",
            "errors:i",
            "read_bytes:i",
            "written_bytes:i",
            "replies:i",
            "mean_ms:r",
            "max_ms:r");

    private final List<SetResults> sets;

    LoadFigures(List<SetResults> sets) {
        this.sets = sets;
    }

    ResultTable table() {
        return TABLE;
    }

    List<ResultRow> rows() {
        List<ResultRow> rows = new ArrayList<>();
        for (SetResults set : sets) {
            set.series()
                    .intervals()
                    .forEach((start, sums) -> rows.add(new ResultRow(
                            TABLE,
                            set.name(),
                            Instant.ofEpochSecond(start).toString(),
                            set.series().seconds(),
                            sums.calls,
                            sums.errors,
                            sums.readBytes,
                            sums.writtenBytes,
                            sums.replies,
                            sums.replies == 0 ? null : sums.latency / sums.replies,
                            sums.replies == 0 ? null : sums.longest)));
        }
        return rows;
    }

    /** Returns the figures; none if no data set has two intervals. */
    List<PageFigure> all() {
        List<PageFigure> figures = new ArrayList<>();
        add(figures, "Calls a second over time", "calls/s", Curve.ofRate("", sums -> sums.calls));
        add(
                figures,
                "Bytes read and written a second over time",
                "MiB/s",
                Curve.ofRate("read", sums -> sums.readBytes / MIB),
                Curve.ofRate("written", sums -> sums.writtenBytes / MIB));
        add(
                figures,
                "Mean and longest latency over time",
                "ms",
                Curve.ofValue("mean", sums -> sums.latency / sums.replies),
                Curve.ofValue("longest", sums -> sums.replies == 0 ? Double.NaN : sums.longest));
        add(figures, "Errors a second over time", "errors/s", Curve.ofRate("", sums -> sums.errors));
        return figures;
    }

    /** A value of intervals, by time if it is a rate. */
    private record Curve(String name, boolean rate, ToDoubleFunction<LoadSums> value) {

        static Curve ofRate(String name, ToDoubleFunction<LoadSums> sum) {
            return new Curve(name, true, sum);
        }

        static Curve ofValue(String name, ToDoubleFunction<LoadSums> value) {
            return new Curve(name, false, value);
        }
    }

    private void add(List<PageFigure> figures, String title, String unit, Curve... curves) {
        List<Plot.Line> lines = new ArrayList<>();
        boolean any = false;
        for (SetResults set : sets) {
            if (set.series().intervals().size() < 2) {
                continue;
            }
            for (Curve curve : curves) {
                Plot.Line line = line(set, curve);
                any |= IntStream.range(0, line.size()).anyMatch(point -> line.y(point) > 0);
                lines.add(line);
            }
        }
        if (any) {
            // Data sets of different times begin together.
            PlotAxis across = sets.size() == 1
                    ? PlotAxis.of("time (UTC)", PlotAxis.Scale.TIME)
                    : PlotAxis.linear("seconds since the first interval");
            String caption = lines.size() == 1 ? title + ", " + lines.get(0).name() : title;
            figures.add(PageFigure.wide(
                    caption + ".", Plot.of("", across, PlotAxis.fromZero(unit), Plot.Style.LINES, lines)));
        }
    }

    /** Returns a line; where there are no messages, rates are 0 and latencies have no point. */
    private Plot.Line line(SetResults set, Curve curve) {
        long seconds = set.series().seconds();
        Map<Long, LoadSums> intervals = set.series().intervals();
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        long first = intervals.keySet().iterator().next();
        long from = sets.size() == 1 ? 0 : first;
        long next = first;
        for (Map.Entry<Long, LoadSums> interval : intervals.entrySet()) {
            long start = interval.getKey();
            if (curve.rate && start > next) {
                add(x, y, next - from, 0);
                add(x, y, start - seconds - from, 0);
            }
            double value = curve.value.applyAsDouble(interval.getValue());
            if (!Double.isNaN(value)) {
                add(x, y, start - from, curve.rate ? value / seconds : value);
            }
            next = start + seconds;
        }
        return Plot.Line.of(set.name() + (curve.name.isEmpty() ? "" : ", " + curve.name), x, y);
    }

    private static void add(List<Double> x, List<Double> y, long seconds, double value) {
        x.add((double) seconds);
        y.add(value);
    }
}
