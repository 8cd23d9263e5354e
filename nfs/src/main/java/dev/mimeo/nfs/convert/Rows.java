package dev.mimeo.nfs.convert;

import dev.mimeo.nfs.internal.rpc.Flow;
import dev.mimeo.nfs.internal.rpc.IpPacket;
import dev.mimeo.nfs.internal.rpc.RpcMessage;
import java.io.IOException;

/** Takes the rows of the tables, in their order. Slices are good during the call only. */
interface Rows {

    /** Role of attributes: of the object of the operation. */
    int OBJECT = 0;

    /** Of the directory of the operation. */
    int DIRECTORY = 1;

    /** Of the directory that something was moved from. */
    int SOURCE_DIRECTORY = 2;

    /** Of an entry of the directory. */
    int ENTRY = 3;

    void common(Common row) throws IOException;

    void attributes(
            long requestId,
            long replyId,
            OpaqueSlice name,
            OpaqueSlice handle,
            OpaqueSlice directory,
            Attributes attributes,
            int role)
            throws IOException;

    void readWrite(long requestId, long replyId, OpaqueSlice handle, Transfer transfer) throws IOException;

    void directoryEntry(
            long requestId, long replyId, OpaqueSlice directory, OpaqueSlice name, long fileId, OpaqueSlice handle)
            throws IOException;

    void operation(Operation row) throws IOException;

    void mount(long requestAt, long replyAt, int server, int client, OpaqueSlice path, OpaqueSlice handle)
            throws IOException;

    void other(RpcMessage message, int program, int version, int procedure) throws IOException;

    /** Takes a message of NLM, NSM or NFSACL, behind its row as that of another program. */
    void sideband(RpcMessage message, SidebandRow row) throws IOException;

    void unmatchedReply(RpcMessage reply) throws IOException;

    void packet(IpPacket packet) throws IOException;

    void flow(Flow flow) throws IOException;

    /** A row about a message. */
    final class Common {
        int source;
        int destination;
        int sourcePort;
        int destinationPort;
        boolean udp;
        boolean request;
        int transaction;
        long time;
        long lastTime;

        /** Version of NFS, or -1 if it is not known. */
        int version;

        int operation;
        byte[] operationName = {};
        boolean hasStatus;
        int status;
        int payload;
        long recordId;

        /** Number of the row about the call: of a call sent again that of the first, of a reply that of its call. */
        long requestId;

        int length;
        int minorVersion;
        boolean hasUser;
        int uid;
        int gid;
        int error;
        int flags;
    }

    /** A read or a write that succeeded. */
    final class Transfer {
        boolean read;
        long offset;
        int bytes;
        int requested;

        /** Whether a write is on stable storage, or -1. */
        int stable;

        /** Whether a read has reached the end: 0 or 1, or -1. */
        int end;

        /** Bytes of a read that are in holes, or -1. */
        long holes;
    }

    /** An operation of a compound. */
    final class Operation {
        long recordId;
        boolean request;
        int index;
        int number;
        byte[] name = {};
        boolean hasStatus;
        int status;
        final OpaqueSlice handle = new OpaqueSlice();
        final OpaqueSlice file = new OpaqueSlice();
        final OpaqueSlice stateId = new OpaqueSlice();
        boolean hasOffset;
        long offset;
        boolean hasLength;
        long length;
        final OpaqueSlice session = new OpaqueSlice();
        /** The type of the object that CREATE makes, see RFC 7531, {@code nfs_ftype4}; 0 of other operations. */
        int objectType;

        /** 1 if the operation grants a delegation for reading, 2 for writing, 0 otherwise. */
        int delegation;

        boolean hasSlot;
        int slot;
        int sequence;

        /** Of a successful READ, READ_PLUS or WRITE, as {@link Transfer} has them. The table does not have these. */
        int bytes;

        int stable;
        int end;
        long holes;

        /** Range that the call of a LOCK asked for, in the row about its result; the length is 0 in all other rows. */
        long lockStart;

        long lockLength;

        /** In the row about a result, the name that the call has in this operation. The table does not have it. */
        final OpaqueSlice asked = new OpaqueSlice();
    }
}
