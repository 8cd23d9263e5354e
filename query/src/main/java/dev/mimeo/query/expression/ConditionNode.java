package dev.mimeo.query.expression;

/** An operation that chooses rows. Immutable; what changes is in the block. */
interface ConditionNode {

    /**
     * Chooses rows of a block.
     *
     * @param among the rows to choose from
     * @param chosen takes the choice in its first elements; may be the same array
     */
    void choose(Block block, boolean[] among, boolean[] chosen);
}
