package dev.mimeo.query.expression;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.RowFilter;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Evaluates an {@link Expression} over rows of extents, column by column, a block of at most {@link
 * Expression#BLOCK_ROWS} rows at a time. Nothing is allocated per row. For one thread at a time.
 *
 * <p>Extents must be of the type that the expression is bound to; another is an {@link IllegalArgumentException}.
 */
public abstract sealed class Evaluator {

    private final ExtentType type;
    private final List<Field> nullable;
    private final Block.Memory memory = new Block.Memory();

    Evaluator(Expression expression) {
        this.type = expression.type();
        this.nullable = expression.fields().stream().filter(Field::nullable).toList();
    }

    /**
     * Tells which rows have no value: those where any column of the expression is null.
     *
     * @param start first row
     * @param count rows
     * @param out takes the answers in its first elements
     */
    public final void nulls(Extent extent, int start, int count, boolean[] out) {
        block(extent, start, count);
        Arrays.fill(out, 0, count, false);
        for (Field field : nullable) {
            boolean[] nulls = extent.nulls(field.index());
            for (int i = 0; i < count; i++) {
                out[i] |= nulls[start + i];
            }
        }
    }

    /** Returns whether any row can be without a value. */
    public final boolean nullable() {
        return !nullable.isEmpty();
    }

    final Block block(Extent extent, int start, int count) {
        if (!extent.type().equals(type)) {
            throw new IllegalArgumentException("the expression is over rows of " + type + ", not of " + extent.type());
        }
        Objects.checkFromIndexSize(start, count, extent.rows());
        if (count > Expression.BLOCK_ROWS) {
            throw new IllegalArgumentException(count + " rows are more than a block of " + Expression.BLOCK_ROWS);
        }
        return new Block(memory, extent, start, count);
    }

    /** Chooses the rows where a condition holds. For one thread at a time. */
    public static final class Condition extends Evaluator implements RowFilter {

        private final ConditionNode condition;
        private final boolean[] every = new boolean[Expression.BLOCK_ROWS];
        private final boolean[] chosen = new boolean[Expression.BLOCK_ROWS];

        Condition(Expression expression, ConditionNode condition) {
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
            int count;
            for (int start = 0; start < extent.rows(); start += count) {
                count = Math.min(Expression.BLOCK_ROWS, extent.rows() - start);
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

    /** Computes numbers. For one thread at a time. */
    public static final class Numeric extends Evaluator {

        private final NumberNode number;
        private final double[] doubles = new double[Expression.BLOCK_ROWS];
        private final boolean[] rounded = new boolean[Expression.BLOCK_ROWS];
        private final boolean[] every = new boolean[Expression.BLOCK_ROWS];

        Numeric(Expression expression, NumberNode number) {
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
         * @param fits set to false for the rows whose value is NaN or exceeds 64 bits, so that they get any value, and to true for the
         *     others
         * @throws java.io.UncheckedIOException if a value of a row is not what the expression needs
         */
        public void evaluate(Extent extent, int start, int count, boolean[] among, long[] out, boolean[] fits) {
            Block block = block(extent, start, count);
            IntegerNode integers = number.integers();
            Arrays.fill(fits, 0, count, true);
            if (integers != null && integers.evaluate(block, out)) {
                return;
            }
            Arrays.fill(rounded, 0, count, integers == null);
            if (integers != null) {
                integers.evaluate(block, out, rounded);
            }
            number.evaluate(block, among, doubles);
            for (int i = 0; i < count; i++) {
                if (rounded[i]) {
                    out[i] = (long) doubles[i];
                    // 2^63 is a double, the largest long is not; the comparison is false for NaN.
                    fits[i] = doubles[i] >= Long.MIN_VALUE && doubles[i] < 0x1p63;
                }
            }
        }
    }

    /** Computes byte strings: ranges of an array, valid until the next block. For one thread at a time. */
    public static final class Text extends Evaluator {

        private final TextNode text;
        private final boolean[] every = new boolean[Expression.BLOCK_ROWS];
        private final TextVector strings = new TextVector();

        Text(Expression expression, TextNode text) {
            super(expression);
            this.text = text;
            Arrays.fill(every, true);
        }

        /**
         * Finds the strings of rows.
         *
         * @param start first row
         * @param count rows, at most {@link Expression#BLOCK_ROWS}
         */
        public void evaluate(Extent extent, int start, int count) {
            text.evaluate(block(extent, start, count), every, strings);
        }

        /** Returns the array that holds the strings of the block; it must not be changed. */
        public byte[] array() {
            return strings.array;
        }

        /** Returns where the string of a row starts in {@link #array()}; rows are counted from the start of the block. */
        public int offset(int row) {
            return strings.offsets[row];
        }

        /** Returns the length of the string of a row, in bytes; rows are counted from the start of the block. */
        public int length(int row) {
            return strings.lengths[row];
        }
    }
}
