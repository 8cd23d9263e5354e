package dev.mimeo.sql;

import dev.mimeo.internal.text.Counts;
import dev.mimeo.sql.internal.Database;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Runs queries and prints their rows as a table, CSV or JSON. */
public final class ResultText {

    private ResultText() {}

    /**
     * Runs a query and prints its rows while they are computed.
     *
     * @param sql a query that is still valid in parentheses
     * @param out left open
     * @throws SQLException if the query fails
     * @throws IOException if writing fails
     */
    public static Printed print(Connection connection, String sql, Format format, OutputStream out)
            throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            boolean rowsAsJson = format != Format.TABLE && format != Format.CSV;
            List<ResultColumn> columns = columns(connection, sql);
            columns = rowsAsJson ? uniquelyNamed(columns) : columns;
            ResultPrinter printer = ResultPrinter.of(format, columns, out);
            try (ResultSet rows = statement.executeQuery(wrapped(sql, rowsAsJson, columns))) {
                return print(rows, printer);
            }
        }
    }

    /**
     * Runs a query and saves its rows as CSV, in the same bytes as {@link #print} written by the engine itself.
     *
     * @param sql one SELECT that is still valid in parentheses
     * @param file overwritten
     * @return the number of rows saved
     * @throws SQLException if the query or writing fails
     * @throws IOException if writing fails
     */
    public static long saveCsv(Connection connection, String sql, Path file) throws SQLException, IOException {
        List<ResultColumn> columns = columns(connection, sql);
        Set<String> names = new HashSet<>();
        for (ResultColumn column : columns) {
            if (!names.add(column.name().toLowerCase(Locale.ROOT))) {
                // The engine would give one of the columns another name.
                try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                    return print(connection, sql, Format.CSV, out).rows();
                }
            }
        }
        List<String> values = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            values.add(columns.get(i).textValue("c" + i) + " AS "
                    + Database.quotedName(columns.get(i).name()));
        }
        try (Statement statement = connection.createStatement()) {
            // Values that begin with the sign of a comment would be quoted.
            return statement.executeLargeUpdate(
                    "COPY (" + selected(sql, values, columns.size()) + ") TO " + Database.quotedString(file.toString())
                            + " (FORMAT csv, HEADER, COMMENT '', COMPRESSION none, USE_TMP_FILE false)");
        }
    }

    static Printed print(ResultSet rows, ResultPrinter printer) throws SQLException, IOException {
        String[] values = new String[rows.getMetaData().getColumnCount()];
        long count = 0;
        printer.start();
        while (rows.next()) {
            for (int i = 0; i < values.length; i++) {
                values[i] = rows.getString(i + 1);
            }
            printer.row(values);
            count++;
        }
        printer.end(count);
        return new Printed(count, printer.nonFinite());
    }

    /** Wraps a query so that the engine converts values to text: it supports all its types, with the same text in each format. */
    private static String wrapped(String sql, boolean rowsAsJson, List<ResultColumn> columns) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            ResultColumn column = columns.get(i);
            String alias = "c" + i;
            values.add(
                    rowsAsJson
                            ? Database.quotedName(column.name()) + " := " + column.jsonValue(alias)
                            : column.textValue(alias));
        }
        String list = String.join(", ", values);
        return selected(
                sql,
                rowsAsJson ? List.of("CAST(to_json(struct_pack(" + list + ")) AS VARCHAR)") : values,
                columns.size());
    }

    /** Returns columns with names that an object of JSON can have side by side. */
    private static List<ResultColumn> uniquelyNamed(List<ResultColumn> columns) {
        List<ResultColumn> renamed = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (ResultColumn column : columns) {
            String name = column.name();
            for (int copy = 1; !names.add(name.toLowerCase(Locale.ROOT)); copy++) {
                name = column.name() + "_" + copy;
            }
            renamed.add(new ResultColumn(name, column.type()));
        }
        return renamed;
    }

    /** Selects values from a query, the columns of which are called c0, c1 and so on. */
    private static String selected(String sql, List<String> values, int columns) {
        String aliases = IntStream.range(0, columns).mapToObj(i -> "c" + i).collect(Collectors.joining(", "));
        return "SELECT " + String.join(", ", values) + " FROM (" + sql + "\n) AS result(" + aliases + ")";
    }

    private static List<ResultColumn> columns(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            List<ResultColumn> columns = columns(statement.getMetaData());
            if (columns.stream().noneMatch(column -> column.type().equals(ResultColumn.UNKNOWN_TYPE))) {
                return columns;
            }
        }
        // The columns of a PIVOT are only known after it runs.
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM (" + sql + "\n) LIMIT 0")) {
            return columns(none.getMetaData());
        }
    }

    private static List<ResultColumn> columns(ResultSetMetaData metadata) throws SQLException {
        List<ResultColumn> columns = new ArrayList<>();
        for (int i = 1; i <= metadata.getColumnCount(); i++) {
            columns.add(new ResultColumn(metadata.getColumnLabel(i), metadata.getColumnTypeName(i)));
        }
        return columns;
    }

    /**
     * The totals of a result.
     *
     * @param rows rows printed
     * @param nonFinite NaN and infinities among their numbers that are null, because JSON has no such numbers
     */
    public record Printed(long rows, long nonFinite) {

        /**
         * Returns what the output lacks, each in a line to warn with.
         *
         * @param output name of the output, or {@code -} for standard output
         */
        public List<String> warnings(String output) {
            return nonFinite == 0
                    ? List.of()
                    : List.of((output.equals("-") ? "standard output" : output) + ": " + Counts.of(nonFinite, "number")
                            + " (NaN or infinite) became null,"
                            + " because JSON has no such numbers: write CSV or Parquet to keep them");
        }
    }

    /** Format in which the rows of a result are printed. */
    public enum Format {
        /** Aligned columns, to read on a terminal. */
        TABLE,
        /** Comma-separated values (RFC 4180) with a header; NULL is an empty field, the empty string is {@code ""}. */
        CSV,
        /** One JSON array of an object per row. */
        JSON,
        /** One JSON object per line and row. */
        JSON_LINES,
        /** One JSON object: the columns with their types, the rows as objects, and the number of rows. */
        JSON_DOCUMENT
    }
}
