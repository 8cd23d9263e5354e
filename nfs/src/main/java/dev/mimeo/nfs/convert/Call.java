package dev.mimeo.nfs.convert;

import dev.mimeo.nfs.internal.rpc.Hash;
import dev.mimeo.nfs.internal.rpc.RpcHeader;
import dev.mimeo.nfs.internal.rpc.RpcMessage;
import org.jspecify.annotations.Nullable;

/** A call that waits for its reply, or has it and waits for another. Not thread-safe. */
final class Call {

    /** Arguments are kept up to the longest path and handle of a mount or a renaming. */
    private static final int MAX_ARGUMENTS = 1100;

    private static final byte[] NOTHING = {};

    /** The number of the row about a call of another group that is not known to be open there. */
    static final long UNKNOWN = Long.MIN_VALUE;

    final boolean udp;
    final int client;
    final int clientPort;
    final int server;
    final int serverPort;
    final int transaction;
    final int program;
    final int version;
    final int procedure;
    final long fingerprint;
    final long time;
    final boolean opaque;
    final boolean wrapped;
    long recordId = -1;
    int operation;

    /** The type of the object that a CREATE of version 4 makes, 0 of other operations. */
    int objectType;

    boolean answered;

    /** The arguments, or those of a compound in another form, until there is a reply. */
    byte[] arguments = NOTHING;

    @Nullable Compound compound;

    /** Number of keys under which the call is stored. */
    int keys;

    Call(RpcMessage message) {
        RpcHeader header = message.header();
        udp = message.isUdp();
        client = message.source();
        clientPort = message.sourcePort();
        server = message.destination();
        serverPort = message.destinationPort();
        transaction = header.transaction();
        program = header.program();
        version = header.version();
        procedure = header.procedure();
        fingerprint = message.fingerprint();
        time = message.time();
        opaque = header.isOpaque();
        wrapped = header.isWrapped();
    }

    /** Keeps the arguments. */
    void keep(Xdr in) {
        int count = (int) Math.min(MAX_ARGUMENTS, Math.max(0, in.left()));
        arguments = new byte[count];
        System.arraycopy(in.data(), in.position(), arguments, 0, count);
    }

    /** Returns what tells the call apart from others wherever in a capture conversion starts. */
    long identity() {
        return Hash.mix(Hash.transaction(udp, client, clientPort, server, serverPort, transaction)
                ^ Hash.mix(time ^ fingerprint));
    }

    int memoryBytes() {
        return arguments.length + (compound == null ? 0 : compound.memoryBytes());
    }

    void forgetArguments() {
        arguments = NOTHING;
        compound = null;
    }

    boolean isOf(RpcMessage reply) {
        return transaction == reply.header().transaction()
                && udp == reply.isUdp()
                && client == reply.destination()
                && server == reply.source()
                && serverPort == reply.sourcePort();
    }

    boolean isLike(RpcMessage call) {
        return transaction == call.header().transaction()
                && fingerprint == call.fingerprint()
                && udp == call.isUdp()
                && client == call.source()
                && server == call.destination()
                && serverPort == call.destinationPort();
    }
}
