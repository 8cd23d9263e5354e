package dev.mimeo.query.expression;

import dev.mimeo.dataseries.Extent;
import java.util.Arrays;

/** Computes byte strings: ranges of an array, valid until the next block. For one thread at a time. */
public final class TextEvaluator extends Evaluator {

    private final TextNode text;
    private final boolean[] every = new boolean[Expression.BLOCK_ROWS];
    private final TextVector strings = new TextVector();

    TextEvaluator(Expression expression, TextNode text) {
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
