package dev.mimeo.nfs.internal.summary;

/** A call without a reply, and the loads that it is a part of. Used again. Not thread-safe. */
final class WaitingCall {

    /** The load of nobody, for what has no load of its own. */
    static final Usage NOBODY = new Usage(0, new byte[0]);

    /** In nanoseconds since 1970. */
    long nanos;

    /** Number of its record. */
    long recordId;

    int kind;
    int clientHost;
    int serverHost;

    /** -1 without a user. */
    long userNumber;

    Usage operation = NOBODY;
    Usage client = NOBODY;
    Usage server = NOBODY;
    Usage user = NOBODY;

    /** The load of its group at the time of the reply, or of nobody. */
    Usage group = NOBODY;
}
