package dev.mimeo.query.statistics;

/**
 * Statistics to compute, and the rows and groups to compute them for.
 *
 * @param kind kind of statistics
 * @param expression gives the values; see {@link dev.mimeo.query.expression.Expression}. A null counts as 0
 * @param where a condition on the rows, or empty for all
 * @param grouping grouping of the rows
 */
public record StatisticsRequest(Kind kind, String expression, String where, Grouping grouping) {

    /** Kind of statistics. */
    public enum Kind {
        /** Count, mean, deviation, minimum and maximum. */
        BASIC,
        /** The same, and quantiles. */
        QUANTILE
    }

    /**
     * Asks for statistics by the values of a column.
     *
     * @param groupBy name of the column, or empty for one group of all rows
     */
    public StatisticsRequest(Kind kind, String expression, String where, String groupBy) {
        this(kind, expression, where, groupBy.isEmpty() ? Grouping.by() : Grouping.by(groupBy));
    }
}
