package dev.mimeo.analysis.statistics;

/**
 * What to compute.
 *
 * @param kind which statistics
 * @param expression gives the values; see {@link dev.mimeo.analysis.expression.Expression}. A null counts as 0
 * @param where a condition on the rows, or empty for all
 * @param groupBy name of the column whose values make the groups, or empty for one group of all rows
 */
public record StatisticsRequest(Kind kind, String expression, String where, String groupBy) {

    /** Which statistics. */
    public enum Kind {
        /** Count, mean, deviation, minimum and maximum. */
        BASIC,
        /** The same, and quantiles. */
        QUANTILE
    }
}
