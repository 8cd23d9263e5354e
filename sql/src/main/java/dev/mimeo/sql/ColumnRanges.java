package dev.mimeo.sql;

import dev.mimeo.dataseries.FieldType;
import dev.mimeo.sql.internal.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the columns of a table whose values have a property that decides about their field. */
final class ColumnRanges {

    /** Rows that are looked at to see whether a column ascends. */
    private static final int SAMPLED_ROWS = 20_000;

    private ColumnRanges() {}

    /**
     * Returns the names of the columns that have an integer below or above the range of a long.
     *
     * @param source SQL for the table
     */
    static Set<String> exceedingLong(Connection connection, String source, List<ImportColumn> columns)
            throws SQLException {
        List<ImportColumn> candidates =
                columns.stream().filter(ImportColumn::mayExceedLong).toList();
        String tests = candidates.stream()
                .map(column -> Database.quotedName(column.name()))
                .map(quoted ->
                        "max(" + quoted + ") > " + Long.MAX_VALUE + " OR min(" + quoted + ") < " + Long.MIN_VALUE)
                .collect(Collectors.joining(", "));
        return matching(connection, candidates, "SELECT " + tests + " FROM " + source);
    }

    /**
     * Returns the names of the int64 columns that ascend in the first rows.
     *
     * @param source SQL for the table
     */
    static Set<String> ascending(Connection connection, String source, List<ImportColumn> columns) throws SQLException {
        List<ImportColumn> candidates = columns.stream()
                .filter(column -> column.fieldType() == FieldType.INT64)
                .toList();
        List<String> names = candidates.stream()
                .map(column -> Database.quotedName(column.name()))
                .toList();
        String tests = names.stream()
                .map(quoted -> "bool_and(" + quoted + " >= before." + quoted + ") AND max(" + quoted + ") > min("
                        + quoted + ")")
                .collect(Collectors.joining(", "));
        String shifted = names.stream()
                .map(quoted -> quoted + " := lag(" + quoted + ") OVER ()")
                .collect(Collectors.joining(", "));
        return matching(
                connection,
                candidates,
                "SELECT " + tests + " FROM (SELECT " + String.join(", ", names) + ", struct_pack(" + shifted
                        + ") AS before FROM (SELECT * FROM " + source + " LIMIT " + SAMPLED_ROWS + "))");
    }

    /** Returns the names of the columns for which a query with one row gives true; null counts as false. */
    private static Set<String> matching(Connection connection, List<ImportColumn> columns, String query)
            throws SQLException {
        Set<String> found = new LinkedHashSet<>();
        if (columns.isEmpty()) {
            return found;
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            for (int i = 0; i < columns.size(); i++) {
                if (row.getBoolean(i + 1)) {
                    found.add(columns.get(i).name());
                }
            }
        }
        return found;
    }
}
