package dev.mimeo.nfs.internal.summary;

import dev.mimeo.nfs.internal.handle.ByteSlice;

/** A call or a reply, as {@link TrafficCollector} needs it. Used again. Not thread-safe. */
public final class TrafficMessage {

    /** The same for a call and its reply, and for no other call that is waiting. */
    public long key;

    /**
     * The key without the port of the client, for a call that goes on over another connection; 0 if {@link #key} is the
     * same over all of them.
     */
    public long anyPortKey;

    /** Number of its record, which no other message has. */
    public long recordId;

    /** In nanoseconds since 1970. */
    public long nanos;

    /** Whether it was sent before. */
    public boolean again;

    /** Version of NFS. */
    public int version;

    /** Name of the operation, in ASCII. */
    public final ByteSlice operation = new ByteSlice();

    /** Number of the host that calls. */
    public int client;

    /** Number of the host that replies. */
    public int server;

    /** Number of the user that a call is made for, or -1 if it has none. */
    public long user;

    /** Status of the results; 0 if there is none. */
    public int status;

    /** Error of RPC as column {@code rpc_error} has it; 0 if there is none. */
    public int rpcError;

    /** Whether the arguments cannot be read, as RPCSEC_GSS encrypts them or sets up a context. */
    public boolean opaque;

    /** Makes a message without anything. */
    public TrafficMessage() {}
}
