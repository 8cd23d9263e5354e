package dev.mimeo.nfs.analyze;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of results: its name and its columns.
 *
 * @param name name, of letters and underscores
 * @param columns at least one
 */
public record ResultTable(String name, List<Column> columns) {

    /** Type of the values of a column. */
    public enum Kind {
        /** A {@link Long}; null is any value. */
        INTEGER,
        /** A {@link Double}. */
        REAL,
        /** A {@link String}; null is any value. */
        TEXT,
        /** An IPv4 address as a {@link Long}; null is any value. */
        ADDRESS
    }

    /** A column. */
    public record Column(String name, Kind kind) {}

    /** Checks the values. */
    public ResultTable {
        columns = List.copyOf(columns);
    }

    /** Makes a table of columns written as {@code name:kind}, where the kind is i, r, t or a for address. */
    public static ResultTable of(String name, String... columns) {
        List<Column> all = new ArrayList<>();
        for (String column : columns) {
            int colon = column.indexOf(':');
            Kind kind = switch (column.charAt(colon + 1)) {
                case 'i' -> Kind.INTEGER;
                case 'r' -> Kind.REAL;
                case 'a' -> Kind.ADDRESS;
                default -> Kind.TEXT;
            };
            all.add(new Column(column.substring(0, colon), kind));
        }
        return new ResultTable(name, all);
    }
}
