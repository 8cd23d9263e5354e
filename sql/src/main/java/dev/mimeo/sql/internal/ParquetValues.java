package dev.mimeo.sql.internal;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Values that the engine would write to Parquet as others. Parquet has no integers of 128 bits, which sums are, and the engine would write
 * doubles, which have 53 bits: decimals of 38 digits hold them exactly. Nor has it infinite times, for which the engine writes the greatest
 * number, times of day of time zones other than UTC, of which the engine leaves out the zone, intervals with microseconds, which the
 * engine cuts, or negative ones. All of these may also be in lists, structs, maps and unions.
 */
public final class ParquetValues {

    /**
     * A wide integer or the length of an array in the name of a type, and texts in quotes. Names of fields, which may be called like an
     * integer, are followed by a space.
     */
    private static final Pattern OTHERS =
            Pattern.compile("\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'|\\b(U?HUGEINT)\\b(?! )|(\\[\\d+])");

    private static final Pattern TIMES = Pattern.compile("DATE|TIMESTAMP(_S|_MS|_NS| WITH TIME ZONE)?");

    /** Types with values that may need a test, also in lists; and texts such as names of fields that look like them. */
    private static final Pattern MAY_NEED_TEST = Pattern.compile("DATE|TIMESTAMP|TIME WITH TIME ZONE|INTERVAL");

    private static final Pattern PARTS = Pattern.compile("(STRUCT|TUPLE|MAP|UNION)(\\(.*\\))", Pattern.DOTALL);

    /** Parts of an interval, of which some may be negative. */
    private static final List<String> INTERVAL_PARTS =
            List.of("year", "month", "day", "hour", "minute", "microseconds");

    private static final String REMEDY = "which Parquet does not hold: cast it to VARCHAR";

    private ParquetValues() {}

    /**
     * Returns a query with the rows of another one, in which integers of 128 bits are decimals and arrays are lists. To read a value
     * from it that Parquet does not hold is an error that names the column: an integer of more than 38 digits, an infinite time, a time
     * of day of another zone than UTC, an interval that is negative or has microseconds.
     *
     * @param query SQL of a query, without a semicolon
     */
    public static String exact(Connection connection, String query) throws SQLException {
        List<String> aliases = new ArrayList<>();
        List<String> columns = new ArrayList<>();
        boolean isExact = true;
        for (Typed column : described(connection, "(" + query + "\n)")) {
            // Names of columns may be there twice.
            String alias = "c" + aliases.size();
            String value = value(connection, alias, column.name(), column.type());
            isExact &= value.equals(alias);
            aliases.add(alias);
            columns.add(value + " AS " + Database.quotedName(column.name()));
        }
        return isExact
                ? query
                : "SELECT " + String.join(", ", columns) + " FROM (" + query + "\n) AS exact("
                        + String.join(", ", aliases) + ")";
    }

    /** A column of a query, or a part of a value. */
    private record Typed(String name, String type) {}

    private static List<Typed> described(Connection connection, String query) throws SQLException {
        List<Typed> columns = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("DESCRIBE " + query)) {
            while (rows.next()) {
                columns.add(new Typed(rows.getString("column_name"), rows.getString("column_type")));
            }
        }
        return columns;
    }

    private static String value(Connection connection, String alias, String name, String type) throws SQLException {
        String held = held(connection, alias, type, 0);
        String stored = OTHERS.matcher(type)
                .replaceAll(match -> match.group(1) != null ? "DECIMAL(38, 0)" : match.group(2) != null ? "[]" : "$0");
        if (OTHERS.matcher(type).results().anyMatch(match -> match.group(1) != null)) {
            String cast = "TRY_CAST(" + alias + " AS " + stored + ")";
            // Of lists and structs, the values within are null where they have too many digits.
            String isSame = "CAST(" + cast + " AS " + type + ") IS NOT DISTINCT FROM " + alias;
            String isHeld = held.isEmpty() ? isSame : isSame + " AND " + held;
            return Database.checkedValue(alias, name, isHeld, cast, stored, REMEDY);
        }
        String value = stored.equals(type) ? alias : "CAST(" + alias + " AS " + stored + ")";
        return held.isEmpty() ? value : Database.checkedValue(alias, name, held, value, stored, REMEDY);
    }

    /**
     * Returns the SQL for whether Parquet holds the times and intervals of a value, or an empty text if it has none.
     *
     * @param depth lists that the value is in
     */
    private static String held(Connection connection, String value, String type, int depth) throws SQLException {
        if (!MAY_NEED_TEST.matcher(type).find()) {
            return "";
        }
        if (type.endsWith("]")) {
            String element = "e" + depth;
            String isHeld = held(connection, element, type.substring(0, type.lastIndexOf('[')), depth + 1);
            return isHeld.isEmpty()
                    ? ""
                    : "list_bool_and(list_transform(" + value + ", lambda " + element + ": " + isHeld
                            + ")) IS NOT FALSE";
        }
        Matcher parts = PARTS.matcher(type);
        if (parts.matches()) {
            return partsHeld(connection, value, parts.group(1), parts.group(2), depth);
        }
        if (type.equals("INTERVAL")) {
            String least = INTERVAL_PARTS.stream()
                    .map(part -> "datepart('" + part + "', " + value + ")")
                    .collect(Collectors.joining(", ", "least(", ")"));
            return "(datepart('microseconds', " + value + ") % 1000 = 0 AND " + least + " >= 0) IS NOT FALSE";
        }
        if (type.equals("TIME WITH TIME ZONE")) {
            return "(datepart('timezone', " + value + ") = 0) IS NOT FALSE";
        }
        if (TIMES.matcher(type).matches()) {
            return "isfinite(" + value + ") IS NOT FALSE";
        }
        // The engine has no isfinite for these.
        return type.equals("TIMESTAMPTZ_NS") ? "(" + value + " IS NULL OR epoch_ns(" + value + ") IS NOT NULL)" : "";
    }

    /** Returns the same for a value that has parts; the engine tells their names and types from those in parentheses. */
    private static String partsHeld(Connection connection, String value, String kind, String types, int depth)
            throws SQLException {
        boolean isNamed = kind.equals("STRUCT") || kind.equals("UNION");
        List<Typed> members =
                described(connection, "SELECT unnest(CAST(NULL AS " + (isNamed ? "STRUCT" : "TUPLE") + types + "))");
        List<String> held = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            Typed member = members.get(i);
            String name = Database.quotedString(member.name());
            String part = switch (kind) {
                case "STRUCT" -> "struct_extract(" + value + ", " + name + ")";
                case "UNION" -> "union_extract(" + value + ", " + name + ")";
                case "MAP" -> (i == 0 ? "map_keys(" : "map_values(") + value + ")";
                default -> "struct_extract(" + value + ", " + (i + 1) + ")";
            };
            String isHeld = held(connection, part, kind.equals("MAP") ? member.type() + "[]" : member.type(), depth);
            if (!isHeld.isEmpty()) {
                held.add(isHeld);
            }
        }
        return String.join(" AND ", held);
    }
}
