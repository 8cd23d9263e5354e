package dev.mimeo.sql;

import dev.mimeo.sql.internal.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A column of a CSV file and what all of its values show: the engine chooses types by the first lines.
 *
 * @param column the column, with a type that holds values behind the first lines too: double instead of integers if some have fractions,
 *     times instead of dates if some have a time of day, times in UTC if some have a zone, and doubles instead of times if all are numbers,
 *     such as infinity
 * @param hasMissing whether lines have nothing in its place
 * @param hasEmpties whether some have {@code ""} there
 * @param isDoubtful whether its type perhaps does not hold all digits
 * @param others number of values that are not of such a type at all, such as words among numbers
 */
record CsvColumn(ImportColumn column, boolean hasMissing, boolean hasEmpties, boolean isDoubtful, long others) {

    private static final String TEXT = ImportColumn.TEXT;

    private static final String INTEGER = "BIGINT";

    private static final String DOUBLE = "DOUBLE";

    private static final String ZONED = "TIMESTAMP WITH TIME ZONE";

    /**
     * Conditions on texts, as formats, that the engine reads as values of these types although they have more: fractions of numbers, and
     * integers of more bits; times of dates; zones of times.
     */
    private static final Map<String, String> MORE = Map.of(
            INTEGER,
            "CASE WHEN TRY_CAST(%1$s AS BIGINT) IS NOT NULL AND NOT " + ImportColumn.HAS_FRACTION
                    + " THEN false ELSE TRY_CAST(%1$s AS DOUBLE) IS NOT NULL END",
            "DATE",
            "contains(%1$s, ':')",
            "TIME",
            "regexp_matches(%1$s, ':.*[-+Zz]')",
            "TIMESTAMP",
            "regexp_matches(%1$s, ':.*[-+]') AND NOT regexp_matches(%1$s, '[-+]00(:?00)?$')");

    /** The types that hold these values too, of those types; text is that of times of day. */
    private static final Map<String, String> WIDER =
            Map.of(INTEGER, DOUBLE, "DATE", "TIMESTAMP", "TIME", TEXT, "TIMESTAMP", ZONED);

    /** The last of the wider types before text, of those that are not text themselves. */
    private static final Map<String, String> WIDEST =
            Map.of(INTEGER, DOUBLE, "DATE", ZONED, "TIMESTAMP", ZONED, ZONED, ZONED);

    /**
     * Reads all values of a file, once.
     *
     * @param columns those of the file, with the types that they are to have
     */
    static List<CsvColumn> of(Connection connection, CsvStart start, List<ImportColumn> columns) throws SQLException {
        List<String> tests = new ArrayList<>();
        for (ImportColumn column : columns) {
            String quoted = Database.quotedName(column.name());
            tests.add("count(*) > count(" + quoted + ")");
            tests.add(isAny(quoted + " = ''"));
            tests.add(isAny(isDoubtful(column)));
            tests.add("count_if(" + isOther(column, start) + ")");
            tests.add(
                    column.isDate()
                            ? "NOT " + isAny(quoted + " <> '' AND " + tryCast(quoted, DOUBLE) + " IS NULL")
                            : "false");
            for (ImportColumn type = column; MORE.containsKey(type.type()); type = wider(type)) {
                tests.add(isAny(MORE.getOrDefault(type.type(), "").formatted(quoted)));
            }
        }
        List<ImportColumn> texts = columns.stream()
                .map(column -> new ImportColumn(column.name(), TEXT))
                .toList();
        List<CsvColumn> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT " + String.join(", ", tests) + " FROM " + start.readingEmpties(texts))) {
            row.next();
            int next = 1;
            for (ImportColumn column : columns) {
                boolean hasMissing = row.getBoolean(next++);
                boolean hasEmpties = row.getBoolean(next++);
                boolean isDoubtful = row.getBoolean(next++);
                long others = row.getLong(next++);
                boolean areNumbers = row.getBoolean(next++);
                ImportColumn held = column;
                boolean isWider = true;
                for (ImportColumn type = column; MORE.containsKey(type.type()); type = wider(type)) {
                    isWider &= row.getBoolean(next++);
                    held = isWider ? wider(type) : held;
                }
                held = areNumbers ? new ImportColumn(column.name(), DOUBLE) : held;
                // The digits were not examined for the other type of numbers.
                isDoubtful |= areNumbers || (column.type().equals(INTEGER) && !held.equals(column));
                found.add(new CsvColumn(held, hasMissing, hasEmpties, isDoubtful, areNumbers ? 0 : others));
            }
        }
        return found;
    }

    private static String isDoubtful(ImportColumn column) {
        String quoted = Database.quotedName(column.name());
        if (RoundedColumns.isNumber(column)) {
            return quoted + " <> '' AND " + RoundedColumns.perhapsRounded(column);
        }
        return column.isTime() ? RoundedColumns.hasNanoseconds(quoted) : "false";
    }

    /** Returns the column with a type that holds all of its values: text where others than the type's are among them. */
    ImportColumn holdingAll() {
        return others > 0 ? new ImportColumn(column.name(), TEXT) : column;
    }

    /** Returns a condition in SQL for values that neither the type of a column nor a wider one, other than text, holds. */
    private static String isOther(ImportColumn column, CsvStart start) {
        if (column.type().equals(TEXT)) {
            return "false";
        }
        String quoted = Database.quotedName(column.name());
        String format = switch (column.type()) {
            case "DATE" -> start.dateFormat();
            case "TIMESTAMP", ZONED -> start.timestampFormat();
            default -> null;
        };
        String value = format == null
                ? tryCast(quoted, column.type())
                : "try_strptime(" + quoted + ", " + Database.quotedString(format) + ")";
        // The engine reads no other formats beside one that begins with the day, month or short year.
        String wider = format == null || format.startsWith("%Y") ? WIDEST.get(column.type()) : null;
        // A word, not a time as the engine has it.
        String isWord = column.isDate() ? "WHEN lower(" + quoted + ") = 'epoch' THEN true " : "";
        // The engine evaluates all parts of a conjunction, but of CASE only those that are needed.
        return "CASE " + isWord + "WHEN " + value + " IS NOT NULL THEN false ELSE " + quoted + " <> ''"
                + (wider == null ? "" : " AND " + tryCast(quoted, wider) + " IS NULL") + " END";
    }

    private static String tryCast(String quoted, String type) {
        return "TRY_CAST(" + quoted + " AS " + type + ")";
    }

    private static String isAny(String condition) {
        return "coalesce(bool_or(" + condition + "), false)";
    }

    private static ImportColumn wider(ImportColumn column) {
        return new ImportColumn(column.name(), WIDER.getOrDefault(column.type(), TEXT));
    }
}
