package dev.mimeo.report;

import dev.mimeo.internal.text.CsvLines;
import dev.mimeo.internal.text.Markup;
import dev.mimeo.internal.text.TextTemplate;
import dev.mimeo.report.PageTable.Cell;
import dev.mimeo.report.PageTable.Column;
import dev.mimeo.report.plot.Chart;
import dev.mimeo.report.plot.PlotWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A page of a report as one HTML file that needs nothing else: a summary, texts, numbered tables and figures in the order in
 * which they are added, and a recipe. Charts are SVG; a figure can be saved from the page as SVG, and its data as CSV. A content
 * security policy keeps the page from loading or sending anything. All text is plain and escaped. Not thread-safe.
 */
public final class HtmlPage {

    private static final int CHART_WIDTH = 400;
    private static final int CHART_HEIGHT = 270;
    private static final int WIDE_WIDTH = 1080;
    private static final int WIDE_HEIGHT = 300;

    /** Letters of a cell from which its text is broken, so that the other columns of the table stay in view. */
    private static final int LONG_TEXT = 23;

    /** Outcome that a summary states. */
    public enum Status {
        /** A goal is reached. */
        PASS,
        /** A goal is not reached. */
        FAIL,
        /** There is no goal. */
        NEUTRAL
    }

    private final String title;
    private final StringBuilder body = new StringBuilder();
    private int figures;
    private int tables;

    private HtmlPage(String title) {
        this.title = title;
    }

    /** Begins a page. */
    public static HtmlPage of(String title) {
        HtmlPage page = new HtmlPage(title);
        page.body.append("<h1>").append(Markup.escape(title)).append("</h1>\n");
        return page;
    }

    /**
     * Adds a summary; the first thing on a page.
     *
     * @param lines sentences that belong to it
     */
    public HtmlPage summary(Status status, String head, List<String> lines) {
        body.append(template("summary.html")
                .fill(Map.of(
                        "status",
                        status.name().toLowerCase(Locale.ROOT),
                        "head",
                        Markup.escape(head),
                        "lines",
                        elements("li", lines))));
        return this;
    }

    /** Adds names with their values. */
    public HtmlPage facts(Map<String, String> facts) {
        body.append("<dl class=\"facts\">\n");
        facts.forEach((name, value) -> body.append(element("dt", name)).append(element("dd", value)));
        body.append("</dl>\n");
        return this;
    }

    /** Begins a section. */
    public HtmlPage section(String heading) {
        body.append(element("h2", heading));
        return this;
    }

    /** Adds a paragraph. */
    public HtmlPage paragraph(String text) {
        body.append(element("p", text));
        return this;
    }

    /** Adds a figure. */
    public HtmlPage figure(PageFigure figure) {
        figures++;
        StringBuilder charts = new StringBuilder();
        for (Chart chart : figure.charts()) {
            if (figure.wide()) {
                charts.append(PlotWriter.element(chart, WIDE_WIDTH, WIDE_HEIGHT, "chart wide"));
            }
            // The text of a wide chart would be too small on a narrow page.
            charts.append(
                    PlotWriter.element(chart, CHART_WIDTH, CHART_HEIGHT, figure.wide() ? "chart narrow" : "chart"));
        }
        body.append(template("figure.html")
                .fill(Map.of(
                        "number",
                        Integer.toString(figures),
                        "layout",
                        figure.wide() || figure.charts().size() == 1 ? "one" : "several",
                        "charts",
                        charts.toString(),
                        "caption",
                        Markup.escape(figure.caption()),
                        "csv",
                        Markup.escape(csv(figure)))));
        return this;
    }

    private static String csv(PageFigure figure) {
        StringBuilder csv =
                new StringBuilder(CsvLines.line(figure.charts().get(0).columns()));
        figure.charts().forEach(chart -> chart.rows().forEach(row -> csv.append(CsvLines.line(row))));
        return csv.toString();
    }

    /** Adds a table. */
    public HtmlPage table(PageTable table) {
        tables++;
        StringBuilder rows = new StringBuilder();
        for (List<Cell> row : table.rows()) {
            rows.append("<tr>");
            for (int i = 0; i < row.size(); i++) {
                Cell cell = row.get(i);
                String mark = cell.mark().name().toLowerCase(Locale.ROOT);
                rows.append("<td class=\"")
                        .append(cssClass(table.columns(), i))
                        .append(cell.text().length() > LONG_TEXT ? " long " : " ")
                        .append(mark);
                rows.append("\">").append(Markup.escape(cell.text())).append("</td>");
            }
            rows.append("</tr>\n");
        }
        body.append(template("table.html")
                .fill(Map.of(
                        "number",
                        Integer.toString(tables),
                        "caption",
                        Markup.escape(table.caption()),
                        "head",
                        head(table.columns()),
                        "rows",
                        rows.toString(),
                        "note",
                        table.note().isEmpty() ? "" : "<p class=\"note\">" + Markup.escape(table.note()) + "</p>\n")));
        return this;
    }

    /** Returns the classes of a column: its alignment, and whether a group begins with it. */
    private static String cssClass(List<Column> columns, int index) {
        Column column = columns.get(index);
        boolean starts = !column.group().isEmpty()
                && (index == 0 || !columns.get(index - 1).group().equals(column.group()));
        return (column.text() ? "text" : "number") + (starts ? " start" : "");
    }

    private static String head(List<Column> columns) {
        StringBuilder head = new StringBuilder();
        if (columns.stream().anyMatch(column -> !column.group().isEmpty())) {
            head.append("<tr>");
            for (int i = 0, next; i < columns.size(); i = next) {
                String group = columns.get(i).group();
                next = i + 1;
                while (next < columns.size() && columns.get(next).group().equals(group)) {
                    next++;
                }
                head.append("<th class=\"")
                        .append(group.isEmpty() ? "" : "group start")
                        .append("\" scope=\"colgroup\" colspan=\"");
                head.append(next - i).append("\">").append(Markup.escape(group)).append("</th>");
            }
            head.append("</tr>\n");
        }
        head.append("<tr>");
        for (int i = 0; i < columns.size(); i++) {
            head.append("<th class=\"").append(cssClass(columns, i)).append("\" scope=\"col\">");
            head.append(Markup.escape(columns.get(i).name())).append("</th>");
        }
        return head.append("</tr>\n").toString();
    }

    /** Adds the section with the recipe; nothing for {@link PageRecipe#NONE}. */
    public HtmlPage recipe(PageRecipe recipe) {
        if (!recipe.equals(PageRecipe.NONE)) {
            section("Recipe");
            body.append("<pre class=\"commands\">");
            body.append(Markup.escape(String.join("\n", recipe.commands()))).append("</pre>\n");
            facts(recipe.facts());
        }
        return this;
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
        String script = resource("page.js");
        out.append(template("page.html")
                .fill(Map.of(
                        "title",
                        Markup.escape(title),
                        "style",
                        resource("page.css"),
                        "script",
                        script,
                        "hash",
                        hash(script),
                        "body",
                        body.toString())));
    }

    private static String elements(String element, List<String> texts) {
        return texts.stream().map(text -> element(element, text)).collect(Collectors.joining());
    }

    private static String element(String element, String text) {
        return "<" + element + ">" + Markup.escape(text) + "</" + element + ">\n";
    }

    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static TextTemplate template(String name) {
        return new TextTemplate(resource(name));
    }

    private static String resource(String name) {
        try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("missing from the class path: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
