package dev.mimeo.sql;

import dev.mimeo.sql.internal.Database;
import java.io.IOException;
import java.io.OutputStream;
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

/** Runs queries and prints their rows as a table, CSV or JSON. */
public final class ResultText {

    private ResultText() {}

    /**
     * Runs a query and prints its rows while they are computed.
     *
     * @param sql a query that is still valid in parentheses
     * @param out left open
     * @return the number of rows printed
     * @throws SQLException if the query fails
     * @throws IOException if writing fails
     */
    public static long print(Connection connection, String sql, Format format, OutputStream out)
            throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            List<ResultColumn> columns = columns(connection, sql);
            ResultPrinter printer = ResultPrinter.of(format, columns, out);
            try (ResultSet rows = statement.executeQuery(wrapped(sql, format, columns))) {
                return print(rows, printer);
            }
        }
    }

    static long print(ResultSet rows, ResultPrinter printer) throws SQLException, IOException {
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
        return count;
    }

    /** Wraps a query so that the engine converts values to text: it supports all its types, with the same text in each format. */
    private static String wrapped(String sql, Format format, List<ResultColumn> columns) {
        boolean rowsAsJson = format != Format.TABLE && format != Format.CSV;
        List<String> values = new ArrayList<>();
        List<String> aliases = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < columns.size(); i++) {
            String alias = "c" + i;
            aliases.add(alias);
            if (rowsAsJson) {
                String name = columns.get(i).name();
                // Names in a JSON object must be unique.
                for (int copy = 1; !names.add(name.toLowerCase(Locale.ROOT)); copy++) {
                    name = columns.get(i).name() + "_" + copy;
                }
                values.add(Database.quotedName(name) + " := " + columns.get(i).jsonValue(alias));
            } else {
                values.add(columns.get(i).textValue(alias));
            }
        }
        String list = String.join(", ", values);
        return "SELECT " + (rowsAsJson ? "CAST(to_json(struct_pack(" + list + ")) AS VARCHAR)" : list) + " FROM (" + sql
                + "\n) AS result(" + String.join(", ", aliases) + ")";
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
