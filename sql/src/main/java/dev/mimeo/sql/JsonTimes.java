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
        return withWords(connection, reading, columns);
    }

    /**
     * Returns the names of the columns of times that have such words.
     *
     * @param reading SQL that reads the file with the types that the engine finds
     */
    static Set<String> withWords(Connection connection, String reading, List<ImportColumn> columns)
            throws SQLException {
        List<String> names = columns.stream()
                .filter(ImportColumn::isDate)
                .map(ImportColumn::name)
                .toList();
        Set<String> found = new HashSet<>();
        if (names.isEmpty()) {
            return found;
        }
        String tests = names.stream()
                .map(name -> "coalesce(bool_or(lower(" + Database.quotedName(name) + ") IN " + WORDS + "), false)")
                .collect(Collectors.joining(", "));
        List<ImportColumn> texts = ImportColumn.withTexts(columns, Set.copyOf(names));
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT " + tests + " FROM " + RoundedColumns.reading(reading, texts))) {
            row.next();
            for (int i = 0; i < names.size(); i++) {
                if (row.getBoolean(i + 1)) {
                    found.add(names.get(i));
                }
            }
        }
        return found;
    }
}
