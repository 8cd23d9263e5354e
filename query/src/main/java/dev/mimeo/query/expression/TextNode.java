package dev.mimeo.query.expression;

/** An operation that gives byte strings. Immutable; what changes is in the block. */
interface TextNode {

    /**
     * Finds the strings of rows of a block.
     *
     * @param among the rows that matter; the others are left undefined
     */
    void evaluate(Block block, boolean[] among, TextVector out);
}
