package dev.mimeo.sql.internal;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Values that the engine would write to Parquet as others. Parquet has no integers of 128 bits, which sums are, and the engine would write
 * doubles, which have 53 bits: decimals of 38 digits hold them exactly. Nor has it infinite times, for which the engine writes the greatest
 * number, or intervals with microseconds, which the engine cuts.
 */
public final class ParquetValues {

    /** A wide integer in the name of a type, and texts in quotes. Names of fields, which may be called like it, are followed by a space. */
    private static final Pattern WIDE = Pattern.compile("\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'|\\b(U?HUGEINT)\\b(?! )");

    private static final Pattern TIMES = Pattern.compile("DATE|TIMESTAMP(_S|_MS|_NS| WITH TIME ZONE)?");

    private static final String REMEDY = "which Parquet does not hold: cast it to VARCHAR";

    private ParquetValues() {}

    /**
     * Returns a query with the rows of another one, in which integers of 128 bits are decimals. To read a value from it that Parquet does not
     * hold is an error that names the column: an integer of more than 38 digits, an infinite time, an interval with microseconds.
     *
     * @param query SQL of a query, without a semicolon
     */
    public static String exact(Connection connection, String query) throws SQLException {
        List<String> aliases = new ArrayList<>();
        List<String> columns = new ArrayList<>();
        boolean isExact = true;
        try (Statement statement = connection.createStatement();
                ResultSet described = statement.executeQuery("DESCRIBE (" + query + "\n)")) {
            while (described.next()) {
                // Names of columns may be there twice.
                String alias = "c" + aliases.size();
                String name = described.getString("column_name");
                String value = value(alias, name, described.getString("column_type"));
                isExact &= value.equals(alias);
                aliases.add(alias);
                columns.add(value + " AS " + Database.quotedName(name));
            }
        }
        return isExact
                ? query
                : "SELECT " + String.join(", ", columns) + " FROM (" + query + "\n) AS exact("
                        + String.join(", ", aliases) + ")";
    }

    private static String value(String alias, String name, String type) {
        String decimal = WIDE.matcher(type).replaceAll(match -> match.group(1) == null ? "$0" : "DECIMAL(38, 0)");
        if (!decimal.equals(type)) {
            String cast = "TRY_CAST(" + alias + " AS " + decimal + ")";
            // Of lists and structs, the values within are null where they have too many digits.
            String isSame = "CAST(" + cast + " AS " + type + ") IS NOT DISTINCT FROM " + alias;
            return Database.checkedValue(alias, name, isSame, cast, decimal, REMEDY);
        }
        if (type.equals("INTERVAL")) {
            String isMillis = "datepart('microseconds', " + alias + ") % 1000 = 0";
            return Database.checkedValue(alias, name, isMillis, alias, type, REMEDY);
        }
        if (TIMES.matcher(type).matches()) {
            return Database.checkedValue(alias, name, "isfinite(" + alias + ")", alias, type, REMEDY);
        }
        // The engine has no isfinite for these.
        return type.equals("TIMESTAMPTZ_NS")
                ? Database.checkedValue(alias, name, "epoch_ns(" + alias + ") IS NOT NULL", alias, type, REMEDY)
                : alias;
    }
}
