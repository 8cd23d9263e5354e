package dev.mimeo.sql;

import dev.mimeo.internal.text.ExactDecimals;
import dev.mimeo.sql.internal.Database;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the columns of a file of text that the engine takes for doubles though doubles do not hold all of their numbers. */
final class RoundedColumns {

    private static final Pattern NO_DECIMAL =
            Pattern.compile("\\s*[+-]?(nan|inf|infinity)\\s*", Pattern.CASE_INSENSITIVE);

    private RoundedColumns() {}

    /**
     * Reads a file once, if there are such columns.
     *
     * @param reading function and file, {@code read_csv('f.csv')}
     * @param columns those of the file, as the engine takes them
     * @param nestedAsJson whether lists and objects with doubles inside are read as the text of JSON
     * @return how to read the file with those columns as text; the same if there are none
     */
    static String asText(Connection connection, String reading, List<ImportColumn> columns, boolean nestedAsJson)
            throws SQLException {
        Map<String, String> types = new LinkedHashMap<>();
        boolean any = false;
        for (ImportColumn column : columns) {
            boolean isJson = nestedAsJson
                    && column.type().contains("DOUBLE")
                    && !column.type().equals("DOUBLE");
            types.put(column.name(), isJson ? "JSON" : column.type());
            any |= isJson;
        }
        List<String> doubles = columns.stream()
                .filter(column -> column.type().equals("DOUBLE"))
                .map(ImportColumn::name)
                .toList();
        if (doubles.isEmpty()) {
            return any ? reading(reading, types) : reading;
        }
        doubles.forEach(name -> types.put(name, "VARCHAR"));
        String names = doubles.stream().map(Database::quotedName).collect(Collectors.joining(", "));
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT " + names + " FROM " + reading(reading, types))) {
            boolean[] rounded = new boolean[doubles.size()];
            while (rows.next()) {
                for (int i = 0; i < rounded.length; i++) {
                    rounded[i] = rounded[i] || isRounded(rows.getString(i + 1));
                }
            }
            for (int i = 0; i < rounded.length; i++) {
                any |= rounded[i];
                types.put(doubles.get(i), rounded[i] ? "VARCHAR" : "DOUBLE");
            }
            return any ? reading(reading, types) : reading;
        }
    }

    private static String reading(String reading, Map<String, String> types) {
        String list = types.entrySet().stream()
                .map(type -> Database.quotedString(type.getKey()) + ": " + Database.quotedString(type.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
        String option = reading.startsWith("read_json") ? "columns" : "types";
        return reading.substring(0, reading.length() - 1) + ", " + option + " = " + list + ")";
    }

    private static boolean isRounded(@Nullable String text) {
        if (text == null || NO_DECIMAL.matcher(text).matches()) {
            return false;
        }
        try {
            return !ExactDecimals.holds(new BigDecimal(text.strip()));
        } catch (NumberFormatException e) {
            // No decimal number, such as one with a separator of thousands; or with an exponent of too many digits.
            return true;
        }
    }
}
