package dev.mimeo.report.plot;

import dev.mimeo.internal.text.CNumberFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Plots as texts that other programs draw, with the data in them. */
final class PlotText {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int DIGITS = 15;

    /** Vega-Lite counts milliseconds. */
    private static final double MILLIS = 1000;

    private PlotText() {}

    /** Returns a number as other programs read it. */
    static String number(double value) {
        return CNumberFormat.general(value, DIGITS);
    }

    /** Returns a script of gnuplot 5. */
    static String gnuplot(Plot plot) {
        StringBuilder text = new StringBuilder();
        text.append("set title ").append(quoted(plot.title())).append('\n');
        text.append("set xlabel ").append(quoted(plot.x().title())).append('\n');
        text.append("set ylabel ").append(quoted(plot.y().title())).append("\nset grid\nset key outside top\n");
        if (plot.x().scale() == PlotAxis.Scale.TIME) {
            text.append("set xdata time\nset timefmt '%s'\n");
        }
        boolean logX = plot.x().scale().isLogarithmic();
        boolean logY = plot.y().scale().isLogarithmic();
        if (logX || logY) {
            text.append("set logscale ")
                    .append(logX ? "x" : "")
                    .append(logY ? "y" : "")
                    .append('\n');
        }
        for (int i = 0; i < plot.lines().size(); i++) {
            Plot.Line line = plot.lines().get(i);
            text.append("$line").append(i).append(" << EOD\n");
            for (int point = 0; point < line.size(); point++) {
                text.append(number(line.x(point))).append(' ');
                text.append(number(line.y(point))).append('\n');
            }
            text.append("EOD\n");
        }
        String separator = "plot ";
        for (int i = 0; i < plot.lines().size(); i++) {
            text.append(separator).append("$line").append(i).append(" using 1:2 with lines title ");
            text.append(quoted(plot.lines().get(i).name()));
            separator = ", \\\n     ";
        }
        return text.append('\n').toString();
    }

    /** In single quotes gnuplot takes everything as it is, but for quotes, which are doubled, and ends of lines. */
    private static String quoted(String text) {
        return "'" + text.replaceAll("\\p{Cntrl}", " ").replace("'", "''") + "'";
    }

    /** Returns a specification of Vega-Lite 5. */
    static String vegaLite(Plot plot, int width, int height) {
        ObjectNode root = JSON.createObjectNode();
        root.put("$schema", "https://vega.github.io/schema/vega-lite/v5.json");
        root.put("title", plot.title()).put("width", width).put("height", height);
        boolean times = plot.x().scale() == PlotAxis.Scale.TIME;
        ArrayNode values = root.putObject("data").putArray("values");
        for (Plot.Line line : plot.lines()) {
            for (int point = 0; point < line.size(); point++) {
                values.addObject()
                        .put("series", line.name())
                        .put("x", times ? line.x(point) * MILLIS : line.x(point))
                        .put("y", line.y(point));
            }
        }
        root.put("mark", "line");
        ObjectNode encoding = root.putObject("encoding");
        Map<String, Boolean> axes = new LinkedHashMap<>();
        axes.put("x", plot.x().scale().isLogarithmic());
        axes.put("y", plot.y().scale().isLogarithmic());
        axes.forEach((axis, log) -> {
            ObjectNode of = encoding.putObject(axis).put("field", axis).put("type", "quantitative");
            of.put("title", axis.equals("x") ? plot.x().title() : plot.y().title());
            of.putObject("scale").put("type", log ? "log" : "linear");
            if (times && axis.equals("x")) {
                of.put("type", "temporal").putObject("scale").put("type", "utc");
            }
        });
        encoding.putObject("color")
                .put("field", "series")
                .put("type", "nominal")
                .putNull("sort");
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }
}
