package dev.mimeo.query.expression;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.RowFilter;
import java.util.Arrays;

/** Chooses the rows where a condition holds. For one thread at a time. */
public final class ConditionEvaluator extends Evaluator implements RowFilter {

    private final ConditionNode condition;
    private final boolean[] every = new boolean[Expression.BLOCK_ROWS];
    private final boolean[] chosen = new boolean[Expression.BLOCK_ROWS];

    ConditionEvaluator(Expression expression, ConditionNode condition) {
        super(expression);
        this.condition = condition;
        Arrays.fill(every, true);
    }

    /**
     * Tells for each row whether the condition holds.
     *
     * @param start first row
     * @param count rows, at most {@link Expression#BLOCK_ROWS}
     * @param out takes the answers in its first elements
     * @throws ExpressionException if a value of a row is not what the condition needs
     */
    public void evaluate(Extent extent, int start, int count, boolean[] out) {
        evaluate(extent, start, count, every, out);
    }

    /**
     * Tells for some rows whether the condition holds; for all others it does not.
     *
     * @param start first row
     * @param count rows, at most {@link Expression#BLOCK_ROWS}
     * @param among rows that matter; the others never cause an exception
     * @param out takes the answers in its first elements
     * @throws java.io.UncheckedIOException if a value of a row is not what the condition needs
     */
    public void evaluate(Extent extent, int start, int count, boolean[] among, boolean[] out) {
        condition.choose(block(extent, start, count), among, out);
    }

    @Override
    public int select(Extent extent, int[] rows) {
        int found = 0;
        for (int start = 0; start < extent.rows(); start += Expression.BLOCK_ROWS) {
            int count = Math.min(Expression.BLOCK_ROWS, extent.rows() - start);
            evaluate(extent, start, count, chosen);
            // found is at most the row's number, so the write is within bounds also for a row that is not kept.
            for (int i = 0; i < count; i++) {
                rows[found] = start + i;
                found += chosen[i] ? 1 : 0;
            }
        }
        return found;
    }
}
