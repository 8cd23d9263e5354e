package dev.mimeo.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.internal.text.DisplayWidth;
import dev.mimeo.sql.internal.JsonTree;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Prints the rows of a result, which come as text: one per column, or one with the row as JSON. */
abstract class ResultPrinter {

    final Writer out;

    private long nonFinite;

    private ResultPrinter(OutputStream out) {
        this.out = new OutputStreamWriter(out, UTF_8);
    }

    static ResultPrinter of(ResultText.Format format, List<ResultColumn> columns, OutputStream out) {
        return switch (format) {
            case TABLE -> new Table(columns, out);
            case CSV -> new Csv(columns, out);
            case JSON -> new JsonResult("[", "\n]\n", out);
            case JSON_LINES -> new JsonLines(out);
            case JSON_DOCUMENT ->
                new JsonResult(
                        "{\"columns\":" + JsonTree.text(described(columns)) + ",\n\"rows\":[",
                        "\n],\"rowCount\":%d}\n",
                        out);
        };
    }

    private static ArrayNode described(List<ResultColumn> columns) {
        ArrayNode described = JsonNodeFactory.instance.arrayNode();
        columns.forEach(
                column -> described.addObject().put("name", column.name()).put("type", column.type()));
        return described;
    }

    /** Returns a printer of the last column as it is, which may have several lines. */
    static ResultPrinter ofLast(OutputStream out) {
        return new Last(out);
    }

    abstract void start() throws IOException;

    abstract void row(@Nullable String[] values) throws IOException;

    /** Returns how many numbers that are not finite were printed as null. */
    final long nonFinite() {
        return nonFinite;
    }

    /** Ends the output and flushes it. */
    abstract void end(long rows) throws IOException;

    private static final class Csv extends ResultPrinter {

        private static final Pattern SPECIAL = Pattern.compile("[\",\r\n]");

        private final List<ResultColumn> columns;

        Csv(List<ResultColumn> columns, OutputStream out) {
            super(out);
            this.columns = columns;
        }

        @Override
        void start() throws IOException {
            row(columns.stream().map(ResultColumn::name).toArray(String[]::new));
        }

        @Override
        void row(@Nullable String[] values) throws IOException {
            for (int i = 0; i < values.length; i++) {
                if (i > 0) {
                    out.write(',');
                }
                String value = values[i];
                if (value != null) {
                    boolean quoted = value.isEmpty() || SPECIAL.matcher(value).find();
                    out.write(quoted ? '"' + value.replace("\"", "\"\"") + '"' : value);
                }
            }
            out.write('\n');
        }

        @Override
        void end(long rows) throws IOException {
            out.flush();
        }
    }

    private static final class JsonResult extends ResultPrinter {

        private final String head;
        private final String tail;
        private boolean more;

        JsonResult(String head, String tail, OutputStream out) {
            super(out);
            this.head = head;
            this.tail = tail;
        }

        @Override
        void start() throws IOException {
            out.write(head);
        }

        @Override
        void row(@Nullable String[] values) throws IOException {
            out.write(more ? ",\n" : "\n");
            out.write(finite(String.valueOf(values[0])));
            more = true;
        }

        @Override
        void end(long rows) throws IOException {
            out.write(tail.replace("%d", Long.toString(rows)));
            out.flush();
        }
    }

    /**
     * Replaces numbers that are not finite by null, and counts them: the engine writes them as NaN and Infinity, and JSON has no such numbers.
     */
    String finite(String json) {
        if (!json.contains("NaN") && !json.contains("Infinity")) {
            return json;
        }
        StringBuilder finite = new StringBuilder(json.length());
        boolean quoted = false;
        for (int i = 0; i < json.length(); i++) {
            char character = json.charAt(i);
            boolean isNan = !quoted && json.startsWith("NaN", i);
            if (isNan || (!quoted && json.startsWith("Infinity", i))) {
                boolean isNegative = finite.charAt(finite.length() - 1) == '-';
                finite.setLength(finite.length() - (isNegative ? 1 : 0));
                finite.append("null");
                nonFinite++;
                i += (isNan ? "NaN" : "Infinity").length() - 1;
                continue;
            }
            finite.append(character);
            if (quoted && character == '\\') {
                i++;
                finite.append(json.charAt(i));
            } else if (character == '"') {
                quoted = !quoted;
            }
        }
        return finite.toString();
    }

    private static final class JsonLines extends ResultPrinter {

        JsonLines(OutputStream out) {
            super(out);
        }

        @Override
        void start() {}

        @Override
        void row(@Nullable String[] values) throws IOException {
            out.write(finite(String.valueOf(values[0])));
            out.write('\n');
        }

        @Override
        void end(long rows) throws IOException {
            out.flush();
        }
    }

    private static final class Last extends ResultPrinter {

        Last(OutputStream out) {
            super(out);
        }

        @Override
        void start() {}

        @Override
        void row(@Nullable String[] values) throws IOException {
            out.write(String.valueOf(values[values.length - 1]).stripTrailing());
            out.write('\n');
        }

        @Override
        void end(long rows) throws IOException {
            out.flush();
        }
    }

    /** Aligns columns by what the first rows need. Later values that need more room are printed all the same. */
    private static final class Table extends ResultPrinter {

        private static final int MEASURED_ROWS = 1000;

        private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\x{2028}\\x{2029}\\x{85}]");

        private static final String ABSENT = "NULL";

        private final List<ResultColumn> columns;
        private final int[] widths;
        private final List<String[]> waiting = new ArrayList<>();
        private boolean measured;

        Table(List<ResultColumn> columns, OutputStream out) {
            super(out);
            this.columns = columns;
            this.widths = new int[columns.size()];
        }

        @Override
        void start() {
            add(columns.stream().map(ResultColumn::name).toArray(String[]::new));
        }

        @Override
        void row(@Nullable String[] values) throws IOException {
            if (!measured) {
                add(values);
                if (waiting.size() > MEASURED_ROWS) {
                    printWaiting();
                }
            } else {
                String[] shown = new String[values.length];
                for (int i = 0; i < shown.length; i++) {
                    shown[i] = shown(values[i]);
                }
                line(shown);
            }
        }

        private void add(@Nullable String[] values) {
            String[] shown = new String[values.length];
            for (int i = 0; i < shown.length; i++) {
                shown[i] = shown(values[i]);
                widths[i] = Math.max(widths[i], DisplayWidth.of(shown[i]));
            }
            waiting.add(shown);
        }

        /** Replaces control characters, so that a value cannot control the terminal. */
        private static String shown(@Nullable String value) {
            return value == null ? ABSENT : CONTROL.matcher(value).replaceAll("\u00b7");
        }

        private void printWaiting() throws IOException {
            measured = true;
            for (int i = 0; i < waiting.size(); i++) {
                line(waiting.get(i));
                if (i == 0) {
                    String[] rule = new String[widths.length];
                    for (int column = 0; column < rule.length; column++) {
                        rule[column] = "-".repeat(widths[column]);
                    }
                    line(rule);
                }
            }
            waiting.clear();
        }

        private void line(String[] shown) throws IOException {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < shown.length; i++) {
                String padding = " ".repeat(Math.max(0, widths[i] - DisplayWidth.of(shown[i])));
                line.append(i == 0 ? "" : "  ");
                if (columns.get(i).isNumber()) {
                    line.append(padding).append(shown[i]);
                } else {
                    line.append(shown[i]).append(padding);
                }
            }
            out.write(line.toString().stripTrailing());
            out.write('\n');
        }

        @Override
        void end(long rows) throws IOException {
            if (!measured) {
                printWaiting();
            }
            out.flush();
        }
    }
}
