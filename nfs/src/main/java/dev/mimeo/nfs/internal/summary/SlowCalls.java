package dev.mimeo.nfs.internal.summary;

import dev.mimeo.nfs.internal.handle.ByteSlice;
import dev.mimeo.nfs.internal.handle.HandlePaths;
import dev.mimeo.nfs.summary.TrafficSummary.Slow;
import dev.mimeo.nfs.summary.TrafficSummary.SlowCall;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The calls that were answered late. For one thread at a time. */
final class SlowCalls {

    /** Calls that are kept, the slowest. */
    static final int MOST = 100_000;

    private static final double NANOS_PER_MILLISECOND = 1e6;
    private static final byte[] NOTHING = {};

    private final long slowNanos;

    /** Those that are kept, the one to go first is first. */
    private final PriorityQueue<Entry> slowest =
            new PriorityQueue<>(Comparator.comparingLong((Entry entry) -> entry.latencyNanos)
                    .thenComparing(Comparator.comparingLong((Entry entry) -> entry.nanos)
                            .reversed()));

    /** The call of the last reply, if it was slow. */
    private @Nullable Entry last;

    private long total;

    private static final class Entry {
        private long nanos;
        private long latencyNanos;
        private int kind;
        private int client;
        private int server;
        private long user;
        private int status;
        private int rpcError;
        private byte[] handle = NOTHING;
        private boolean objectKnown;
        private long offset = -1;
        private long bytes = -1;
    }

    /** @param slowNanos latency from which on a call is slow */
    SlowCalls(long slowNanos) {
        this.slowNanos = slowNanos;
    }

    void reply(WaitingCall call, long latencyNanos, TrafficMessage reply) {
        last = null;
        if (latencyNanos < slowNanos) {
            return;
        }
        total++;
        Entry entry = new Entry();
        entry.nanos = call.nanos;
        entry.latencyNanos = latencyNanos;
        entry.kind = call.kind;
        entry.client = call.clientHost;
        entry.server = call.serverHost;
        entry.user = call.userNumber;
        entry.status = reply.status;
        entry.rpcError = reply.rpcError;
        slowest.add(entry);
        if (slowest.size() > MOST) {
            slowest.poll();
        }
        last = entry;
    }

    /** Forgets the last reply, which is to no call. */
    void foreignReply() {
        last = null;
    }

    /** Takes an object that the last reply is about: that of the operation rather than its directory. */
    void object(ByteSlice handle, boolean isObject) {
        Entry entry = last;
        if (entry != null && !entry.objectKnown && handle.length() > 0 && (isObject || entry.handle.length == 0)) {
            entry.handle = handle.copy();
            entry.objectKnown = isObject;
        }
    }

    /** Takes the read or write that the last reply is about. */
    void transfer(long offset, int bytes, ByteSlice handle) {
        Entry entry = last;
        if (entry != null) {
            entry.offset = offset;
            entry.bytes = bytes;
            object(handle, true);
        }
    }

    Slow list(OperationKinds kinds, IntFunction<String> hosts, HandlePaths paths) {
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
                                entry.handle.length == 0 ? "" : paths.path(entry.handle),
                                entry.offset,
                                entry.bytes))
                        .toList(),
                total);
    }
}
