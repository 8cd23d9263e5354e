package dev.mimeo.report;

import dev.mimeo.internal.text.Markup;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Properties;

/**
 * A page with charts as one HTML file that needs nothing else: styles, data, a script and the chart library (Chart.js, MIT
 * licence) are inside, and a content security policy keeps it from loading or sending anything. Immutable.
 *
 * @param title title of the document, plain text
 * @param style style sheet
 * @param script runs when the page is there; finds the data as JSON in the element {@code data}, the library as
 *     {@code Chart}
 * @param data a JSON document
 */
public record HtmlPage(String title, String style, String script, String data) {

    /** Writes what a page shows. */
    @FunctionalInterface
    public interface Body {
        /** Appends HTML, the content of the body element. */
        void write(Appendable out) throws IOException;
    }

    /**
     * Appends the page.
     *
     * @param out text that will be stored as UTF-8
     */
    public void write(Appendable out, Body body) throws IOException {
        String library = chartLibrary();
        out.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        out.append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src"
                        + " 'unsafe-inline'; ")
                .append("script-src '")
                .append(hash(library))
                .append("' '")
                .append(hash(script))
                .append("'; base-uri 'none'; form-action 'none'\">\n");
        out.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        out.append("<title>").append(Markup.escape(title)).append("</title>\n");
        out.append("<style>\n").append(style).append("</style>\n</head>\n<body>\n");
        body.write(out);
        // In JSON a less-than sign occurs only inside strings, where its escape means the same.
        out.append("<script type=\"application/json\" id=\"data\">")
                .append(data.replace("<", "\\u003c"))
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
        try (InputStream in = open(HtmlPage.class, "page.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String version = properties.getProperty("chartjs.version");
        String source =
                resource(HtmlPage.class, "/META-INF/resources/webjars/chart.js/" + version + "/dist/chart.umd.js");
        return source.replaceAll("(?m)^//# sourceMappingURL=.*$", "");
    }

    /**
     * Returns a text that lies beside a class.
     *
     * @throws IllegalStateException if it is not there
     */
    public static String resource(Class<?> owner, String name) {
        try (InputStream in = open(owner, name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(Class<?> owner, String name) {
        InputStream in = owner.getResourceAsStream(name);
        if (in == null) {
            throw new IllegalStateException("missing from the class path: " + name);
        }
        return in;
    }
}
