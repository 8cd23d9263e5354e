package dev.mimeo.analysis.report;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * A page of paragraphs, charts and tables, in this order, as one HTML file that needs nothing else ({@link HtmlPage}). All text is
 * plain and escaped. Not thread-safe.
 */
public final class ChartPage {

    /**
     * A line or a group of bars.
     *
     * @param label name in the legend
     * @param x places on a numeric axis; empty for bars
     * @param y values
     */
    public record Series(String label, List<Double> x, List<Double> y) {}

    /** What a chart consists of. */
    public enum Kind {
        /** Bars, one per label and series. */
        BARS,
        /** Lines over sizes in bytes, on a logarithmic axis. */
        SIZES,
        /** Lines over any numbers. */
        CURVES
    }

    /**
     * A chart.
     *
     * @param title what it shows
     * @param xTitle title of the x axis
     * @param yTitle title of the y axis
     * @param logarithmic whether the y axis is logarithmic
     * @param labels labels of bars; empty for lines
     */
    public record Chart(
            String title,
            Kind kind,
            String xTitle,
            String yTitle,
            boolean logarithmic,
            List<String> labels,
            List<Series> series) {}

    private record Table(String title, List<String> head, List<List<String>> rows) {}

    private final String title;
    private final List<String> paragraphs = new ArrayList<>();
    private final List<Chart> charts = new ArrayList<>();
    private final List<Table> tables = new ArrayList<>();

    /** Makes a page without content. */
    public ChartPage(String title) {
        this.title = title;
    }

    /** Adds a paragraph. */
    public void paragraph(String text) {
        paragraphs.add(text);
    }

    /** Adds a chart. */
    public void chart(Chart chart) {
        charts.add(chart);
    }

    /**
     * Adds a table.
     *
     * @param head names of the columns; none for rows of a name and what belongs to it
     */
    public void table(String caption, List<String> head, List<List<String>> rows) {
        tables.add(new Table(caption, head, rows));
    }

    /** Writes the page to a file, replacing it. */
    public void write(Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            write(out);
        }
    }

    /**
     * Appends the page.
     *
     * @param out text that will be stored as UTF-8
     */
    public void write(Appendable out) throws IOException {
        HtmlPage page = new HtmlPage(
                title,
                HtmlPage.resource(ChartPage.class, "charts.css"),
                HtmlPage.resource(ChartPage.class, "charts.js"),
                JsonMapper.shared().writeValueAsString(Map.of("charts", charts)));
        page.write(out, this::body);
    }

    private void body(Appendable out) throws IOException {
        out.append("<h1>").append(HtmlPage.escape(title)).append("</h1>\n");
        for (String text : paragraphs) {
            out.append("<p>").append(HtmlPage.escape(text)).append("</p>\n");
        }
        for (int i = 0; i < charts.size(); i++) {
            out.append("<figure><figcaption>")
                    .append(HtmlPage.escape(charts.get(i).title()))
                    .append("</figcaption><canvas id=\"chart")
                    .append(Integer.toString(i))
                    .append("\" width=\"960\" height=\"")
                    .append(Integer.toString(height(charts.get(i))))
                    .append("\"></canvas></figure>\n");
        }
        for (Table table : tables) {
            out.append(table.head().isEmpty() ? "<table class=\"facts\"><caption>" : "<table><caption>")
                    .append(HtmlPage.escape(table.title()))
                    .append("</caption>\n");
            if (!table.head().isEmpty()) {
                out.append("<thead>");
                row(out, "th", table.head());
                out.append("</thead>\n");
            }
            out.append("<tbody>\n");
            for (List<String> cells : table.rows()) {
                row(out, "td", cells);
            }
            out.append("</tbody></table>\n");
        }
    }

    /** Returns the height of a chart: bars lie one below the other, and each takes as much. */
    private static int height(Chart chart) {
        return chart.kind() == Kind.BARS
                ? 110 + chart.labels().size() * (14 + 14 * chart.series().size())
                : 420;
    }

    private static void row(Appendable out, String element, List<String> cells) throws IOException {
        out.append("<tr>");
        for (String cell : cells) {
            out.append('<').append(element).append('>');
            out.append(HtmlPage.escape(cell)).append("</").append(element).append('>');
        }
        out.append("</tr>\n");
    }
}
