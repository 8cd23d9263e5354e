package dev.mimeo.report.plot;

import dev.mimeo.internal.text.CNumberFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Charts as texts that other programs draw, with the data in them. */
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
    static String gnuplot(Chart chart) {
        return chart instanceof CategoryPlot categories ? gnuplotBars(categories) : gnuplotLines((Plot) chart);
    }

    private static String gnuplotLines(Plot plot) {
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

    /** Returns a script that draws the bars upright, for gnuplot has no others. */
    private static String gnuplotBars(CategoryPlot plot) {
        StringBuilder text = new StringBuilder();
        text.append("set title ").append(quoted(plot.title())).append('\n');
        text.append("set ylabel ").append(quoted(plot.axis().title())).append("\nset grid y\nset key outside top\n");
        text.append("set style data histogram\nset style histogram clustered gap 1\nset style fill solid\n");
        text.append(
                "set yrange [*<0:0<*]\nset xtics rotate by -45\nset datafile separator tab\nset datafile missing '?'\n");
        text.append("$bars << EOD\n");
        for (int i = 0; i < plot.labels().size(); i++) {
            // A quotation mark would begin a string that ends at the next one.
            text.append(plot.labels().get(i).replaceAll("\\p{Cntrl}", " ").replace('"', '\''));
            for (CategoryPlot.Values series : plot.series()) {
                double value = series.values().get(i);
                text.append('\t').append(Double.isNaN(value) ? "?" : number(value));
            }
            text.append('\n');
        }
        text.append("EOD\n");
        String separator = "plot ";
        for (int i = 0; i < plot.series().size(); i++) {
            text.append(separator).append("$bars using ").append(i + 2).append(i == 0 ? ":xtic(1)" : "");
            text.append(" title ").append(quoted(plot.series().get(i).name()));
            separator = ", \\\n     ";
        }
        return text.append('\n').toString();
    }

    /** In single quotes gnuplot takes everything as it is, except for quotes, which are doubled, and ends of lines. */
    private static String quoted(String text) {
        return "'" + text.replaceAll("\\p{Cntrl}", " ").replace("'", "''") + "'";
    }

    /** Returns a specification of Vega-Lite 5. */
    static String vegaLite(Chart chart, int width, int height) {
        ObjectNode root = JSON.createObjectNode();
        root.put("$schema", "https://vega.github.io/schema/vega-lite/v5.json");
        root.put("title", chart.title()).put("width", width).put("height", height);
        if (chart instanceof CategoryPlot categories) {
            putBars(root, categories);
        } else {
            putLines(root, (Plot) chart);
        }
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }

    private static void putBars(ObjectNode root, CategoryPlot plot) {
        ArrayNode values = root.putObject("data").putArray("values");
        for (CategoryPlot.Values series : plot.series()) {
            for (int i = 0; i < plot.labels().size(); i++) {
                double value = series.values().get(i);
                if (!Double.isNaN(value)) {
                    values.addObject()
                            .put("series", series.name())
                            .put("category", plot.labels().get(i))
                            .put("value", value);
                }
            }
        }
        root.put("mark", "bar");
        ObjectNode encoding = root.putObject("encoding");
        nominal(encoding, "y", "category").putNull("title");
        encoding.putObject("x")
                .put("field", "value")
                .put("type", "quantitative")
                .put("title", plot.axis().title());
        nominal(encoding, "yOffset", "series");
        nominal(encoding, "color", "series");
    }

    /** Adds a channel of names in the order of the data. */
    private static ObjectNode nominal(ObjectNode encoding, String channel, String field) {
        return encoding.putObject(channel)
                .put("field", field)
                .put("type", "nominal")
                .putNull("sort");
    }

    private static void putLines(ObjectNode root, Plot plot) {
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
        nominal(encoding, "color", "series");
    }
}
