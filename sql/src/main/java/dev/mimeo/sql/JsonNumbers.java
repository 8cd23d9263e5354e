package dev.mimeo.sql;

import dev.mimeo.internal.text.ExactDecimals;
import dev.mimeo.sql.internal.Database;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a JSON file as they stand in it. The engine keeps integers and what is too large for a double, but rounds other
 * decimal numbers to doubles before it makes texts of them.
 */
final class JsonNumbers {

    private static final int SHOWN = 60;

    private static final String DOUBLE = "DOUBLE";

    private JsonNumbers() {}

    /**
     * Looks at all numbers of a file.
     *
     * @return whether doubles do not hold some of those inside of lists and objects
     * @throws SqlException if the engine would round one; the message names it
     */
    static boolean areNestedRounded(Connection connection, Path file) throws SQLException, SqlException {
        boolean nested = false;
        try (Statement statement = connection.createStatement();
                ResultSet objects = statement.executeQuery(
                        "SELECT json FROM read_json_objects(" + Database.quotedString(file.toString()) + ")")) {
            for (long object = 1; objects.next(); object++) {
                String json = objects.getString(1);
                if (json == null) {
                    continue;
                }
                String rounded = find(json, 0, JsonNumbers::isRoundedByEngine);
                if (rounded != null) {
                    throw new SqlException(file + ": object " + object + ": a double does not hold " + shown(rounded)
                            + "; write it in quotes, as a text");
                }
                nested = nested || find(json, 2, number -> !isHeld(number)) != null;
            }
        }
        return nested;
    }

    /** Returns columns of which those of lists and objects with doubles inside are read as the text of JSON. */
    static List<ImportColumn> nestedAsTexts(List<ImportColumn> columns) {
        return columns.stream()
                .map(column -> column.type().contains(DOUBLE) && !column.type().equals(DOUBLE)
                        ? new ImportColumn(column.name(), ImportColumn.TEXT)
                        : column)
                .toList();
    }

    private static boolean isRoundedByEngine(String number) {
        boolean isInteger = number.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
        return !isInteger && !isHeld(number) && !Double.isInfinite(Double.parseDouble(number));
    }

    private static boolean isHeld(String number) {
        try {
            return ExactDecimals.holds(new BigDecimal(number));
        } catch (NumberFormatException e) {
            // An exponent of too many digits.
            return false;
        }
    }

    /** Returns the first number, inside at least {@code leastDepth} lists and objects, for which a condition holds; null if there is none. */
    private static @Nullable String find(String json, int leastDepth, Predicate<String> condition) {
        int depth = 0;
        int at = 0;
        while (at < json.length()) {
            char c = json.charAt(at);
            if (c == '"') {
                at = behindText(json, at + 1);
            } else if (c == '-' || (c >= '0' && c <= '9')) {
                int end = at + 1;
                while (end < json.length() && isPartOfNumber(json.charAt(end))) {
                    end++;
                }
                String number = json.substring(at, end);
                // A number of at most that many characters without an exponent has no more digits than a double holds.
                boolean isShort = number.length() <= ExactDecimals.SAFE_DIGITS
                        && number.indexOf('e') < 0
                        && number.indexOf('E') < 0;
                if (depth >= leastDepth && !isShort && condition.test(number)) {
                    return number;
                }
                at = end;
            } else {
                depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
                at++;
            }
        }
        return null;
    }

    private static boolean isPartOfNumber(char c) {
        return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
    }

    private static int behindText(String json, int start) {
        int at = start;
        while (at < json.length() && json.charAt(at) != '"') {
            at += json.charAt(at) == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    private static String shown(String number) {
        return number.length() <= SHOWN ? number : number.substring(0, SHOWN) + "...";
    }
}
