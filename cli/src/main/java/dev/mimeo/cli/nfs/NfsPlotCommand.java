package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.TakesSql;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.UsesSql;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.internal.text.CNumberFormat;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.report.plot.CategoryPlot;
import dev.mimeo.report.plot.Chart;
import dev.mimeo.report.plot.Plot;
import dev.mimeo.report.plot.PlotAxis;
import dev.mimeo.report.plot.PlotWriter;
import dev.mimeo.sql.PlotQuery;
import dev.mimeo.sql.SqlOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Draws what a query over results of analyses gives. */
@Command(
        name = "plot",
        customSynopsis = "mimeo nfs plot QUERY RESULTS... -o OUT [OPTIONS]",
        description = {
            "Plots the result of an SQL query over results of 'mimeo nfs analyze'.",
            "",
            "RESULTS are its output files in the formats csv, sql or json. The query returns",
            "columns x and y, and may return series, whose values each get a line. If x is",
            "text, such as the name of an operation, each value of it gets a row of bars.",
            "'= any' selects the rows for any value, and words such as read need no quotes.",
            "Each table has a column dataset, the name of its file.",
            "docs/reference/nfs-analysis.md has the tables."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo nfs analyze -a hostinfo:60 monday.ds --format csv -o monday.csv",
            "  mimeo nfs plot \"select quantile as x, operations_per_second as y,",
            "      operation as series from nfs_hostinfo_rate_quantiles where host = any and",
            "      direction = send and op_dir = request\" monday.csv -o rates.svg --log y",
            "  mimeo nfs plot \"select quantile as x, bytes as y, dataset as series",
            "      from nfs_file_size_quantile\" monday.csv tuesday.csv -o sizes.png --log y",
            "  mimeo nfs summary monday.pcap --csv calls.csv",
            "  mimeo nfs plot \"select name as x, calls as y from calls where kind =",
            "      operation order by calls desc limit 10\" calls.csv -o calls.svg"
        })
@WithoutOptions("--progress")
final class NfsPlotCommand extends MimeoSubcommand implements UsesSql, TakesSql {

    private static final Pattern SIZE = Pattern.compile("([0-9]{1,5})x([0-9]{1,5})");

    private static final String USUAL_SIZE = "960x540";
    private static final int LEAST_HEIGHT = 200;

    /** Seconds from 1970 to the end of the year 9999. */
    private static final double LAST_SECOND = 253_402_300_799.0;

    /** Axes that are logarithmic. */
    private enum Logarithmic {
        NONE,
        X,
        Y,
        XY
    }

    @Parameters(index = "0", paramLabel = "QUERY", description = "One SQL query, in the dialect of dssql.")
    private String query = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "RESULTS",
            hideParamSyntax = true,
            description = "Files with results.")
    private List<String> results = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            required = true,
            description = "File to write, or - for standard output.")
    private String output = "";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "svg, png, gnuplot (a script) or vega_lite (default: by the suffix of OUT: svg, png, gp, json).")
    private Plot.@Nullable PlotFormat format;

    @Option(
            names = "--and",
            paramLabel = "QUERY",
            description = "Another query, whose lines or bars are added; may be repeated.")
    private List<String> others = new ArrayList<>();

    @Option(names = "--log", paramLabel = "AXES", description = "Logarithmic axes: x, y, xy or none (default: none).")
    private Logarithmic log = Logarithmic.NONE;

    @Option(names = "--time", description = "Show x, in seconds since 1970, as times of UTC.")
    private boolean time;

    @Option(names = "--title", paramLabel = "TITLE", description = "Title of the plot.")
    private String title = "";

    @Option(names = "--x-title", paramLabel = "TITLE", description = "Title of the x axis (default: x).")
    private String xTitle = "x";

    @Option(names = "--y-title", paramLabel = "TITLE", description = "Title of the y axis (default: y).")
    private String yTitle = "y";

    @Option(
            names = "--size",
            paramLabel = "WxH",
            description = "Width and height in pixels (default: 960x540, or as high as the bars need).")
    private @Nullable String size;

    NfsPlotCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        refuseTwoResults(output);
        Plot.PlotFormat chosen = format == null ? checked(() -> Plot.PlotFormat.of(output)) : format;
        int[] pixels = pixels();
        boolean logX = log == Logarithmic.X || log == Logarithmic.XY;
        boolean logY = log == Logarithmic.Y || log == Logarithmic.XY;
        if (time && logX) {
            throw usageError("an axis of times is not logarithmic");
        }
        Drawing drawing = drawing(logX, logY);
        int needed = PlotWriter.height(drawing.chart(), pixels[0], pixels[1]);
        int height = size == null ? Math.max(LEAST_HEIGHT, needed) : pixels[1];
        try (Output out = outputs.openText(output, force)) {
            OutputStream stream = Channels.newOutputStream(out.channel());
            try {
                PlotWriter.write(drawing.chart(), chosen, pixels[0], height, stream);
            } catch (IllegalArgumentException e) {
                throw usageError(String.valueOf(e.getMessage()));
            }
            stream.flush();
            out.commit();
        }
        report(drawing);
        return 0;
    }

    private int[] pixels() {
        Matcher pixels = SIZE.matcher(size == null ? USUAL_SIZE : size);
        if (!pixels.matches()) {
            throw usageError("--size takes WIDTHxHEIGHT, such as 960x540, not '" + size + "'");
        }
        return new int[] {Integer.parseInt(pixels.group(1)), Integer.parseInt(pixels.group(2))};
    }

    /**
     * A chart, and what it is made of.
     *
     * @param names number of its lines or series of bars
     * @param points number of its points or bars
     * @param leftOut number of points that logarithmic axes do not have
     * @param incomplete number of rows without values
     */
    private record Drawing(Chart chart, int names, int points, int leftOut, long incomplete) {}

    private Drawing drawing(boolean logX, boolean logY) throws IOException {
        List<String> all = new ArrayList<>(List.of(query));
        all.addAll(others);
        Path folder = outputs.scratchFolder("mimeo-plot-");
        try (PlotQuery queries = PlotQuery.open(SqlOptions.of(threads(), folder))) {
            for (String result : results) {
                Path file = Outputs.path(result);
                String name = String.valueOf(file.getFileName());
                queries.add(name.replaceFirst("(?<=.)\\.[A-Za-z]+$", ""), file);
            }
            return queries.hasCategories(query) ? bars(queries, all) : lines(queries, all, logX, logY);
        } finally {
            outputs.discard(folder);
        }
    }

    private static PlotAxis axis(String title, boolean logarithmic) {
        return PlotAxis.of(title, logarithmic ? PlotAxis.Scale.LOGARITHMIC : PlotAxis.Scale.LINEAR);
    }

    private static String name(int query) {
        return "query " + (query + 1);
    }

    private Drawing lines(PlotQuery queries, List<String> all, boolean logX, boolean logY) throws IOException {
        List<Plot.Line> lines = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            lines.addAll(queries.lines(all.get(i), name(i)));
        }
        if (time) {
            checkTimes(lines);
        }
        PlotAxis across = time ? PlotAxis.of(xTitle, PlotAxis.Scale.TIME) : axis(xTitle, logX);
        Plot plot = Plot.of(title, across, axis(yTitle, logY), Plot.Style.LINES, lines);
        int points = points(plot.lines());
        return new Drawing(plot, plot.lines().size(), points, points(lines) - points, queries.incompleteRows());
    }

    private void checkTimes(List<Plot.Line> lines) {
        for (Plot.Line line : lines) {
            // The places ascend.
            for (double x : new double[] {line.x(0), line.x(line.size() - 1)}) {
                if (Math.abs(x) > LAST_SECOND) {
                    throw usageError("--time takes seconds since 1970, and x is " + CNumberFormat.general(x, 6)
                            + ": divide it in the query, such as nanoseconds by 1e9");
                }
            }
        }
    }

    private static int points(List<Plot.Line> lines) {
        return lines.stream().mapToInt(Plot.Line::size).sum();
    }

    private Drawing bars(PlotQuery queries, List<String> all) throws IOException {
        if (time || log != Logarithmic.NONE) {
            throw usageError("x of the query is text, so the plot has bars: these take neither --time nor --log");
        }
        List<CategoryPlot.Bar> bars = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            bars.addAll(queries.bars(all.get(i), name(i)));
        }
        CategoryPlot plot = checked(() -> CategoryPlot.bars(title, yTitle, bars));
        return new Drawing(plot, plot.series().size(), bars.size(), 0, queries.incompleteRows());
    }

    private void report(Drawing drawing) throws IOException {
        boolean bars = drawing.chart() instanceof CategoryPlot;
        if (json) {
            print(Json.render(Json.object()
                    .put("output", output)
                    .put(bars ? "series" : "lines", drawing.names())
                    .put(bars ? "bars" : "points", drawing.points())
                    .put("leftOut", drawing.leftOut())
                    .put("incompleteRows", drawing.incomplete())));
            return;
        }
        note(
                bars
                        ? Counts.of(drawing.points(), "bar") + "\n"
                        : Counts.of(drawing.names(), "line") + ", " + Counts.of(drawing.points(), "point") + "\n");
        if (drawing.incomplete() > 0) {
            note("left out: " + Counts.of(drawing.incomplete(), "row") + " with NULL, NaN or infinity for x or y\n");
        }
        if (drawing.leftOut() > 0) {
            note("left out of logarithmic axes: " + Counts.of(drawing.leftOut(), "point") + " at 0 or below\n");
        }
    }
}
