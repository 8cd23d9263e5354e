package dev.mimeo.query.expression;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Evaluates an {@link Expression} over rows of extents, column by column, a block of at most {@link
 * Expression#BLOCK_ROWS} rows at a time. Nothing is allocated per row. For one thread at a time.
 *
 * <p>Extents must be of the type that the expression is bound to; another is an {@link IllegalArgumentException}.
 */
public abstract sealed class Evaluator permits ConditionEvaluator, NumberEvaluator, TextEvaluator {

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

    /** Tells whether any row can be without a value. */
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
}
