package dev.mimeo.query.expression;

import dev.mimeo.dataseries.Extent;
import java.util.Arrays;

/** Computes numbers. For one thread at a time. */
public final class NumberEvaluator extends Evaluator {

    private final NumberNode number;
    private final double[] doubles = new double[Expression.BLOCK_ROWS];
    private final boolean[] every = new boolean[Expression.BLOCK_ROWS];

    NumberEvaluator(Expression expression, NumberNode number) {
        super(expression);
        this.number = number;
        Arrays.fill(every, true);
    }

    /**
     * Computes the values of rows.
     *
     * @param start first row
     * @param count rows, at most {@link Expression#BLOCK_ROWS}
     * @param out takes the values in its first elements
     * @throws java.io.UncheckedIOException if a value of a row is not what the expression needs
     */
    public void evaluate(Extent extent, int start, int count, double[] out) {
        evaluate(extent, start, count, every, out);
    }

    /**
     * Computes the values of some rows.
     *
     * @param start first row
     * @param count rows, at most {@link Expression#BLOCK_ROWS}
     * @param among rows that matter; the others get any value and never an exception
     * @param out takes the values in its first elements
     * @throws java.io.UncheckedIOException if a value of a row is not what the expression needs
     */
    public void evaluate(Extent extent, int start, int count, boolean[] among, double[] out) {
        number.evaluate(block(extent, start, count), among, out);
    }

    /**
     * Computes the values of some rows as integers: exactly if the expression has integers only and no result needs more
     * than 64 bits, else by rounding doubles toward zero.
     *
     * @param start first row
     * @param count rows, at most {@link Expression#BLOCK_ROWS}
     * @param among rows that matter; the others get any value and never an exception
     * @param out takes the values in its first elements
     * @throws java.io.UncheckedIOException if a value of a row is not what the expression needs
     */
    public void evaluate(Extent extent, int start, int count, boolean[] among, long[] out) {
        Block block = block(extent, start, count);
        IntegerNode integers = number.integers();
        if (integers == null || !integers.evaluate(block, out)) {
            number.evaluate(block, among, doubles);
            for (int i = 0; i < count; i++) {
                out[i] = (long) doubles[i];
            }
        }
    }
}
