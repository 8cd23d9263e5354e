package dev.mimeo.sql;

import dev.mimeo.internal.text.ExactDecimals;
import dev.mimeo.sql.internal.Database;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
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

    private static final String TEXT = ImportColumn.TEXT;

    private static final Set<String> LARGE_INTEGERS = Set.of("UBIGINT", "HUGEINT", "UHUGEINT");

    /** The types of times with nanoseconds by those with microseconds. */
    private static final Map<String, String> NANOSECONDS =
            Map.of("TIMESTAMP", "TIMESTAMP_NS", "TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ_NS", "TIME", "TIME_NS");

    private static final int MICROSECOND_DIGITS = 6;
    private static final int NANOSECOND_DIGITS = 9;

    private RoundedColumns() {}

    /**
     * Reads a file once for times and once for numbers, if some of these are doubtful.
     *
     * @param reading SQL that reads the file with types of columns
     * @param columns those of the file
     * @param doubtful names of those that may be rounded
     * @return the columns with the types that hold all values: those with nanoseconds, or text
     */
    static List<ImportColumn> exact(
            Connection connection,
            Function<List<ImportColumn>, String> reading,
            List<ImportColumn> columns,
            Set<String> doubtful)
            throws SQLException {
        Map<String, String> types = new HashMap<>(times(
                connection,
                reading,
                columns,
                columns.stream()
                        .filter(column -> isTime(column) && doubtful.contains(column.name()))
                        .toList()));
        types.putAll(numbers(
                connection,
                reading,
                columns,
                columns.stream()
                        .filter(column -> isNumber(column) && doubtful.contains(column.name()))
                        .toList()));
        return withTypes(columns, types);
    }

    /** Returns whether the values are times that may have more digits than the engine reads. */
    static boolean isTime(ImportColumn column) {
        return NANOSECONDS.containsKey(column.type());
    }

    /** Returns whether the values are numbers that may have more digits than the engine reads, or a long holds. */
    static boolean isNumber(ImportColumn column) {
        return column.type().equals("DOUBLE") || LARGE_INTEGERS.contains(column.type());
    }

    private static List<ImportColumn> withTypes(List<ImportColumn> columns, Map<String, String> types) {
        return columns.stream()
                .map(column -> new ImportColumn(column.name(), types.getOrDefault(column.name(), column.type())))
                .toList();
    }

    private static List<ImportColumn> asTexts(List<ImportColumn> columns, List<ImportColumn> some) {
        return withTypes(columns, some.stream().collect(Collectors.toMap(ImportColumn::name, column -> TEXT)));
    }

    /** Returns the columns of numbers that are text as their type does not hold all. */
    private static Map<String, String> numbers(
            Connection connection,
            Function<List<ImportColumn>, String> reading,
            List<ImportColumn> columns,
            List<ImportColumn> numbers)
            throws SQLException {
        Map<String, String> types = new HashMap<>();
        if (numbers.isEmpty()) {
            return types;
        }
        String names = numbers.stream()
                .map(column -> Database.quotedName(column.name()))
                .collect(Collectors.joining(", "));
        String isHard = numbers.stream().map(RoundedColumns::perhapsRounded).collect(Collectors.joining(" OR "));
        String query = "SELECT " + names + " FROM " + reading.apply(asTexts(columns, numbers)) + " WHERE " + isHard;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                for (int i = 0; i < numbers.size(); i++) {
                    ImportColumn column = numbers.get(i);
                    if (!types.containsKey(column.name()) && isRounded(rows.getString(i + 1), column)) {
                        types.put(column.name(), TEXT);
                    }
                }
            }
        }
        return types;
    }

    /**
     * Returns the columns of times with more digits than those of microseconds, with a type with nanoseconds, or text if that does not hold
     * all of them: for more digits, and years that are too far.
     */
    private static Map<String, String> times(
            Connection connection,
            Function<List<ImportColumn>, String> reading,
            List<ImportColumn> columns,
            List<ImportColumn> times)
            throws SQLException {
        Map<String, String> types = new HashMap<>();
        if (times.isEmpty()) {
            return types;
        }
        String digits = times.stream()
                .map(column -> "max(" + digits(Database.quotedName(column.name())) + "), "
                        + isHeld(Database.quotedName(column.name()), nanoseconds(column)))
                .collect(Collectors.joining(", "));
        try (Statement statement = connection.createStatement();
                ResultSet most = statement.executeQuery(
                        "SELECT " + digits + " FROM " + reading.apply(asTexts(columns, times)))) {
            most.next();
            for (int i = 0; i < times.size(); i++) {
                int found = most.getInt(2 * i + 1);
                if (found > MICROSECOND_DIGITS) {
                    boolean isHeld = found <= NANOSECOND_DIGITS && most.getBoolean(2 * i + 2);
                    types.put(times.get(i).name(), isHeld ? nanoseconds(times.get(i)) : TEXT);
                }
            }
        }
        return types;
    }

    private static String nanoseconds(ImportColumn column) {
        return NANOSECONDS.getOrDefault(column.type(), TEXT);
    }

    /** Returns the SQL for the number of decimals of a text. */
    private static String digits(String quoted) {
        return "length(regexp_extract(" + quoted + ", '[.]([0-9]*[1-9])', 1))";
    }

    /** Returns the SQL for whether a type holds all texts of a column. */
    private static String isHeld(String quoted, String type) {
        return "bool_and(" + quoted + " IS NULL OR TRY_CAST(" + quoted + " AS " + type + ") IS NOT NULL)";
    }

    /** Returns a condition in SQL for times with more digits than those of microseconds. */
    static String hasNanoseconds(String quoted) {
        return digits(quoted) + " > " + MICROSECOND_DIGITS;
    }

    /** Returns how to read a file with types of its columns. */
    static String reading(String reading, List<ImportColumn> columns) {
        String list = columns.stream()
                .map(column -> Database.quotedString(column.name()) + ": " + Database.quotedString(column.type()))
                .collect(Collectors.joining(", ", "{", "}"));
        String option = reading.startsWith("read_json") ? "columns" : "types";
        return reading.substring(0, reading.length() - 1) + ", " + option + " = " + list + ")";
    }

    /**
     * Returns a condition in SQL that leaves out nearly all numbers that are held: those of few digits, and those that look the same
     * after they were read. The engine is faster at this than {@link #isRounded}.
     */
    static String perhapsRounded(ImportColumn column) {
        String name = Database.quotedName(column.name());
        String type = LARGE_INTEGERS.contains(column.type()) ? "BIGINT" : "DOUBLE";
        return "CASE WHEN length(" + name + ") <= " + ExactDecimals.SAFE_DIGITS + " AND regexp_full_match(" + name
                + ", "
                + PLAIN_NUMBER + ") THEN false ELSE NOT coalesce(CAST(TRY_CAST(" + name + " AS " + type
                + ") AS VARCHAR) = " + name + ", false) END";
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
