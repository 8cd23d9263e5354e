package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.CommandFailure;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.nfs.summary.LoadInterval;
import dev.mimeo.nfs.summary.LoadInterval.Group;
import dev.mimeo.nfs.summary.TrafficSummary.Load;
import dev.mimeo.report.HtmlPage;
import dev.mimeo.report.PageFigure;
import dev.mimeo.report.PageRecipe;
import dev.mimeo.report.PageTable;
import dev.mimeo.report.plot.Plot;
import dev.mimeo.report.plot.PlotAxis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;

/** A page of loads of groups: figures over time, and a table. For one thread at a time. */
final class GroupPage {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MIB = 1 << 20;

    /** Rows that are kept. */
    private static final int MOST_ROWS = 200_000;

    /** Rows of a table that a page shows. */
    private static final int MOST_SHOWN = 1000;

    /** Groups that a figure shows. */
    private static final int MOST_LINES = 8;

    private final GroupLines lines;
    private final List<LoadInterval> intervals = new ArrayList<>();
    private int rows;

    GroupPage(GroupLines lines) {
        this.lines = lines;
    }

    /** Takes an interval. */
    void add(LoadInterval interval) {
        rows += interval.groups().size();
        if (rows > MOST_ROWS) {
            throw new CommandFailure("a page or a JSON document of more than " + TrafficText.count(MOST_ROWS)
                    + " rows: take --csv, a longer --interval or fewer groups");
        }
        intervals.add(interval);
    }

    /** Returns the intervals. */
    List<LoadInterval> intervals() {
        return intervals;
    }

    /** Returns the page. */
    HtmlPage page(String name, PageRecipe recipe) {
        boolean series = lines.intervalNanos() > 0;
        HtmlPage page = HtmlPage.of("NFS load of " + name)
                .summary(
                        HtmlPage.Status.NEUTRAL,
                        series ? Counts.of(intervals.size(), "interval") + " with messages" : Counts.of(rows, "group"),
                        series
                                ? List.of(
                                        "Calls count when they were sent, everything else when the reply was.",
                                        "The capture may begin and end within an interval, whose rates are lower then.")
                                : List.of());
        if (series && !intervals.isEmpty()) {
            figures(page);
        }
        if (rows <= MOST_SHOWN) {
            List<List<String>> table = intervals.stream()
                    .flatMap(interval -> lines.pageRows(interval).stream())
                    .toList();
            page.table(PageTable.of("Loads.", lines.pageHead(), table));
        } else {
            page.paragraph("The table has " + TrafficText.count(rows) + " rows: --csv writes them.");
        }
        return page.recipe(recipe);
    }

    private void figures(HtmlPage page) {
        List<List<String>> busiest = busiest();
        int all = (int) intervals.stream()
                .flatMap(interval -> interval.groups().stream())
                .map(lines::values)
                .distinct()
                .count();
        if (all > busiest.size()) {
            page.paragraph("The figures show the " + busiest.size() + " groups with most calls of " + all + ".");
        }
        figure(
                page,
                "Calls per second",
                "calls/s",
                busiest,
                (load, interval) -> GroupLines.perSecond((double) load.calls(), interval));
        figure(
                page,
                "Bytes read per second",
                "MiB/s",
                busiest,
                (load, interval) -> GroupLines.perSecond(load.readBytes() / MIB, interval));
        figure(
                page,
                "Bytes written per second",
                "MiB/s",
                busiest,
                (load, interval) -> GroupLines.perSecond(load.writtenBytes() / MIB, interval));
        for (int i = 0; i < lines.quantiles().size(); i++) {
            int quantile = i;
            figure(
                    page,
                    "Latency, " + TrafficText.quantile(lines.quantiles().get(i)),
                    "ms",
                    busiest,
                    (load, interval) -> load.latency().quantiles().get(quantile));
        }
        figure(
                page,
                "Errors per second",
                "errors/s",
                busiest,
                (load, interval) -> GroupLines.perSecond((double) load.errors(), interval));
    }

    /** Returns the keys of the groups with most calls. */
    private List<List<String>> busiest() {
        Map<List<String>, Long> calls = new LinkedHashMap<>();
        for (LoadInterval interval : intervals) {
            for (Group group : interval.groups()) {
                calls.merge(lines.values(group), group.load().calls(), Long::sum);
            }
        }
        return calls.entrySet().stream()
                .sorted(Map.Entry.<List<String>, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(MOST_LINES)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Adds a figure of a value; where a group has no message in an interval, rates are 0 and latencies have no point. */
    private void figure(
            HtmlPage page,
            String title,
            String unit,
            List<List<String>> groups,
            ToDoubleBiFunction<Load, LoadInterval> value) {
        boolean rate = unit.endsWith("/s");
        List<Plot.Line> drawn = new ArrayList<>();
        boolean any = false;
        for (List<String> keys : groups) {
            List<Double> x = new ArrayList<>();
            List<Double> y = new ArrayList<>();
            long next = intervals.get(0).startNanos();
            for (LoadInterval interval : intervals) {
                if (rate && interval.startNanos() > next) {
                    add(x, y, next, 0);
                    add(x, y, interval.startNanos() - interval.lengthNanos(), 0);
                }
                double found = interval.groups().stream()
                        .filter(group -> lines.values(group).equals(keys))
                        .mapToDouble(group -> value.applyAsDouble(group.load(), interval))
                        .findFirst()
                        .orElse(rate ? 0 : Double.NaN);
                if (!Double.isNaN(found)) {
                    add(x, y, interval.startNanos(), found);
                }
                any |= found > 0;
                next = interval.startNanos() + interval.lengthNanos();
            }
            drawn.add(Plot.Line.of(keys.isEmpty() ? "all" : String.join(", ", keys), x, y));
        }
        if (any) {
            page.figure(PageFigure.wide(
                    title + ".",
                    Plot.of(
                            "",
                            PlotAxis.of("time (UTC)", PlotAxis.Scale.TIME),
                            PlotAxis.fromZero(unit),
                            Plot.Style.LINES,
                            drawn)));
        }
    }

    private static void add(List<Double> x, List<Double> y, long nanos, double value) {
        x.add(nanos / NANOS_PER_SECOND);
        y.add(value);
    }
}
