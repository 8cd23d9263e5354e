package dev.mimeo.report;

import dev.mimeo.internal.text.Markup;
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
 * A page of paragraphs, charts and tables, in the order in which they are added, as one HTML file that needs nothing else
 * ({@link HtmlPage}). All text is plain and escaped. Not thread-safe.
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

    /** Type of a chart. */
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
     * @param title title of the chart
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

    private final String title;
    private final List<HtmlPage.Body> parts = new ArrayList<>();
    private final List<Chart> charts = new ArrayList<>();

    /** Makes a page without content. */
    public ChartPage(String title) {
        this.title = title;
    }

    /** Adds a paragraph. */
    public void paragraph(String text) {
        parts.add(out -> out.append("<p>").append(Markup.escape(text)).append("</p>\n"));
    }

    /** Adds a chart. */
    public void chart(Chart chart) {
        int number = charts.size();
        charts.add(chart);
        parts.add(out -> figure(out, chart, number));
    }

    /**
     * Adds a table.
     *
     * @param head names of the columns; none for rows of a name and what belongs to it
     */
    public void table(String caption, List<String> head, List<List<String>> rows) {
        parts.add(out -> table(out, caption, head, rows));
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
        out.append("<h1>").append(Markup.escape(title)).append("</h1>\n");
        for (HtmlPage.Body part : parts) {
            part.write(out);
        }
    }

    private static void figure(Appendable out, Chart chart, int number) throws IOException {
        out.append("<figure><figcaption>")
                .append(Markup.escape(chart.title()))
                .append("</figcaption><canvas id=\"chart")
                .append(Integer.toString(number))
                .append("\" width=\"960\" height=\"")
                .append(Integer.toString(height(chart)))
                .append("\"></canvas></figure>\n");
    }

    private static void table(Appendable out, String caption, List<String> head, List<List<String>> rows)
            throws IOException {
        out.append(head.isEmpty() ? "<table class=\"facts\"><caption>" : "<table><caption>")
                .append(Markup.escape(caption))
                .append("</caption>\n");
        if (!head.isEmpty()) {
            out.append("<thead>");
            row(out, "th", head);
            out.append("</thead>\n");
        }
        out.append("<tbody>\n");
        for (List<String> cells : rows) {
            row(out, "td", cells);
        }
        out.append("</tbody></table>\n");
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
            out.append(Markup.escape(cell)).append("</").append(element).append('>');
        }
        out.append("</tr>\n");
    }
}
