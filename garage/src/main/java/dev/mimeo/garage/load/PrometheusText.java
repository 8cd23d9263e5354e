package dev.mimeo.garage.load;

import dev.mimeo.garage.internal.GoEscapes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads samples in the text formats of Prometheus, {@code NAME{LABEL="VALUE",...} VALUE TIME}: the output of {@code promtool tsdb dump}
 * with times in milliseconds, and OpenMetrics 1.0 with times in seconds and {@code # EOF} at the end. An instance reads one text.
 */
final class PrometheusText {

    private static final String NAME = "__name__";
    private static final String END = "# EOF";

    /** Start of the lines of {@code promtool tsdb dump}. */
    private static final String PRINTED = "{" + NAME;

    /** Characters that end a name of a label. */
    private static final String NO_NAME = "=,{}\" \t";

    private final TextLines lines;
    private final boolean openMetrics;
    private final SeriesNaming naming;
    private final TextRows rows;
    private String line = "";
    private int at;

    /** Series of the line before, and its place: dumps have the samples of a series one after the other. */
    private String lastSeries = "";

    private SeriesNaming.@Nullable SeriesCells lastPlace;

    private PrometheusText(TextLines lines, boolean openMetrics, SeriesNaming naming, TextRows rows) {
        this.lines = lines;
        this.openMetrics = openMetrics;
        this.naming = naming;
        this.rows = rows;
    }

    /** Reads text of Prometheus. */
    static void read(Path file, SeriesNaming naming, TextRows rows) throws IOException {
        try (TextLines lines = new TextLines(file)) {
            new PrometheusText(lines, false, naming, rows).read();
        }
    }

    /** Reads OpenMetrics, whose times are in seconds, and whose end is marked. */
    static void readOpenMetrics(Path file, SeriesNaming naming, TextRows rows) throws IOException {
        try (TextLines lines = new TextLines(file)) {
            new PrometheusText(lines, true, naming, rows).read();
        }
    }

    private void read() throws IOException {
        boolean ended = false;
        for (String next = next(); next != null; next = next()) {
            line = next;
            at = 0;
            if (ended && !line.isBlank()) {
                throw lines.error("expected nothing after '" + END + "'");
            }
            ended |= openMetrics && line.equals(END);
            blanks();
            if (at < line.length() && line.charAt(at) != '#') {
                sample();
            }
        }
        if (openMetrics && !ended) {
            throw lines.error("expected '" + END + "' at the end: the text is cut short");
        }
    }

    /** Returns the next line; at the end of OpenMetrics comes another sign that all is there. */
    private @Nullable String next() throws IOException {
        return openMetrics ? lines.next() : lines.nextWhole();
    }

    private void sample() throws IOException {
        SeriesNaming.SeriesCells place = place();
        blanks();
        if (at < line.length() && line.charAt(at) == '{') {
            rows.skip("native histogram", lines.line());
            return;
        }
        NumberText value = lines.anyNumber(word(), place.counter());
        blanks();
        // An exemplar comes after the time.
        if (at == line.length() || line.charAt(at) == '#') {
            throw lines.error(
                    "the sample has no time: expected NAME{LABELS} VALUE TIME, as 'promtool tsdb dump' prints");
        }
        TimeText time = time(word());
        blanks();
        if (at < line.length() && !(openMetrics && line.charAt(at) == '#')) {
            throw lines.error("expected the end of the line after the time");
        }
        if (at < line.length()) {
            rows.skip("exemplar", lines.line());
        }
        rows.add(place, time, value, lines.line());
    }

    /** Reads the name and the labels. */
    private SeriesNaming.SeriesCells place() throws LoadException {
        SeriesNaming.SeriesCells known = lastPlace;
        if (known != null && line.startsWith(lastSeries) && lastSeries.endsWith("}")) {
            at = lastSeries.length();
            return known;
        }
        int start = at;
        while (at < line.length() && line.charAt(at) != '{' && !isBlank(line.charAt(at))) {
            at++;
        }
        String metric = line.substring(start, at);
        Map<String, String> labels = new HashMap<>();
        blanks();
        if (metric.isEmpty() || (at < line.length() && line.charAt(at) == '{')) {
            labels(labels);
        }
        String named = labels.remove(NAME);
        if (metric.isEmpty() == (named == null)) {
            throw lines.error(named == null ? "the series has no name" : "the series has two names");
        }
        String counter = named == null ? metric : named;
        SeriesNaming.SeriesCells place = naming.place(counter, Map.of(), labels);
        if (place == null) {
            throw lines.error(SeriesNaming.noServer(counter));
        }
        lastSeries = line.substring(0, at);
        lastPlace = place;
        return place;
    }

    private void labels(Map<String, String> labels) throws LoadException {
        expect('{');
        blanks();
        while (at < line.length() && line.charAt(at) != '}') {
            String label = line.charAt(at) == '"' ? quoted() : labelName();
            blanks();
            // Since UTF-8 names, the metric itself may stand in quotes before the labels.
            boolean isMetric = at < line.length() && line.charAt(at) != '=';
            String value = label;
            if (isMetric) {
                label = NAME;
            } else {
                expect('=');
                blanks();
                value = quoted();
                blanks();
            }
            if (labels.put(label, value) != null) {
                throw lines.error("label '" + TextLines.shown(label) + "' occurs twice");
            }
            if (at < line.length() && line.charAt(at) == ',') {
                at++;
                blanks();
            }
        }
        expect('}');
    }

    /** Reads a name without quotes; names of other characters, as promtool prints them, end at the same sign. */
    private String labelName() throws LoadException {
        int start = at;
        while (at < line.length() && NO_NAME.indexOf(line.charAt(at)) < 0) {
            at++;
        }
        if (at == start) {
            throw lines.error("expected the name of a label at column " + (at + 1));
        }
        return line.substring(start, at);
    }

    private String quoted() throws LoadException {
        expect('"');
        int start = at;
        while (at < line.length() && line.charAt(at) != '"') {
            at += line.charAt(at) == '\\' ? 2 : 1;
        }
        int end = Math.min(at, line.length());
        at = end;
        expect('"');
        String text = line.substring(start, end);
        if (text.indexOf('\\') < 0) {
            return text;
        }
        if (!isPrinted()) {
            return unescaped(text);
        }
        try {
            return GoEscapes.unescape(text);
        } catch (IllegalArgumentException e) {
            throw lines.error("label: " + e.getMessage(), e);
        }
    }

    /**
     * Returns whether promtool printed the line, which quotes as Go does: a tab is an escape too. Text that Prometheus scrapes has
     * escapes of quotes, backslashes and line ends only, and starts with the name.
     */
    private boolean isPrinted() {
        return openMetrics || line.startsWith(PRINTED);
    }

    private static String unescaped(String text) {
        StringBuilder unescaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            char next = c == '\\' && i + 1 < text.length() ? text.charAt(i + 1) : ' ';
            if (next == 'n' || next == '"' || next == '\\') {
                c = next == 'n' ? '\n' : next;
                i++;
            }
            unescaped.append(c);
        }
        return unescaped.toString();
    }

    private void expect(char c) throws LoadException {
        if (at == line.length() || line.charAt(at) != c) {
            throw lines.error("expected '" + c + "' at column " + (at + 1) + " of NAME{LABEL=\"VALUE\"} VALUE TIME");
        }
        at++;
    }

    private void blanks() {
        while (at < line.length() && isBlank(line.charAt(at))) {
            at++;
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private String word() {
        int start = at;
        while (at < line.length() && !isBlank(line.charAt(at))) {
            at++;
        }
        return line.substring(start, at);
    }

    private TimeText time(String word) throws LoadException {
        double number = lines.anyNumber(word, "the time").value();
        TimeText time = openMetrics ? TimeText.ofSeconds(number) : TimeText.ofMillis(number);
        if (time == null) {
            throw lines.error("expected a time in " + (openMetrics ? "seconds" : "milliseconds")
                    + " since 1970, found '" + TextLines.shown(word) + "'");
        }
        return time;
    }
}
