package dev.mimeo.query.statistics;

import dev.mimeo.MimeoException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Columns by which rows are grouped, and the limit on groups.
 *
 * @param columns names of the columns whose values make the groups, all different; empty for one group of all rows
 * @param cube whether all subsets of the columns are grouped by too, the cube of J. Gray et al., "Data Cube: A Relational
 *     Aggregation Operator Generalizing Group-By, Cross-Tab, and Sub-Totals", 1997; at most {@value #MAX_CUBE_COLUMNS}
 *     columns then
 * @param maxGroups groups that the result may have, at least 1, which bounds memory; those of a cube count all
 */
public record Grouping(List<String> columns, boolean cube, int maxGroups) {

    /** Groups that a result may have where nothing else is said; they take some 500 bytes each. */
    public static final int DEFAULT_MAX_GROUPS = 1_000_000;

    /** Columns of a cube: it has two grouping sets for one column, four for two, and so on. */
    public static final int MAX_CUBE_COLUMNS = 12;

    /** Checks the values. */
    public Grouping {
        columns = List.copyOf(columns);
        Set<String> names = new HashSet<>();
        for (String column : columns) {
            if (!names.add(column)) {
                throw new IllegalArgumentException("column '" + column + "' is grouped by twice");
            }
        }
        if (cube && columns.size() > MAX_CUBE_COLUMNS) {
            throw new IllegalArgumentException(
                    "a cube has at most " + MAX_CUBE_COLUMNS + " columns, got " + columns.size());
        }
        if (maxGroups < 1) {
            throw new IllegalArgumentException("the limit on groups must be at least 1, got " + maxGroups);
        }
    }

    /** Groups by the values of columns, up to {@value #DEFAULT_MAX_GROUPS} groups. */
    public static Grouping by(String... columns) {
        return new Grouping(List.of(columns), false, DEFAULT_MAX_GROUPS);
    }

    /** Returns the same grouping with all subsets of the columns. */
    public Grouping withCube() {
        return new Grouping(columns, true, maxGroups);
    }

    /** Returns the same grouping with another limit. */
    public Grouping withMaxGroups(int limit) {
        return new Grouping(columns, cube, limit);
    }

    MimeoException tooMany() {
        return tooMany(maxGroups, columns);
    }

    static MimeoException tooMany(int maxGroups, List<String> columns) {
        return new MimeoException(
                MimeoException.Reason.LIMIT,
                "more than " + maxGroups + " groups" + (columns.isEmpty() ? "" : " by " + String.join(", ", columns))
                        + ": raise the limit, or group by fewer columns or ones with fewer values");
    }
}
