package dev.mimeo.nfs.internal.summary;

import dev.mimeo.nfs.internal.handle.ByteSlice;
import dev.mimeo.nfs.internal.handle.HandlePaths;
import dev.mimeo.nfs.summary.TrafficSummary.Slow;
import dev.mimeo.nfs.summary.TrafficSummary.SlowCall;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The calls that were answered late. Rows about a call may come long after its reply. For one thread at a time. */
final class SlowCalls {

    /** Calls that are kept, the slowest. */
    static final int MOST = 100_000;

    private static final double NANOS_PER_MILLISECOND = 1e6;
    private static final byte[] NOTHING = {};

    private final long slowNanos;
    private final OperationKinds kinds;
    private final ByteSlice slice = new ByteSlice();

    /** Those that are kept, the one to go first is first. */
    private final PriorityQueue<Entry> slowest =
            new PriorityQueue<>(Comparator.comparingLong((Entry entry) -> entry.latencyNanos)
                    .thenComparing(Comparator.comparingLong((Entry entry) -> entry.nanos)
                            .reversed()));

    /** Those that are kept, by the records of their calls and of their replies. */
    private final Map<Long, Entry> byCall = new HashMap<>();

    private final Map<Long, Entry> byReply = new HashMap<>();

    /** The call whose compound came last, and the handles of its current and its saved object. */
    private @Nullable Entry compound;

    private byte[] current = NOTHING;
    private byte[] saved = NOTHING;

    private long total;

    private static final class Entry {
        private long callId;
        private long replyId;
        private long nanos;
        private long latencyNanos;
        private int kind;
        private int client;
        private int server;
        private long user;
        private int status;
        private int rpcError;
        private final CallFile file = new CallFile();

        /** Whether the operation that stands for the compound has come in the call and in the reply, and the name in the call. */
        private boolean isAsked;

        private boolean isDone;
        private byte[] asked = NOTHING;
        private long offset = -1;
        private long bytes = -1;
    }

    /** @param slowNanos latency from which on a call is slow */
    SlowCalls(long slowNanos, OperationKinds kinds) {
        this.slowNanos = slowNanos;
        this.kinds = kinds;
    }

    void reply(WaitingCall call, long latencyNanos, TrafficMessage reply) {
        if (latencyNanos < slowNanos) {
            return;
        }
        total++;
        Entry entry = new Entry();
        entry.callId = call.recordId;
        entry.replyId = reply.recordId;
        entry.nanos = call.nanos;
        entry.latencyNanos = latencyNanos;
        entry.kind = call.kind;
        entry.client = call.clientHost;
        entry.server = call.serverHost;
        entry.user = call.userNumber;
        entry.status = reply.status;
        entry.rpcError = reply.rpcError;
        slowest.add(entry);
        byCall.put(entry.callId, entry);
        byReply.put(entry.replyId, entry);
        if (slowest.size() > MOST) {
            Entry fastest = slowest.remove();
            byCall.remove(fastest.callId, fastest);
            byReply.remove(fastest.replyId, fastest);
        }
    }

    boolean has(long replyId) {
        return byReply.containsKey(replyId);
    }

    /** Takes an object that a reply has attributes of: that of the operation, or its directory. */
    void object(long replyId, ByteSlice handle, boolean hasName, boolean isObject) {
        Entry entry = byReply.get(replyId);
        if (entry != null) {
            int rank = isObject ? CallFile.OBJECT : CallFile.DIRECTORY;
            entry.file.offer(isObject && hasName ? CallFile.NAMED_OBJECT : rank, handle);
        }
    }

    /** Takes the read or write that a reply is about. */
    void transfer(long replyId, long offset, int bytes, ByteSlice handle) {
        Entry entry = byReply.get(replyId);
        if (entry != null) {
            entry.offset = offset;
            entry.bytes = bytes;
            entry.file.offer(CallFile.OBJECT, handle);
        }
    }

    /** Takes the next operation in the call of a compound, after its reply. The first that stands for the compound is kept. */
    void asked(long callId, ByteSlice operation, ByteSlice name) {
        Entry entry = byCall.get(callId);
        if (entry != null && !entry.isAsked && kinds.is(entry.kind, operation)) {
            entry.isAsked = true;
            entry.asked = name.copy();
        }
    }

    /**
     * Takes the next result of a compound. If it is the first of the operation that stands for the compound, the call is about the object
     * that was current before, or about a name in it.
     *
     * @param handle handle of the object that is current after the operation, or nothing
     * @param name name in the arguments, or nothing
     */
    void current(long replyId, ByteSlice operation, ByteSlice handle, ByteSlice name) {
        Entry entry = byReply.get(replyId);
        if (entry == null) {
            return;
        }
        if (entry != compound) {
            compound = entry;
            current = NOTHING;
            saved = NOTHING;
        }
        if (!entry.isDone && kinds.is(entry.kind, operation)) {
            entry.isDone = true;
            if (name.length() > 0) {
                entry.asked = name.copy();
            }
            done(entry, operation.text());
        }
        current = handle.copy();
        if (operation.text().equals("savefh")) {
            saved = current;
        }
    }

    private void done(Entry entry, String operation) {
        // The names of extended attributes are not in a directory.
        if (entry.asked.length > 0 && !operation.endsWith("xattr")) {
            // The old name is in the saved directory.
            entry.file.offerEntry(operation.equals("rename") ? saved : current, entry.asked);
        }
        slice.set(current);
        entry.file.offer(CallFile.CURRENT, slice);
    }

    Slow list(IntFunction<String> hosts, HandlePaths paths) {
        return new Slow(
                slowest.stream()
                        .sorted(Comparator.comparingLong((Entry entry) -> entry.nanos)
                                .thenComparingLong(entry -> entry.latencyNanos))
                        .map(entry -> new SlowCall(
                                entry.nanos,
                                entry.latencyNanos / NANOS_PER_MILLISECOND,
                                kinds.name(entry.kind),
                                hosts.apply(entry.client),
                                hosts.apply(entry.server),
                                entry.user < 0 ? "" : Long.toString(entry.user),
                                entry.status == 0 && entry.rpcError == 0
                                        ? ""
                                        : StatusNames.of(kinds.version(entry.kind), entry.status, entry.rpcError),
                                entry.file.path(paths),
                                entry.offset,
                                entry.bytes))
                        .toList(),
                total);
    }
}
