package dev.mimeo.report;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A numbered table of a page, with a caption above it.
 *
 * @param caption sentences that say what is shown; plain text
 * @param columns from left to right
 * @param rows one cell for each column
 * @param note remark below the table; empty for none
 */
public record PageTable(String caption, List<Column> columns, List<List<Cell>> rows, String note) {

    /**
     * A column.
     *
     * @param group name above the names of neighbours that have it as well; empty for none
     * @param name name of the column
     * @param text whether the values are texts, which are aligned to the left
     */
    public record Column(String group, String name, boolean text) {

        /** Returns a column of texts. */
        public static Column ofText(String name) {
            return new Column("", name, true);
        }

        /** Returns a column of numbers. */
        public static Column ofNumbers(String name) {
            return ofNumbers("", name);
        }

        /** Returns a column of numbers below the name of a group. */
        public static Column ofNumbers(String group, String name) {
            return new Column(group, name, false);
        }
    }

    /** Meaning of a cell, which decides its colour. */
    public enum Mark {
        /** A value. */
        PLAIN,
        /** A value within its limit. */
        GOOD,
        /** A value outside its limit. */
        BAD,
        /** A value that is smaller than its uncertainty. */
        NOISE
    }

    /** A value as text. */
    public record Cell(String text, Mark mark) {

        /** Returns a cell without a special meaning. */
        public static Cell of(String text) {
            return new Cell(text, Mark.PLAIN);
        }
    }

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException if a row has not one cell for each column
     */
    public PageTable {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<Cell> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(columns.size() + " columns, " + row.size() + " cells");
            }
        }
    }

    /** A number as people write it, with its unit behind a space: not an address, a date or a name that begins with digits. */
    private static final Pattern NUMBER =
            Pattern.compile("[-+−<]?[0-9][0-9,]*+(?:\\.[0-9]++)?(?:[eE][-+]?[0-9]++)?(?:[ %].*)?");

    /** Returns a table of plain values: columns of texts are the first one, and those with anything but numbers. */
    public static PageTable of(String caption, List<String> head, List<List<String>> rows) {
        List<Column> columns = IntStream.range(0, head.size())
                .mapToObj(i -> new Column("", head.get(i), i == 0 || isText(rows, i)))
                .toList();
        return new PageTable(
                caption,
                columns,
                rows.stream().map(row -> row.stream().map(Cell::of).toList()).toList(),
                "");
    }

    private static boolean isText(List<List<String>> rows, int column) {
        List<String> values = rows.stream()
                .filter(row -> column < row.size())
                .map(row -> row.get(column))
                .filter(value -> !value.isEmpty())
                .toList();
        return !values.stream()
                .allMatch(value -> value.equals("-") || NUMBER.matcher(value).matches());
    }
}
