package dev.mimeo.sql;

import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.internal.text.ExactDecimals;
import dev.mimeo.sql.internal.Database;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A column of a table that is imported.
 *
 * @param name its name
 * @param type its type, in SQL
 */
record ImportColumn(String name, String type) {

    private static final Pattern DECIMAL = Pattern.compile("DECIMAL\\((\\d+),(\\d+)\\)");

    /** Digits that every int64 can hold. */
    private static final int LONG_DIGITS = 18;

    private static final String UNITS = "units";
    private static final String MICROSECONDS = "microseconds";
    private static final String NANOSECONDS = "nanoseconds";
    private static final String FIXED_POINT = "2^-32 seconds";

    private boolean isTime() {
        return type.equals("DATE") || type.startsWith("TIME");
    }

    /** Returns the type of a field that holds the values. */
    FieldType fieldType() {
        Matcher decimal = DECIMAL.matcher(type);
        if (decimal.matches()) {
            int digits = Integer.parseInt(decimal.group(1));
            return decimal.group(2).equals("0") && digits <= LONG_DIGITS
                    ? FieldType.INT64
                    : digits <= ExactDecimals.SAFE_DIGITS ? FieldType.DOUBLE : FieldType.VARIABLE32;
        }
        return switch (type) {
            case "BOOLEAN" -> FieldType.BOOL;
            case "UTINYINT" -> FieldType.BYTE;
            case "TINYINT", "SMALLINT", "USMALLINT", "INTEGER" -> FieldType.INT32;
            case "UINTEGER", "BIGINT", "UBIGINT", "HUGEINT", "UHUGEINT" -> FieldType.INT64;
            case "FLOAT", "DOUBLE" -> FieldType.DOUBLE;
            default -> isTime() ? FieldType.INT64 : FieldType.VARIABLE32;
        };
    }

    /** Returns the attributes of a field for the column, besides name and type. */
    Map<String, String> attributes(boolean nullable, boolean ascending) {
        Map<String, String> attributes = new LinkedHashMap<>();
        if (nullable) {
            attributes.put("opt_nullable", "yes");
        }
        if (isTime()) {
            attributes.put(UNITS, type.equals("TIMESTAMP_NS") ? NANOSECONDS : MICROSECONDS);
            attributes.put("epoch", type.startsWith("TIME") && !type.startsWith("TIMESTAMP") ? "unknown" : "unix");
        }
        if (fieldType() == FieldType.VARIABLE32) {
            attributes.put("pack_unique", "yes");
            if (type.equals("BLOB")) {
                attributes.put("print_style", "hex");
            }
        }
        if (ascending && fieldType() == FieldType.INT64) {
            attributes.put("pack_relative", name);
        }
        return attributes;
    }

    /** Returns the SQL for the values of a field: of its own type, those of variable size as BLOB. */
    String value(Field field) {
        String quoted = Database.quotedName(name);
        return switch (field.type()) {
            case BOOL -> cast(quoted, "BOOLEAN");
            case BYTE -> cast(quoted, "UTINYINT");
            case INT32 -> cast(quoted, "INTEGER");
            case INT64 -> isTime() ? time(quoted, field) : cast(quoted, "BIGINT");
            case DOUBLE -> cast(quoted, "DOUBLE");
            case VARIABLE32, FIXEDWIDTH -> type.equals("BLOB") ? quoted : "encode(" + cast(quoted, "VARCHAR") + ")";
        };
    }

    private String cast(String quoted, String target) {
        if (type.equals(target)) {
            return quoted;
        }
        String cast = "CAST(" + quoted + " AS " + target + ")";
        if (!mayRound(target)) {
            return cast;
        }
        return checked(quoted, "TRY_CAST(" + cast + " AS " + type + ") = " + quoted, cast, target);
    }

    /** Returns the SQL for a value that holds what the column has under a condition; else it is an error. */
    private String checked(String quoted, String condition, String value, String target) {
        return "CASE WHEN " + quoted + " IS NULL OR " + condition + " THEN " + value + " ELSE CAST(error("
                + Database.quotedString("column '" + name + "' has ") + " || CAST(" + quoted + " AS VARCHAR) || "
                + Database.quotedString(", which its field does not hold: use a field of another type") + ") AS "
                + target + ") END";
    }

    /** Returns whether a cast to a number of another type gives the nearest one where there is no equal one. */
    private boolean mayRound(String target) {
        Matcher decimal = DECIMAL.matcher(type);
        int digits = decimal.matches() ? Integer.parseInt(decimal.group(1)) : 0;
        return switch (target) {
            case "UTINYINT", "INTEGER", "BIGINT" ->
                type.equals("FLOAT")
                        || type.equals("DOUBLE")
                        || (digits > 0 && !decimal.group(2).equals("0"));
            case "DOUBLE" ->
                digits > ExactDecimals.SAFE_DIGITS
                        || type.equals("BIGINT")
                        || type.equals("UBIGINT")
                        || type.endsWith("HUGEINT");
            default -> false;
        };
    }

    private String time(String quoted, Field field) {
        String units = field.attribute(UNITS);
        String nanoseconds = "epoch_ns(" + quoted + ")";
        if (NANOSECONDS.equals(units)) {
            return checked(quoted, nanoseconds + " IS NOT NULL", nanoseconds, "BIGINT");
        }
        if (FIXED_POINT.equals(units)) {
            // Seconds in the upper half, rounded fractions in the lower one.
            return checked(
                    quoted,
                    nanoseconds + " IS NOT NULL",
                    "CAST(round(CAST(" + nanoseconds + " AS DECIMAL(38,0)) * 4294967296 / 1000000000) AS BIGINT)",
                    "BIGINT");
        }
        // Infinite times have no number, and those in nanoseconds would be rounded.
        String microseconds = "epoch_us(" + quoted + ")";
        String condition = type.equals("TIMESTAMP_NS") ? nanoseconds + " % 1000 = 0" : microseconds + " IS NOT NULL";
        return checked(quoted, condition, microseconds, "BIGINT");
    }
}
