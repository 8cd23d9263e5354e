package dev.mimeo.sql;

/**
 * A column of a result.
 *
 * @param name its name
 * @param type its type, in SQL
 */
record ResultColumn(String name, String type) {

    /** The type of a column where the engine does not know it yet. */
    static final String UNKNOWN_TYPE = "UNKNOWN";

    boolean isNumber() {
        return switch (type) {
            case "TINYINT",
                    "SMALLINT",
                    "INTEGER",
                    "BIGINT",
                    "HUGEINT",
                    "UTINYINT",
                    "USMALLINT",
                    "UINTEGER",
                    "UBIGINT",
                    "UHUGEINT",
                    "FLOAT",
                    "DOUBLE" -> true;
            default -> type.startsWith("DECIMAL");
        };
    }

    /** Returns the SQL for the text of a value; bytes are hexadecimal digits, as ds2txt prints them. */
    String textValue(String column) {
        return type.equals("BLOB") ? "lower(hex(" + column + "))" : "CAST(" + column + " AS VARCHAR)";
    }

    /** Returns the SQL for a value in JSON, which has no bytes. */
    String jsonValue(String column) {
        return type.equals("BLOB") ? textValue(column) : column;
    }
}
