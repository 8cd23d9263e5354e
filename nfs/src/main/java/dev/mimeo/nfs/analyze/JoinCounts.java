package dev.mimeo.nfs.analyze;

/**
 * Counts of the rows that the join of the tables of a trace has seen.
 *
 * @param joined replies with attributes, whose call is known
 * @param withoutAttributes replies without attributes
 * @param withoutReply rows of attributes whose reply is not in the common table
 * @param furtherAttributes rows of attributes of a reply that has one already
 * @param withoutRequest replies whose call is not in the trace, as at its start
 * @param reversed replies that were not later than their call; they are taken to be 1 us later
 * @param reversedOf pairs of call and reply of which that is the number
 * @param firstReplyAt time of the first joined reply in nanoseconds since 1970
 * @param noReadWrite replies with attributes that are neither read nor write
 * @param joinedBytes bytes that the joined rows would take in an extent
 * @param joinedReadWriteBytes bytes that the joined reads and writes would take in an extent
 */
record JoinCounts(
        long joined,
        long withoutAttributes,
        long withoutReply,
        long furtherAttributes,
        long withoutRequest,
        long reversed,
        long reversedOf,
        long firstReplyAt,
        long noReadWrite,
        long joinedBytes,
        long joinedReadWriteBytes) {}
