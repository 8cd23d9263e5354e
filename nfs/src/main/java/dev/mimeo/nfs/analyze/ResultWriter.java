package dev.mimeo.nfs.analyze;

import dev.mimeo.internal.text.CNumberFormat;
import dev.mimeo.internal.text.CsvLines;
import dev.mimeo.sql.internal.Database;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Prints results in one of the formats. Numbers have a point and up to 15 digits. For one thread at a time. */
public final class ResultWriter implements AnalysisOutput {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int DIGITS = 15;
    private static final int TEXT_DIGITS = 8;

    /** Rows of one statement of SQL. */
    private static final int BATCH = 500;

    /** Rows of a table of text that decide how wide its columns are. Later values that need more room are printed all the same. */
    private static final int MEASURED_ROWS = 1000;

    private final Format format;
    private final Appendable out;
    private final Set<String> created = new HashSet<>();

    /** Lines of the table of text that have not been printed yet, beginning with its header. */
    private final List<List<String>> waiting = new ArrayList<>();

    /** Characters of each column, or empty while lines wait. */
    private int[] widths = new int[0];

    private @Nullable ResultTable last;
    private int batched;
    private long jsonRows;

    /** Format of printed results. */
    public enum Format {
        /** The text that tools for these traces have printed since 2003. */
        CLASSIC,
        /** Tables for people. */
        TEXT,
        /** Comma-separated values with a header; a line with the table's name before each table. */
        CSV,
        /** Statements that make tables and fill them; any is NULL, addresses are numbers. */
        SQL,
        /** One JSON object a line, with the table's name. */
        JSON,
        /** All those objects as one array. */
        JSON_DOCUMENT
    }

    /**
     * Makes a writer.
     *
     * @param out destination of the text; stays the caller's
     */
    public ResultWriter(Format format, Appendable out) {
        this.format = format;
        this.out = out;
    }

    @Override
    public boolean isClassic() {
        return format == Format.CLASSIC;
    }

    @Override
    public boolean isOverview() {
        return format == Format.TEXT;
    }

    @Override
    public void text(CharSequence lines) throws IOException {
        if (format == Format.TEXT) {
            endTable();
            last = null;
        }
        printWaiting();
        out.append(lines);
    }

    @Override
    public void row(ResultTable table, @Nullable Object... values) throws IOException {
        if (values.length != table.columns().size()) {
            throw new IllegalArgumentException(
                    table.name() + " has " + table.columns().size() + " columns, got " + values.length + " values");
        }
        boolean starts = !table.equals(last);
        if (starts) {
            endTable();
            last = table;
        }
        switch (format) {
            case SQL -> sql(table, values);
            case JSON, JSON_DOCUMENT -> json(table, values);
            case CSV -> csv(table, values, starts);
            case TEXT, CLASSIC -> table(table, values, starts);
        }
    }

    /** Ends the output. */
    public void end() throws IOException {
        endTable();
        last = null;
        if (format == Format.JSON_DOCUMENT) {
            out.append(jsonRows == 0 ? "[]\n" : "\n]\n");
        }
    }

    private void endTable() throws IOException {
        if (format == Format.SQL && batched > 0) {
            out.append(";\n");
            batched = 0;
            return;
        }
        printWaiting();
        if (last != null && (format == Format.TEXT || format == Format.CSV)) {
            out.append('\n');
        }
    }

    private void csv(ResultTable table, @Nullable Object[] values, boolean starts) throws IOException {
        if (starts) {
            out.append("# ").append(table.name()).append('\n');
            out.append(String.join(",", names(table))).append('\n');
        }
        for (int i = 0; i < values.length; i++) {
            out.append(i == 0 ? "" : ",").append(CsvLines.field(text(table, i, values[i], DIGITS)));
        }
        out.append('\n');
    }

    private void table(ResultTable table, @Nullable Object[] values, boolean starts) throws IOException {
        if (starts) {
            out.append(table.name()).append('\n');
            widths = new int[0];
            waiting.add(names(table));
        }
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            String text = values[i] == null ? "*" : text(table, i, values[i], TEXT_DIGITS);
            cells.add(isFinite(values[i]) ? text : "-");
        }
        if (widths.length > 0) {
            line(table, cells);
            return;
        }
        waiting.add(cells);
        if (waiting.size() > MEASURED_ROWS) {
            printWaiting();
        }
    }

    private void printWaiting() throws IOException {
        if (waiting.isEmpty() || last == null) {
            return;
        }
        widths = new int[last.columns().size()];
        for (List<String> cells : waiting) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], cells.get(i).length());
            }
        }
        for (List<String> cells : waiting) {
            line(last, cells);
        }
        waiting.clear();
    }

    private void line(ResultTable table, List<String> cells) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String padding = " ".repeat(Math.max(0, widths[i] - cells.get(i).length()));
            ResultTable.Kind kind = table.columns().get(i).kind();
            boolean left = kind == ResultTable.Kind.TEXT || kind == ResultTable.Kind.ADDRESS;
            line.append(i == 0 ? "" : "  ").append(left ? cells.get(i) + padding : padding + cells.get(i));
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }

    private void json(ResultTable table, @Nullable Object[] values) throws IOException {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("table", table.name());
        for (int i = 0; i < values.length; i++) {
            ResultTable.Column column = table.columns().get(i);
            Object value = values[i];
            boolean isText = value != null && column.kind() == ResultTable.Kind.ADDRESS;
            row.put(column.name(), isText ? text(table, i, value, DIGITS) : isFinite(value) ? value : null);
        }
        if (format == Format.JSON_DOCUMENT) {
            out.append(jsonRows == 0 ? "[" : ",").append('\n').append(JSON.writeValueAsString(row));
        } else {
            out.append(JSON.writeValueAsString(row)).append('\n');
        }
        jsonRows++;
    }

    private void sql(ResultTable table, @Nullable Object[] values) throws IOException {
        if (created.add(table.name())) {
            out.append("CREATE TABLE IF NOT EXISTS ").append(table.name()).append(" (");
            String separator = "";
            for (ResultTable.Column column : table.columns()) {
                String type = switch (column.kind()) {
                    case INTEGER, ADDRESS -> "BIGINT";
                    case REAL -> "DOUBLE PRECISION";
                    case TEXT -> "VARCHAR(1024)";
                };
                out.append(separator).append(column.name()).append(' ').append(type);
                separator = ", ";
            }
            out.append(");\n");
        }
        if (batched == 0) {
            out.append("INSERT INTO ").append(table.name()).append(" (");
            out.append(String.join(", ", names(table))).append(") VALUES\n  ");
        } else {
            out.append(",\n  ");
        }
        for (int i = 0; i < values.length; i++) {
            out.append(i == 0 ? "(" : ", ").append(sql(table.columns().get(i), values[i]));
        }
        out.append(')');
        batched++;
        if (batched == BATCH) {
            out.append(";\n");
            batched = 0;
        }
    }

    private static String sql(ResultTable.Column column, @Nullable Object value) {
        if (value == null || !isFinite(value)) {
            return "NULL";
        }
        return switch (column.kind()) {
            case INTEGER, ADDRESS -> value.toString();
            case REAL -> CNumberFormat.general((Double) value, DIGITS);
            case TEXT -> Database.quotedString(value.toString());
        };
    }

    /** Returns false for statistics of no values. */
    private static boolean isFinite(@Nullable Object value) {
        return !(value instanceof Double real) || Double.isFinite(real);
    }

    private static List<String> names(ResultTable table) {
        return table.columns().stream().map(ResultTable.Column::name).toList();
    }

    private static String text(ResultTable table, int column, @Nullable Object value, int digits) {
        if (value == null || !isFinite(value)) {
            return "";
        }
        return switch (table.columns().get(column).kind()) {
            case ADDRESS -> Addresses.dotted(((Long) value).intValue());
            case REAL -> CNumberFormat.general((Double) value, digits);
            case INTEGER, TEXT -> value.toString();
        };
    }
}
