package dev.mimeo.fidelity;

import dev.mimeo.report.HtmlPage;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes comparisons as one HTML file that needs nothing else: styles, data and the chart library (Chart.js, MIT licence)
 * are inside, and a content security policy keeps it from loading or sending anything.
 *
 * <p>One report takes one original and one or several synthetic data sets. Not thread-safe.
 *
 * <pre>{@code
 * HtmlReport.of("logs").tolerance(Tolerance.parse("ratio=5%,time=15%")).add("mimic", result).write(Path.of("report.html"));
 * }</pre>
 */
public final class HtmlReport {

    /** A comparison and what the report calls its synthetic side. */
    record Entry(String label, ComparisonResult result) {}

    private final String title;
    private final List<Entry> entries = new ArrayList<>();
    private Tolerance tolerance = Tolerance.NONE;
    private String recipe = "";

    private HtmlReport(String title) {
        this.title = title;
    }

    /** Begins a report. */
    public static HtmlReport of(String title) {
        return new HtmlReport(title);
    }

    /** Colours deviations by a tolerance and states a verdict. */
    public HtmlReport tolerance(Tolerance limits) {
        this.tolerance = limits;
        return this;
    }

    /** States how the data was made and compared, for example the commands; lines are kept. */
    public HtmlReport recipe(String text) {
        this.recipe = text;
        return this;
    }

    /**
     * Adds a comparison.
     *
     * @param label name of the synthetic side, for example the generator
     * @throws IllegalArgumentException if the codecs differ from those of the comparisons added before
     */
    public HtmlReport add(String label, ComparisonResult result) {
        if (!entries.isEmpty() && !names(entries.get(0).result()).equals(names(result))) {
            throw new IllegalArgumentException(
                    "codecs differ: " + names(entries.get(0).result()) + " and " + names(result));
        }
        entries.add(new Entry(label, result));
        return this;
    }

    private static List<String> names(ComparisonResult result) {
        return result.codecs().stream().map(CodecComparison::codec).toList();
    }

    /**
     * Writes the report to a file, replacing it.
     *
     * @throws IllegalStateException if no comparison was added
     */
    public void write(Path file) throws IOException {
        try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            write(writer);
        }
    }

    /**
     * Appends the report.
     *
     * @param out text that will be stored as UTF-8
     * @throws IllegalStateException if no comparison was added
     */
    public void write(Appendable out) throws IOException {
        if (entries.isEmpty()) {
            throw new IllegalStateException("a report needs a comparison");
        }
        HtmlPage page = new HtmlPage(
                title,
                HtmlPage.resource(HtmlReport.class, "report.css"),
                HtmlPage.resource(HtmlReport.class, "report.js"),
                ReportData.json(entries));
        page.write(out, body -> new HtmlBody(entries, tolerance).write(body, title, recipe));
    }
}
