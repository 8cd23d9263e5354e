package dev.mimeo.sql;

import dev.mimeo.sql.internal.Database;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Words among the times of a JSON file, infinity and epoch. The engine takes them for {@link #DAY_OF_WORDS} where it finds the types of
 * columns itself, but reads them with given types.
 */
final class JsonTimes {

    static final String DAY_OF_WORDS = "1900-01-01";

    private static final String WORDS = "('infinity', '-infinity', 'epoch')";

    /** A type of times, or of lists or structs with such. */
    private static final Pattern TIME = Pattern.compile("\\b(DATE|TIMESTAMP)");

    private static final Pattern NAME = Pattern.compile(".*\\.(json|jsonl|ndjson)(\\.gz|\\.zst)?", Pattern.DOTALL);

    private JsonTimes() {}

    /** Returns whether a name is that of a file of JSON. */
    static boolean isJson(String name) {
        return NAME.matcher(name.toLowerCase(Locale.ROOT)).matches();
    }

    /** Returns whether some columns have times, also in lists and structs. */
    static boolean areIn(List<ImportColumn> columns) {
        return columns.stream().anyMatch(column -> TIME.matcher(column.type()).find());
    }

    /**
     * Returns the names of columns of times with infinities.
     *
     * @param reading SQL that reads the file with the types that the engine finds
     */
    static Set<String> endless(Connection connection, String reading, List<ImportColumn> columns) throws SQLException {
        return those(
                connection,
                RoundedColumns.reading(reading, columns),
                times(columns),
                quoted -> "isinf(" + quoted + ")");
    }

    /** Returns the names of the columns of times of a file that have such words. */
    static Set<String> withWords(Connection connection, Path file) throws SQLException {
        String reading = "read_json(" + Database.quotedString(file.toString()) + ")";
        List<ImportColumn> columns = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM " + reading + " LIMIT 0")) {
            ResultSetMetaData metadata = none.getMetaData();
            for (int i = 1; i <= metadata.getColumnCount(); i++) {
                columns.add(new ImportColumn(metadata.getColumnLabel(i), metadata.getColumnTypeName(i)));
            }
        }
        List<String> times = times(columns);
        return those(
                connection,
                RoundedColumns.reading(reading, ImportColumn.withTexts(columns, Set.copyOf(times))),
                times,
                quoted -> "lower(" + quoted + ") IN " + WORDS);
    }

    private static List<String> times(List<ImportColumn> columns) {
        return columns.stream()
                .filter(ImportColumn::isDate)
                .map(ImportColumn::name)
                .toList();
    }

    /** Returns those of some columns of which a condition holds for a value. */
    private static Set<String> those(
            Connection connection, String reading, List<String> names, UnaryOperator<String> condition)
            throws SQLException {
        Set<String> those = new HashSet<>();
        if (names.isEmpty()) {
            return those;
        }
        String tests = names.stream()
                .map(name -> "coalesce(bool_or(" + condition.apply(Database.quotedName(name)) + "), false)")
                .collect(Collectors.joining(", "));
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + tests + " FROM " + reading)) {
            row.next();
            for (int i = 0; i < names.size(); i++) {
                if (row.getBoolean(i + 1)) {
                    those.add(names.get(i));
                }
            }
        }
        return those;
    }
}
