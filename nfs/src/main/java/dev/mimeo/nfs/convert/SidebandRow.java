package dev.mimeo.nfs.convert;

/**
 * A message of NLM, NSM or NFSACL. A reply has the arguments of its call too. Used again; slices are good until the next message.
 * Not thread-safe.
 */
final class SidebandRow {

    int program;
    int version;
    int procedure;
    boolean hasStatus;
    int status;
    final OpaqueSlice handle = new OpaqueSlice();

    /** Name of the host that holds or wants a lock, or that asks to be told of restarts. */
    final OpaqueSlice caller = new OpaqueSlice();

    /** Name of the host that is watched, or that has restarted. */
    final OpaqueSlice monitored = new OpaqueSlice();

    final OpaqueSlice owner = new OpaqueSlice();
    final OpaqueSlice cookie = new OpaqueSlice();

    /** Whether there is a range of bytes to lock, with the number of the process. */
    boolean hasRange;

    int process;
    long offset;
    long length;

    /** Values of booleans: 0 or 1, or -1 where the message has none. */
    int exclusive;

    int block;
    int reclaim;

    /** State number of a status monitor. */
    boolean hasState;

    int state;
    boolean hasAttributes;
    final Attributes attributes = new Attributes();

    /** Number of entries of an access control list, or -1. */
    int entries;

    void clear() {
        hasStatus = false;
        handle.clear();
        caller.clear();
        monitored.clear();
        owner.clear();
        cookie.clear();
        hasRange = false;
        exclusive = -1;
        block = -1;
        reclaim = -1;
        hasState = false;
        hasAttributes = false;
        entries = -1;
    }
}
