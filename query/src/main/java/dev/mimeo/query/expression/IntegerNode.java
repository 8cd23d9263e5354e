package dev.mimeo.query.expression;

/** An operation that gives 64-bit integers. Immutable; what changes is in the block. */
interface IntegerNode {

    /**
     * Puts the values of the rows of a block into the first elements of an array.
     *
     * @return whether all are exact; false if any exceeds 64 bits, which leaves the array undefined
     */
    boolean evaluate(Block block, long[] out);
}
