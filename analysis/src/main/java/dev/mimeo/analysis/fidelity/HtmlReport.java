package dev.mimeo.analysis.fidelity;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Properties;

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
     * @param label what the synthetic side is called, for example the generator
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
        String library = chartLibrary();
        String script = resource("report.js");
        out.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        out.append(
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; ")
                .append("script-src '")
                .append(hash(library))
                .append("' '")
                .append(hash(script))
                .append("'; base-uri 'none'; form-action 'none'\">\n");
        out.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        out.append("<title>").append(HtmlBody.escape(title)).append("</title>\n");
        out.append("<style>\n").append(resource("report.css")).append("</style>\n</head>\n<body>\n");
        new HtmlBody(entries, tolerance).write(out, title, recipe);
        // In JSON a less-than sign occurs only inside strings, where its escape means the same.
        out.append("<script type=\"application/json\" id=\"data\">")
                .append(ReportData.json(entries).replace("<", "\\u003c"))
                .append("</script>\n");
        out.append("<script>").append(library).append("</script>\n");
        out.append("<script>").append(script).append("</script>\n</body>\n</html>\n");
    }

    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Returns the chart library without the pointer to its source map, which browsers would try to load. */
    private static String chartLibrary() {
        Properties properties = new Properties();
        try (InputStream in = open("report.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String version = properties.getProperty("chartjs.version");
        String source = resource("/META-INF/resources/webjars/chart.js/" + version + "/dist/chart.umd.js");
        return source.replaceAll("(?m)^//# sourceMappingURL=.*$", "");
    }

    private static String resource(String name) {
        try (InputStream in = open(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String name) {
        InputStream in = HtmlReport.class.getResourceAsStream(name);
        if (in == null) {
            throw new IllegalStateException("missing from the class path: " + name);
        }
        return in;
    }
}
