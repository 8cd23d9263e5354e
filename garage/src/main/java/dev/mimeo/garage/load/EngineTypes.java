package dev.mimeo.garage.load;

import dev.mimeo.garage.store.ColumnSchema;
import java.util.Set;

/** Types of the engine and of columns. */
final class EngineTypes {

    private static final Set<String> INTEGERS =
            Set.of("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER");
    private static final Set<String> WIDE_INTEGERS = Set.of("UBIGINT", "HUGEINT", "UHUGEINT");

    private EngineTypes() {}

    static boolean isNumber(String type) {
        return INTEGERS.contains(type)
                || WIDE_INTEGERS.contains(type)
                || type.equals("FLOAT")
                || type.equals("DOUBLE")
                || type.startsWith("DECIMAL");
    }

    /** Returns the type of column for a type of the engine. */
    static ColumnSchema.Type of(String type, boolean singlePrecision) {
        if (INTEGERS.contains(type)) {
            return ColumnSchema.Type.INT64;
        }
        if (type.equals("FLOAT") || (isNumber(type) && singlePrecision)) {
            return ColumnSchema.Type.FLOAT32;
        }
        if (isNumber(type)) {
            return ColumnSchema.Type.FLOAT64;
        }
        if (type.equals("BOOLEAN")) {
            return ColumnSchema.Type.BOOL;
        }
        return type.startsWith("TIMESTAMP") || type.equals("DATE")
                ? ColumnSchema.Type.TIMESTAMP
                : ColumnSchema.Type.TEXT;
    }

    /** Returns what gives the values of a column in SQL. */
    static String value(String quotedName, String type, ColumnSchema.Type target) {
        return switch (target) {
            case FLOAT32 -> "CAST(" + quotedName + " AS FLOAT)";
            case FLOAT64 -> "CAST(" + quotedName + " AS DOUBLE)";
            case INT64 -> "CAST(" + quotedName + " AS BIGINT)";
            case BOOL -> quotedName;
            case TIMESTAMP -> "epoch_ms(CAST(" + quotedName + " AS TIMESTAMP))";
            case TEXT -> type.equals("VARCHAR") ? quotedName : "CAST(" + quotedName + " AS VARCHAR)";
        };
    }

    /** Returns the type of the engine for a column. */
    static String sql(ColumnSchema.Type type) {
        return switch (type) {
            case FLOAT32 -> "FLOAT";
            case FLOAT64 -> "DOUBLE";
            case INT64 -> "BIGINT";
            case BOOL -> "BOOLEAN";
            case TIMESTAMP -> "TIMESTAMP_MS";
            case TEXT -> "VARCHAR";
        };
    }
}
