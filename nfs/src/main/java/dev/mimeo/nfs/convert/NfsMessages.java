package dev.mimeo.nfs.convert;

import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.internal.rpc.Flow;
import dev.mimeo.nfs.internal.rpc.IpPacket;
import dev.mimeo.nfs.internal.rpc.MessageSink;
import dev.mimeo.nfs.internal.rpc.RpcHeader;
import dev.mimeo.nfs.internal.rpc.RpcMessage;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Matches calls with replies, in the order in which messages come, and hands both on to {@link MessageRows}. Not
 * thread-safe.
 */
final class NfsMessages implements MessageSink {

    /** Enough for the header and for arguments or results without bulk data. */
    private static final int WITHOUT_DATA = 1024;

    /** Enough for the paths of mounts, and for the names of hosts and owners of locks. */
    private static final int WITH_NAMES = 4096;

    private static final int VERSION_2_READ = 6;
    private static final int VERSION_2_WRITE = 8;
    private static final int MILLIS = 1000;
    private static final int NFS_PORT = 2049;

    private final Counters counters;
    private final MessageCounts counts;
    private final Rows rows;
    private final MessageRows messageRows;
    private final Consumer<RpcMessage> release;
    private final Transactions transactions;
    private final EarlyReplies early;

    NfsMessages(ParserOptions options, Counters counters, Rows rows, long firstRecord, Consumer<RpcMessage> release) {
        early = new EarlyReplies(((long) options.reorderMillis() << 32) / MILLIS);
        this.counters = counters;
        this.counts = new MessageCounts(counters);
        this.rows = rows;
        this.messageRows = new MessageRows(counters, rows, firstRecord);
        this.release = release;
        this.transactions = new Transactions(counters);
    }

    /** Returns what makes the rows about messages, and numbers them. */
    MessageRows messageRows() {
        return messageRows;
    }

    /** Shows the calls that have no reply yet. */
    void eachOpenCall(Consumer<Call> taker) {
        transactions.eachOpen(taker);
    }

    @Override
    public int wantedBytes(boolean call, int program, int version, int procedure) {
        if (program == Procedures.NFS && version < 4) {
            boolean bulk = version == 2
                    ? procedure == (call ? VERSION_2_WRITE : VERSION_2_READ)
                    : procedure == (call ? Decoder3.WRITE : Decoder3.READ);
            return bulk ? WITHOUT_DATA : Integer.MAX_VALUE;
        }
        if (program == Procedures.NFS || Procedures.isCallback(program)) {
            return Integer.MAX_VALUE;
        }
        return program == Procedures.MOUNT || SidebandDecoder.decodes(program) ? WITH_NAMES : WITHOUT_DATA;
    }

    @Override
    public void packet(IpPacket packet) throws IOException {
        rows.packet(packet);
    }

    @Override
    public void flow(Flow flow) throws IOException {
        rows.flow(flow);
    }

    @Override
    public boolean message(RpcMessage message) throws IOException {
        transactions.passTime(message.time());
        for (RpcMessage late = early.expired(message.time()); late != null; late = early.expired(message.time())) {
            unmatched(late);
        }
        if (message.header().isCall()) {
            call(message);
            return false;
        }
        Call call = transactions.callOf(message);
        if (call != null) {
            reply(message, call);
            return false;
        }
        RpcMessage before = early.put(message);
        if (before != null) {
            unmatched(before);
        }
        return true;
    }

    private void unmatched(RpcMessage reply) throws IOException {
        counters.count(Counter.UNMATCHED_REPLY);
        if (reply.sourcePort() == NFS_PORT) {
            counters.count(Counter.POSSIBLE_MISSING_REQUEST);
        }
        rows.unmatchedReply(reply);
        release.accept(reply);
    }

    /** Tells what is never answered, after the last message. */
    void finish() throws IOException {
        for (RpcMessage late = early.poll(); late != null; late = early.poll()) {
            unmatched(late);
        }
        transactions.finish();
    }

    private void call(RpcMessage message) throws IOException {
        Call original = transactions.original(message);
        Call call = original == null ? new Call(message) : original;
        if (original != null) {
            counters.count(Counter.DUPLICATE_REQUEST);
            transactions.alias(message, call);
        }
        counts.count(message, call);
        messageRows.call(message, call, original != null);
        if (original == null) {
            transactions.add(message, call);
        }
        if (!early.isEmpty()) {
            RpcMessage reply = early.take(message);
            if (reply != null) {
                reply(reply, call);
                release.accept(reply);
            }
        }
    }

    private void reply(RpcMessage message, Call call) throws IOException {
        boolean again = call.answered || call.recordId == Call.UNKNOWN;
        if (again) {
            counters.count(Counter.DUPLICATE_REPLY);
        }
        counts.count(message, call);
        messageRows.reply(message, call, again);
        if (!again) {
            transactions.answer(call);
        }
    }

    /** Replies whose calls have not been seen: these may be captured behind them. Not thread-safe. */
    private static final class EarlyReplies {

        private static final int MOST = 4096;
        private static final long MOST_BYTES = 32L << 20;

        private final long patience;
        private long bytes;

        /** By the keys of their calls, the one that came first is first. */
        private final Map<Long, RpcMessage> waiting = new LinkedHashMap<>();

        /** @param patience longest wait of replies, in units of 2^-32 s; less if there are more than 4096, or 32 MiB of them */
        EarlyReplies(long patience) {
            this.patience = patience;
        }

        boolean isEmpty() {
            return waiting.isEmpty();
        }

        /** Adds a reply; returns the one that waited for the same call. */
        @Nullable RpcMessage put(RpcMessage reply) {
            bytes += reply.memoryBytes();
            return freed(waiting.put(Transactions.replyKey(reply, reply.destinationPort()), reply));
        }

        private @Nullable RpcMessage freed(@Nullable RpcMessage reply) {
            bytes -= reply == null ? 0 : reply.memoryBytes();
            return reply;
        }

        /** Takes the reply that waits for a call. */
        @Nullable RpcMessage take(RpcMessage call) {
            return freed(waiting.remove(Transactions.callKey(call, call.sourcePort())));
        }

        /** Takes the first reply, if it has waited long enough at a time. */
        @Nullable RpcMessage expired(long now) {
            if (waiting.isEmpty()) {
                return null;
            }
            boolean full = waiting.size() > MOST || bytes > MOST_BYTES;
            return full || now - waiting.values().iterator().next().time() > patience ? poll() : null;
        }

        /** Takes the first reply; null if there is none. */
        @Nullable RpcMessage poll() {
            Iterator<RpcMessage> oldest = waiting.values().iterator();
            if (!oldest.hasNext()) {
                return null;
            }
            RpcMessage reply = oldest.next();
            oldest.remove();
            return freed(reply);
        }
    }

    /** Counts calls and replies by program and version. Not thread-safe. */
    private static final class MessageCounts {

        private final Counters counters;

        MessageCounts(Counters counters) {
            this.counters = counters;
        }

        /** Counts a call, or the reply to one. */
        void count(RpcMessage message, Call call) {
            boolean request = message.header().isCall();
            if (Procedures.isCallback(call.program)) {
                counters.count(request ? Counter.NFS_CALLBACK_REQUEST : Counter.NFS_CALLBACK_REPLY);
                return;
            }
            if (call.program == Procedures.MOUNT) {
                counters.count(request ? Counter.MOUNT_REQUEST : Counter.MOUNT_REPLY);
                return;
            }
            if (call.program != Procedures.NFS) {
                counters.count(request ? Counter.OTHER_REQUEST : Counter.OTHER_REPLY);
                return;
            }
            counters.count(request ? Counter.NFS_REQUEST : Counter.NFS_REPLY);
            switch (call.version) {
                case 2 -> counters.count(request ? Counter.NFSV2_REQUEST : Counter.NFSV2_REPLY);
                case 3 -> counters.count(request ? Counter.NFSV3_REQUEST : Counter.NFSV3_REPLY);
                case 4 -> counters.count(request ? Counter.NFSV4_REQUEST : Counter.NFSV4_REPLY);
                default -> {}
            }
            boolean known = call.procedure != RpcHeader.NOT_CAPTURED;
            if (request && known && Integer.compareUnsigned(call.procedure, Procedures.count(call.version)) >= 0) {
                switch (call.version) {
                    case 2 -> counters.count(Counter.UNHANDLED_NFSV2_REQUESTS);
                    case 3 -> counters.count(Counter.UNHANDLED_NFSV3_REQUESTS);
                    default -> counters.count(Counter.UNHANDLED_NFSV4_REQUESTS);
                }
            }
        }
    }
}
