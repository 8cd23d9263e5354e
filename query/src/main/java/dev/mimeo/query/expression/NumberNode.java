package dev.mimeo.query.expression;

import org.jspecify.annotations.Nullable;

/** An operation that gives doubles. Immutable; what changes is in the block. */
interface NumberNode {

    /**
     * Puts the values of the rows of a block into the first elements of an array.
     *
     * @param among the rows that matter; the others may get any value
     */
    void evaluate(Block block, boolean[] among, double[] out);

    /** Returns the same values as integers, or null if they can have fractions. */
    default @Nullable IntegerNode integers() {
        return null;
    }
}
