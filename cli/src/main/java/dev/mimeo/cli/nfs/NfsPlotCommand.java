package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.UsesSql;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.internal.text.Counts;
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
            "columns x and y, and may return series, whose values each get a line. '= any'",
            "selects the rows for any value, and words such as read need no quotes. Each",
            "table has a column dataset, the name of its file.",
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
            "      from nfs_file_size_quantile\" monday.csv tuesday.csv -o sizes.png --log y"
        })
@WithoutOptions("--progress")
final class NfsPlotCommand extends MimeoSubcommand implements UsesSql {

    private static final Pattern SIZE = Pattern.compile("([0-9]{1,5})x([0-9]{1,5})");

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
            description = "Another query, whose lines are added; may be repeated.")
    private List<String> others = new ArrayList<>();

    @Option(names = "--log", paramLabel = "AXES", description = "Logarithmic axes: x, y or xy.")
    private Logarithmic log = Logarithmic.NONE;

    @Option(names = "--time", description = "Show x, in seconds since 1970, as times of UTC.")
    private boolean time;

    @Option(names = "--title", paramLabel = "TEXT", description = "Title of the plot.")
    private String title = "";

    @Option(names = "--x-title", paramLabel = "TEXT", description = "Title of the x axis (default: x).")
    private String xTitle = "x";

    @Option(names = "--y-title", paramLabel = "TEXT", description = "Title of the y axis (default: y).")
    private String yTitle = "y";

    @Option(names = "--size", paramLabel = "WxH", description = "Width and height in pixels (default: 960x540).")
    private String size = "960x540";

    NfsPlotCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        refuseTwoResults(output);
        Plot.PlotFormat chosen = format == null ? checked(() -> Plot.PlotFormat.of(output)) : format;
        Matcher pixels = SIZE.matcher(size);
        if (!pixels.matches()) {
            throw usageError("--size takes WIDTHxHEIGHT, such as 960x540, not '" + size + "'");
        }
        if (time && (log == Logarithmic.X || log == Logarithmic.XY)) {
            throw usageError("an axis of times is not logarithmic");
        }
        boolean logX = log == Logarithmic.X || log == Logarithmic.XY;
        boolean logY = log == Logarithmic.Y || log == Logarithmic.XY;
        List<Plot.Line> lines = lines();
        PlotAxis across = time ? PlotAxis.of(xTitle, PlotAxis.Scale.TIME) : axis(xTitle, logX);
        Plot plot = Plot.of(title, across, axis(yTitle, logY), Plot.Style.LINES, lines);
        try (Output out = outputs.open(output, false, force)) {
            OutputStream stream = Channels.newOutputStream(out.channel());
            try {
                PlotWriter.write(
                        plot, chosen, Integer.parseInt(pixels.group(1)), Integer.parseInt(pixels.group(2)), stream);
            } catch (IllegalArgumentException e) {
                throw usageError(String.valueOf(e.getMessage()));
            }
            stream.flush();
            out.commit();
        }
        report(plot, lines);
        return 0;
    }

    private static PlotAxis axis(String title, boolean logarithmic) {
        return PlotAxis.of(title, logarithmic ? PlotAxis.Scale.LOGARITHMIC : PlotAxis.Scale.LINEAR);
    }

    private List<Plot.Line> lines() throws IOException {
        List<Plot.Line> lines = new ArrayList<>();
        Path folder = outputs.scratchFolder("mimeo-plot-");
        try (PlotQuery queries = PlotQuery.open(SqlOptions.of(threads(), folder))) {
            for (String result : results) {
                Path file = Outputs.path(result);
                String name = String.valueOf(file.getFileName());
                queries.add(name.replaceFirst("(?<=.)\\.[A-Za-z]+$", ""), file);
            }
            List<String> all = new ArrayList<>(List.of(query));
            all.addAll(others);
            for (int i = 0; i < all.size(); i++) {
                lines.addAll(queries.lines(all.get(i), "query " + (i + 1)));
            }
        } finally {
            outputs.discard(folder);
        }
        return lines;
    }

    private void report(Plot plot, List<Plot.Line> given) throws IOException {
        int points = plot.lines().stream().mapToInt(Plot.Line::size).sum();
        int left = given.stream().mapToInt(Plot.Line::size).sum() - points;
        if (json) {
            print(Json.render(Json.object()
                    .put("output", output)
                    .put("lines", plot.lines().size())
                    .put("points", points)
                    .put("leftOut", left)));
            return;
        }
        note(Counts.of(plot.lines().size(), "line") + ", " + Counts.of(points, "point") + "\n");
        if (left > 0) {
            note("left out of logarithmic axes: " + Counts.of(left, "point") + " at 0 or below\n");
        }
    }
}
