package dev.mimeo.query.expression;

/** An operation that gives 64-bit integers. Immutable; what changes is in the block. */
interface IntegerNode {

    /**
     * Puts the values of the rows of a block into the first elements of an array.
     *
     * @return whether all are exact; false if any exceeds 64 bits, which leaves the array undefined
     */
    boolean evaluate(Block block, long[] out);

    /**
     * Does the same where values exceed 64 bits. It is slower.
     *
     * @param exceeding set to true for the rows whose value exceeds 64 bits, or one that it is computed from; others are left alone
     */
    void evaluate(Block block, long[] out, boolean[] exceeding);
}
