package dev.mimeo.sql;

import dev.mimeo.internal.text.ExactDecimals;
import dev.mimeo.sql.internal.Database;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the columns of a file of text that the engine takes for doubles, integers or times of microseconds though these, or a long, do not
 * hold all of their values.
 */
final class RoundedColumns {

    private static final Pattern NO_DECIMAL =
            Pattern.compile("\\s*[+-]?(nan|inf|infinity)\\s*", Pattern.CASE_INSENSITIVE);

    private static final String PLAIN_NUMBER = "'-?[0-9]+([.][0-9]*)?'";

    private static final String TEXT = "VARCHAR";

    private static final Set<String> LARGE_INTEGERS = Set.of("UBIGINT", "HUGEINT", "UHUGEINT");

    /** The types of times with nanoseconds by those with microseconds. */
    private static final Map<String, String> NANOSECONDS =
            Map.of("TIMESTAMP", "TIMESTAMP_NS", "TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ_NS", "TIME", "TIME_NS");

    /**
     * Conditions on texts, as formats, that the engine reads as values of these types although they have more: fractions of numbers, and
     * integers of more bits; times of dates; zones of times. The engine chooses types by the first lines of a file.
     */
    private static final Map<String, String> MORE = Map.of(
            "BIGINT",
            "TRY_CAST(%1$s AS DOUBLE) IS NOT NULL AND (TRY_CAST(%1$s AS BIGINT) IS NULL OR " + ImportColumn.HAS_FRACTION
                    + ")",
            "DATE",
            "contains(%1$s, ':')",
            "TIME",
            "regexp_matches(%1$s, ':.*[-+Zz]')",
            "TIMESTAMP",
            "regexp_matches(%1$s, ':.*[-+]') AND NOT regexp_matches(%1$s, '[-+]00(:?00)?$')");

    /** The types that hold these values too, of those types; text is that of times of day. */
    private static final Map<String, String> WIDER =
            Map.of("BIGINT", "DOUBLE", "DATE", "TIMESTAMP", "TIME", TEXT, "TIMESTAMP", "TIMESTAMP WITH TIME ZONE");

    private static final int MICROSECOND_DIGITS = 6;
    private static final int NANOSECOND_DIGITS = 9;

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
        List<ImportColumn> held =
                reading.startsWith("read_csv") ? withLateValues(connection, reading, columns) : columns;
        return asText(connection, reading, held, nestedAsJson, !held.equals(columns));
    }

    private static String asText(
            Connection connection,
            String reading,
            List<ImportColumn> columns,
            boolean nestedAsJson,
            boolean areOtherTypes)
            throws SQLException {
        Map<String, String> types = new LinkedHashMap<>();
        boolean any = areOtherTypes;
        for (ImportColumn column : columns) {
            boolean isJson = nestedAsJson
                    && column.type().contains("DOUBLE")
                    && !column.type().equals("DOUBLE");
            types.put(column.name(), isJson ? "JSON" : column.type());
            any |= isJson;
        }
        any |= refineTimes(connection, reading, columns, types);
        List<ImportColumn> numbers = columns.stream()
                .filter(column -> column.type().equals("DOUBLE") || LARGE_INTEGERS.contains(column.type()))
                .toList();
        if (numbers.isEmpty()) {
            return any ? reading(reading, types) : reading;
        }
        numbers.forEach(column -> types.put(column.name(), TEXT));
        String names = numbers.stream()
                .map(column -> Database.quotedName(column.name()))
                .collect(Collectors.joining(", "));
        String isHard = numbers.stream().map(RoundedColumns::perhapsRounded).collect(Collectors.joining(" OR "));
        String query = "SELECT " + names + " FROM " + reading(reading, types) + " WHERE " + isHard;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            boolean[] rounded = new boolean[numbers.size()];
            while (rows.next()) {
                for (int i = 0; i < rounded.length; i++) {
                    rounded[i] = rounded[i] || isRounded(rows.getString(i + 1), numbers.get(i));
                }
            }
            for (int i = 0; i < rounded.length; i++) {
                any |= rounded[i];
                types.put(
                        numbers.get(i).name(),
                        rounded[i] ? TEXT : numbers.get(i).type());
            }
            return any ? reading(reading, types) : reading;
        }
    }

    /**
     * Returns the columns of a CSV file with types that hold values behind the first lines too: double instead of integers if some have
     * fractions, times instead of dates if some have a time of day, times in UTC if some have a zone.
     */
    static List<ImportColumn> withLateValues(Connection connection, String reading, List<ImportColumn> columns)
            throws SQLException {
        Map<String, String> texts = new LinkedHashMap<>();
        List<String> tests = new ArrayList<>();
        for (ImportColumn column : columns) {
            String more = MORE.get(column.type());
            texts.put(column.name(), more == null ? column.type() : TEXT);
            tests.add(
                    more == null
                            ? "false"
                            : "coalesce(bool_or(" + more.formatted(Database.quotedName(column.name())) + "), false)");
        }
        if (columns.stream().noneMatch(column -> MORE.containsKey(column.type()))) {
            return columns;
        }
        List<ImportColumn> held = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT " + String.join(", ", tests) + " FROM " + reading(reading, texts))) {
            found.next();
            for (int i = 0; i < columns.size(); i++) {
                ImportColumn column = columns.get(i);
                held.add(
                        found.getBoolean(i + 1)
                                ? new ImportColumn(column.name(), WIDER.getOrDefault(column.type(), TEXT))
                                : column);
            }
        }
        // A time of a date may have a zone.
        return held.equals(columns) ? columns : withLateValues(connection, reading, held);
    }

    /**
     * Gives columns of times with more digits than those of microseconds a type with nanoseconds, or text if that does not hold all of them:
     * for more digits, and years that are too far.
     *
     * @return whether there are such columns
     */
    private static boolean refineTimes(
            Connection connection, String reading, List<ImportColumn> columns, Map<String, String> types)
            throws SQLException {
        List<ImportColumn> times = columns.stream()
                .filter(column -> NANOSECONDS.containsKey(column.type()))
                .toList();
        if (times.isEmpty()) {
            return false;
        }
        Map<String, String> texts = new LinkedHashMap<>(types);
        times.forEach(column -> texts.put(column.name(), TEXT));
        String digits = times.stream()
                .map(column -> mostDigits(Database.quotedName(column.name())) + ", "
                        + isHeld(Database.quotedName(column.name()), nanoseconds(column)))
                .collect(Collectors.joining(", "));
        boolean any = false;
        try (Statement statement = connection.createStatement();
                ResultSet most = statement.executeQuery("SELECT " + digits + " FROM " + reading(reading, texts))) {
            most.next();
            for (int i = 0; i < times.size(); i++) {
                int found = most.getInt(2 * i + 1);
                if (found > MICROSECOND_DIGITS) {
                    boolean isHeld = found <= NANOSECOND_DIGITS && most.getBoolean(2 * i + 2);
                    types.put(times.get(i).name(), isHeld ? nanoseconds(times.get(i)) : TEXT);
                    any = true;
                }
            }
        }
        return any;
    }

    private static String nanoseconds(ImportColumn column) {
        return NANOSECONDS.getOrDefault(column.type(), TEXT);
    }

    /** Returns the SQL for the most decimals of the texts of a column. */
    private static String mostDigits(String quoted) {
        return "max(length(regexp_extract(" + quoted + ", '[.]([0-9]*[1-9])', 1)))";
    }

    /** Returns the SQL for whether a type holds all texts of a column. */
    private static String isHeld(String quoted, String type) {
        return "bool_and(" + quoted + " IS NULL OR TRY_CAST(" + quoted + " AS " + type + ") IS NOT NULL)";
    }

    /** Returns how to read a file with types by the names of columns. */
    static String reading(String reading, Map<String, String> types) {
        String list = types.entrySet().stream()
                .map(type -> Database.quotedString(type.getKey()) + ": " + Database.quotedString(type.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
        String option = reading.startsWith("read_json") ? "columns" : "types";
        return reading.substring(0, reading.length() - 1) + ", " + option + " = " + list + ")";
    }

    /**
     * Returns a condition in SQL that leaves out nearly all numbers that are held: those of few digits, and those that look the same
     * after they were read. The engine is faster at this than {@link #isRounded}.
     */
    private static String perhapsRounded(ImportColumn column) {
        String name = Database.quotedName(column.name());
        String type = LARGE_INTEGERS.contains(column.type()) ? "BIGINT" : "DOUBLE";
        return "NOT (length(" + name + ") <= " + ExactDecimals.SAFE_DIGITS + " AND regexp_full_match(" + name + ", "
                + PLAIN_NUMBER + ") OR coalesce(CAST(TRY_CAST(" + name + " AS " + type + ") AS VARCHAR) = " + name
                + ", false))";
    }

    private static boolean isRounded(@Nullable String text, ImportColumn column) {
        if (text == null || NO_DECIMAL.matcher(text).matches()) {
            return false;
        }
        try {
            BigDecimal number = new BigDecimal(text.strip());
            return LARGE_INTEGERS.contains(column.type()) ? !isLong(number) : !ExactDecimals.holds(number);
        } catch (NumberFormatException e) {
            // No decimal number, such as one with a separator of thousands; or with an exponent of too many digits.
            return true;
        }
    }

    private static boolean isLong(BigDecimal number) {
        try {
            number.longValueExact();
            return true;
        } catch (ArithmeticException e) {
            return false;
        }
    }
}
