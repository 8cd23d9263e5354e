package dev.mimeo.nfs.report;

import dev.mimeo.internal.text.CNumberFormat;
import dev.mimeo.nfs.analyze.ResultTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A table of a report: rows for programs, and the same for people. Not thread-safe. */
final class ReportTable {

    private static final String NONE = "-";
    private static final int DIGITS = 4;
    private static final double MOST_EXACT = 1e15;

    private final String title;
    private final List<String> head;
    private final ResultTable table;
    private final List<ResultRow> rows = new ArrayList<>();
    private final List<List<String>> shown = new ArrayList<>();

    /** @param head names of the columns that people see */
    ReportTable(String title, List<String> head, ResultTable table) {
        this.title = title;
        this.head = head;
        this.table = table;
    }

    void add(@Nullable Object... values) {
        rows.add(new ResultRow(table, values));
    }

    void show(List<String> cells) {
        shown.add(cells);
    }

    /** Returns whether people see a column: the first one, and those that have a value in any row. */
    private boolean isShown(int column) {
        return column == 0
                || shown.isEmpty()
                || shown.stream().anyMatch(row -> !row.get(column).equals(NONE));
    }

    private List<String> shownCells(List<String> row) {
        return IntStream.range(0, row.size())
                .filter(this::isShown)
                .mapToObj(row::get)
                .toList();
    }

    String title() {
        return title;
    }

    List<String> head() {
        return shownCells(head);
    }

    ResultTable table() {
        return table;
    }

    List<ResultRow> rows() {
        return rows;
    }

    List<List<String>> shown() {
        return shown.stream().map(this::shownCells).toList();
    }

    /** Returns a number for people; a dash if there is none. */
    static String number(double value) {
        if (!Double.isFinite(value)) {
            return NONE;
        }
        boolean whole = value == Math.rint(value) && Math.abs(value) < MOST_EXACT;
        if (whole || Math.abs(value) >= 1000) {
            return String.format(Locale.ROOT, "%,d", Math.round(value));
        }
        return CNumberFormat.general(value, DIGITS);
    }

    /** Returns a share in percent. */
    static String percent(double share) {
        return Double.isFinite(share) ? CNumberFormat.general(100 * share, DIGITS) + " %" : NONE;
    }
}
