package dev.mimeo.nfs.convert;

import dev.mimeo.internal.bytes.BigEndian;
import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.internal.rpc.RpcHeader;
import dev.mimeo.nfs.internal.rpc.RpcMessage;
import java.io.IOException;

/**
 * Makes rows of messages: those about NFS are numbered, decoded and get a row each and rows about what they carry. Not
 * thread-safe.
 */
final class MessageRows {

    private static final int TRUNCATED = RpcMessage.TRUNCATED;
    static final int RETRANSMISSION = 2;
    static final int DUPLICATE_REPLY = 4;
    static final int OPAQUE = 8;
    private static final int UNDECODED = 16;

    private static final int MAX_PATH = 1024;
    private static final int MAX_MOUNT_HANDLE = 64;
    private static final int MOUNT_HANDLE = 32;

    private final Counters counters;
    private final Rows rows;
    private final Decoder2 decoder2;
    private final Decoder3 decoder3;
    private final Decoder4 decoder4;
    private final SidebandDecoder sideband = new SidebandDecoder();
    private final Rows.Common row = new Rows.Common();
    private final Xdr in = new Xdr();
    private final Exchange exchange = new Exchange();
    private final OpaqueSlice path = new OpaqueSlice();
    private final OpaqueSlice handle = new OpaqueSlice();
    private long firstRecord;
    private long nextRecord;

    MessageRows(Counters counters, Rows rows, long firstRecord) {
        this.counters = counters;
        this.rows = rows;
        this.decoder2 = new Decoder2(rows);
        this.decoder3 = new Decoder3(rows, counters);
        this.decoder4 = new Decoder4(rows, counters);
        number(firstRecord);
    }

    /** Returns the number that the next row about a message will have. */
    long nextRecord() {
        return nextRecord;
    }

    long records() {
        return nextRecord - firstRecord;
    }

    /** Numbers the messages that follow anew. */
    void number(long first) {
        firstRecord = first;
        nextRecord = first;
    }

    /**
     * Makes the rows of a call.
     *
     * @param again whether it was sent before
     */
    void call(RpcMessage message, Call call, boolean again) throws IOException {
        boolean nfs = isNfs(call.program);
        boolean beside = SidebandDecoder.decodes(call.program);
        if (nfs || beside || !again) {
            open(message, call, in);
        }
        if (nfs) {
            nfsCall(message, call, again);
            return;
        }
        rows.other(message, call.program, call.version, call.procedure);
        if (!again) {
            call.keep(in);
        }
        if (beside) {
            boolean good = sideband.call(call.program, call.version, call.procedure, in);
            sideband(message, good || call.opaque, Counter.UNDECODED_ARGUMENTS);
        }
    }

    /** Makes the row of a message of NLM, NSM or NFSACL that was decoded, and counts it if that failed. */
    private void sideband(RpcMessage message, boolean good, Counter undecoded) throws IOException {
        if (!good && message.header().error() == 0 && (message.flags() & TRUNCATED) == 0) {
            counters.count(undecoded);
        }
        rows.sideband(message, sideband.row());
    }

    /**
     * Makes the rows of a reply.
     *
     * @param again whether the call has been answered before
     */
    void reply(RpcMessage message, Call call, boolean again) throws IOException {
        exchange.procedure = call.procedure;
        exchange.requestId = call.recordId;
        exchange.replyTime = message.time();
        open(message, call, exchange.results);
        if (isNfs(call.program)) {
            nfsReply(message, call, again);
            return;
        }
        rows.other(message, call.program, call.version, call.procedure);
        if (SidebandDecoder.decodes(call.program)) {
            exchange.arguments.reset(call.arguments, 0, call.arguments.length, 0);
            sideband.call(call.program, call.version, call.procedure, exchange.arguments);
            boolean success = message.header().error() == 0 && !call.opaque;
            sideband(message, !success || sideband.reply(exchange.results), Counter.UNDECODED_RESULTS);
            return;
        }
        boolean mount = call.program == Procedures.MOUNT && call.procedure == 1;
        if (mount && !again && message.header().error() == 0) {
            mount(call);
        }
    }

    private static boolean isNfs(int program) {
        return program == Procedures.NFS || Procedures.isCallback(program);
    }

    /** Goes to the arguments or results of a message. */
    private static void open(RpcMessage message, Call call, Xdr in) {
        int body = message.header().bodyOffset();
        if (body >= 0 && call.wrapped) {
            body += RpcHeader.WRAPPING;
        }
        in.reset(message.data(), body, message.available(), message.length());
        if (call.opaque) {
            in.fail();
        }
    }

    private void start(RpcMessage message, Call call) {
        row.source = message.source();
        row.destination = message.destination();
        row.sourcePort = message.sourcePort();
        row.destinationPort = message.destinationPort();
        row.udp = message.isUdp();
        row.request = message.header().isCall();
        row.transaction = message.header().transaction();
        row.time = message.time();
        row.lastTime = message.lastTime();
        row.version = version(call);
        row.hasStatus = false;
        row.length = message.length();
        row.error = message.header().error();
        row.flags = message.flags();
        if (call.opaque) {
            row.flags |= OPAQUE;
        }
        row.payload = payload(message, call);
        row.minorVersion = -1;
        row.hasUser = false;
        row.recordId = nextRecord++;
    }

    /** Returns the bytes of arguments or results, without the sequence number and the checksum of RPCSEC_GSS if their length is captured. */
    private static int payload(RpcMessage message, Call call) {
        int body = message.header().bodyOffset();
        if (body < 0 || message.header().error() != 0) {
            return 0;
        }
        int most = Math.max(0, message.length() - body - (call.wrapped ? RpcHeader.WRAPPING : 0));
        if (!call.wrapped || message.available() < body + Integer.BYTES) {
            return most;
        }
        int stated = BigEndian.getInt(message.data(), body) - Integer.BYTES;
        return stated < 0 ? most : Math.min(most, stated);
    }

    /** Returns the version of NFS, or -1: that is not captured where the procedure behind it is not. */
    private static int version(Call call) {
        if (Procedures.isCallback(call.program)) {
            return 4;
        }
        boolean isCut = call.procedure == RpcHeader.NOT_CAPTURED && call.version == RpcHeader.NOT_CAPTURED;
        return isCut ? -1 : NfsTables.octet(call.version);
    }

    private static boolean isCompound(Call call) {
        return call.procedure == 1 && (Procedures.isCallback(call.program) || call.version == 4);
    }

    private void nfsCall(RpcMessage message, Call call, boolean again) throws IOException {
        start(message, call);
        RpcHeader header = message.header();
        row.hasUser = header.hasUser();
        row.uid = header.uid();
        row.gid = header.gid();
        if (again) {
            row.flags |= RETRANSMISSION;
        } else {
            call.recordId = row.recordId;
        }
        row.requestId = call.recordId;
        if (!isCompound(call)) {
            name(call);
            rows.common(row);
            if (!again) {
                call.keep(in);
            }
            return;
        }
        boolean callback = Procedures.isCallback(call.program);
        Compound compound = decoder4.call(in, callback);
        if (!again) {
            call.compound = compound;
            call.operation = decoder4.principal();
            call.objectType = decoder4.principalObjectType();
        }
        undecoded(message);
        name(call);
        row.minorVersion = compound.minorVersion;
        rows.common(row);
        decoder4.callRows(in, callback, compound, row.recordId);
    }

    private void undecoded(RpcMessage message) {
        if (!decoder4.isComplete() && (row.flags & OPAQUE) == 0 && row.error == 0) {
            row.flags |= UNDECODED;
            if ((message.flags() & TRUNCATED) == 0) {
                counters.count(Counter.V4_UNDECODED);
            }
        }
    }

    /** Gives the row the operation of a call. */
    private void name(Call call) {
        boolean callback = Procedures.isCallback(call.program);
        if (call.procedure == RpcHeader.NOT_CAPTURED) {
            row.operation = Procedures.NOT_CAPTURED;
            row.operationName = Procedures.UNKNOWN;
        } else if (callback || call.version == 4) {
            int number = isCompound(call) ? call.operation : call.procedure == 0 ? 0 : Operations4.ILLEGAL;
            row.operation = Operations4.id(number, callback);
            row.operationName = Operations4.name(number, callback, call.objectType);
        } else {
            row.operation = call.procedure;
            row.operationName = Procedures.name(call.version, call.procedure);
        }
    }

    private void nfsReply(RpcMessage message, Call call, boolean again) throws IOException {
        start(message, call);
        exchange.replyId = row.recordId;
        row.requestId = call.recordId;
        if (again) {
            row.flags |= DUPLICATE_REPLY;
        }
        boolean success = row.error == 0 && message.header().bodyOffset() >= 0;
        if (success) {
            status(message, call);
        }
        name(call);
        boolean useful = success && !call.opaque && !again;
        Compound compound = call.compound;
        if (isCompound(call) && compound != null) {
            row.minorVersion = compound.minorVersion;
            if (useful) {
                exchange.results.u32();
                decoder4.reply(exchange.results, Procedures.isCallback(call.program), compound);
                undecoded(message);
            }
        }
        rows.common(row);
        if (useful && call.procedure != 0) {
            results(message, call);
        }
    }

    /** Gives the row the status of a reply, which precedes the results; the ping has none, and succeeds. */
    private void status(RpcMessage message, Call call) {
        Xdr results = exchange.results;
        if (call.procedure == 0) {
            row.hasStatus = true;
            row.status = 0;
        } else if (results.ok() && results.left() >= Integer.BYTES) {
            int at = results.position();
            row.hasStatus = true;
            row.status = results.u32();
            results.reset(message.data(), at, message.available(), message.length());
        }
    }

    /** Decodes the results of a reply to the rows of other tables. */
    private void results(RpcMessage message, Call call) throws IOException {
        exchange.arguments.reset(call.arguments, 0, call.arguments.length, 0);
        if (isCompound(call)) {
            Compound compound = call.compound;
            if (compound != null) {
                decoder4.replyRows(exchange.results, Procedures.isCallback(call.program), call, compound, exchange);
            }
            return;
        }
        boolean good = call.version == 2 ? decoder2.decode(exchange) : call.version != 3 || decoder3.decode(exchange);
        if (!good && (message.flags() & TRUNCATED) == 0) {
            counters.count(Counter.UNDECODED_RESULTS);
        }
    }

    /** Decodes the results of the procedure MNT of the mount protocol: RFC 1094, appendix A, and RFC 1813, section 5. */
    private void mount(Call call) throws IOException {
        Xdr results = exchange.results;
        exchange.arguments.reset(call.arguments, 0, call.arguments.length, 0);
        exchange.arguments.opaque(MAX_PATH);
        path.set(exchange.arguments);
        if (results.u32() != 0 || !results.ok()) {
            return;
        }
        if (call.version >= 3) {
            results.opaque(MAX_MOUNT_HANDLE);
        } else {
            results.fixed(MOUNT_HANDLE);
        }
        handle.set(results);
        if (path.isPresent() && handle.isPresent()) {
            rows.mount(call.time, exchange.replyTime, call.server, call.client, path, handle);
        }
    }
}
