package dev.mimeo.nfs.internal.summary;

import dev.mimeo.nfs.internal.handle.ByteSlice;

/** A message of NLM, NSM or NFSACL. A reply has the arguments of its call too. Used again. For one thread at a time. */
public final class SidebandMessage {

    /** Nanoseconds since 1970. */
    public long nanos;

    /** Whether this is a call. */
    public boolean call;

    /** Host that sent it. */
    public int source;

    /** Host that received it. */
    public int destination;

    /** Number of the program. */
    public int program;

    /** Version of the program. */
    public int version;

    /** Name of the procedure. */
    public final ByteSlice operation = new ByteSlice();

    /** Whether there is a status. */
    public boolean hasStatus;

    /** The status. */
    public int status;

    /** File handle, or nothing. */
    public final ByteSlice handle = new ByteSlice();

    /** Owner of the lock, or nothing. */
    public final ByteSlice owner = new ByteSlice();

    /** Bytes by which a result finds its call, or nothing. */
    public final ByteSlice cookie = new ByteSlice();

    /** Whether the fields that follow have values. */
    public boolean hasRange;

    /** Process of the owner. */
    public int process;

    /** First byte of the lock. */
    public long start;

    /** Bytes of the lock; 0 to the end of the file. */
    public long length;

    /** Makes an empty message. */
    public SidebandMessage() {}
}
