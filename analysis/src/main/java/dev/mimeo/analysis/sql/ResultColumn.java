package dev.mimeo.analysis.sql;

/**
 * A column of a result.
 *
 * @param name its name
 * @param type its type, in SQL
 */
record ResultColumn(String name, String type) {

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
}
