package dev.mimeo.garage.load;

/** Form in which a column is read by SQL and converted. */
enum SqlForm {
    WHOLE,
    FLOAT64,
    FLOAT32,
    BOOL,
    MICROS,
    NANOS,
    /** Whole numbers that a long may not hold, as text. */
    LARGE,
    TEXT;

    /** Returns the form for a type of DuckDB. */
    static SqlForm of(String type) {
        return switch (type) {
            case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER" -> WHOLE;
            case "UBIGINT", "HUGEINT", "UHUGEINT" -> LARGE;
            case "FLOAT" -> FLOAT32;
            case "DOUBLE" -> FLOAT64;
            case "BOOLEAN" -> BOOL;
            case "TIMESTAMP_NS", "TIMESTAMPTZ_NS" -> NANOS;
            case "DATE" -> MICROS;
            default -> {
                if (type.startsWith("TIMESTAMP")) {
                    yield MICROS;
                }
                if (!type.startsWith("DECIMAL(")) {
                    yield TEXT;
                }
                yield type.endsWith(",0)") ? LARGE : FLOAT64;
            }
        };
    }

    /** Returns the form in which floating point numbers have 32 bits. */
    SqlForm inSinglePrecision() {
        return this == FLOAT64 ? FLOAT32 : this;
    }

    /** Returns the kind of the values of a counter. */
    CellKind kind() {
        return switch (this) {
            case WHOLE, LARGE -> CellKind.WHOLE;
            case FLOAT64 -> CellKind.FLOAT64;
            case FLOAT32 -> CellKind.FLOAT32;
            case BOOL -> CellKind.BOOL;
            case MICROS, NANOS -> CellKind.TIMESTAMP;
            case TEXT -> CellKind.TEXT;
        };
    }

    /** Returns the expression for a time as a number. Infinite ones, of which the engine has none, become a time after the year 9999. */
    private static String time(String number, String name) {
        return "coalesce(" + number + ", CASE WHEN " + name + " IS NOT NULL THEN " + Long.MAX_VALUE + " END)";
    }

    /** Returns the expression of the query for a column. */
    String sql(String name) {
        return switch (this) {
            case WHOLE -> "CAST(" + name + " AS BIGINT)";
            case FLOAT64 -> "CAST(" + name + " AS DOUBLE)";
            case FLOAT32 -> "CAST(" + name + " AS FLOAT)";
            case BOOL -> name;
            case MICROS -> time("epoch_us(CAST(" + name + " AS TIMESTAMP))", name);
            case NANOS -> time("epoch_ns(" + name + ")", name);
            case LARGE, TEXT -> "CAST(" + name + " AS VARCHAR)";
        };
    }
}
