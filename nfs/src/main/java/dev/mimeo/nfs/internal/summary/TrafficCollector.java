package dev.mimeo.nfs.internal.summary;

import dev.mimeo.dataseries.module.RotatingMap;
import dev.mimeo.internal.random.Mixing;
import dev.mimeo.nfs.internal.handle.ByteSlice;
import dev.mimeo.nfs.internal.handle.HandleKey;
import dev.mimeo.nfs.internal.handle.HandlePaths;
import dev.mimeo.nfs.summary.TrafficSummary;
import dev.mimeo.nfs.summary.TrafficSummary.ErrorLine;
import dev.mimeo.nfs.summary.TrafficSummary.Line;
import dev.mimeo.query.internal.stream.TupleTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Collects a summary of messages in their order. Memory is bounded: calls wait 10 to 20 minutes for their reply, at most about a
 * million of them, and of clients, servers, users and files the busiest are counted. For one thread at a time.
 */
public final class TrafficCollector {

    private static final long ROTATION_NANOS = 600_000_000_000L;
    private static final int MOST_WAITING = 1 << 20;

    /** Operations, and kinds of errors, that are told apart. A trace that has more is not one of NFS. */
    private static final int MOST_KINDS = 4096;

    private static final int REMEMBERED_PATHS = 100_000;
    private static final byte[] NOTHING = {};

    private final Usage all = new Usage(0, NOTHING);
    private final TupleTable operations = new TupleTable();
    private Usage[] usages = new Usage[64];
    private String[] names = new String[64];
    private int[] versions = new int[64];
    private final TupleTable errors = new TupleTable();
    private long[] errorCounts = new long[64];
    private final BusiestUsages clients = new BusiestUsages();
    private final BusiestUsages servers = new BusiestUsages();
    private final BusiestUsages users = new BusiestUsages();
    private final BusiestUsages files = new BusiestUsages();
    private final HandlePaths paths = new HandlePaths(REMEMBERED_PATHS);
    private final HandleKey handleKeys = new HandleKey();

    private final RotatingMap waiting = new RotatingMap();
    private @Nullable WaitingCall[] calls = new WaitingCall[1 << 8];
    private int[] free = new int[1 << 8];
    private int freeCount;
    private int used;

    /** The call that was answered last. */
    private WaitingCall answered = new WaitingCall();

    private long lastRotation = Long.MIN_VALUE;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    /** A call without a reply, and the loads that it is a part of. Used again. */
    private static final class WaitingCall {
        private long nanos;
        private Usage operation = NOBODY;
        private Usage client = NOBODY;
        private Usage server = NOBODY;
        private Usage user = NOBODY;
        private int kind;

        private static final Usage NOBODY = new Usage(0, NOTHING);
    }

    /** Makes a collector that has seen nothing. */
    public TrafficCollector() {}

    /** Returns the paths, to which lookups and mounts are told. */
    public HandlePaths paths() {
        return paths;
    }

    /** Takes a call. */
    public void call(TrafficMessage message) {
        time(message.nanos);
        int slot = (int) waiting.peek(message.key, -1);
        WaitingCall before = slot < 0 ? null : calls[slot];
        if (before != null && (message.again || before.kind == kind(message))) {
            all.retransmissions++;
            before.operation.retransmissions++;
            before.client.retransmissions++;
            before.server.retransmissions++;
            before.user.retransmissions++;
            return;
        }
        if (message.again) {
            // Its reply has come, or the capture began between the two.
            all.retransmissions++;
            return;
        }
        if (before != null) {
            drop(slot);
            waiting.take(message.key, -1);
        }
        int next = freeCount > 0 ? free[--freeCount] : used++;
        if (next == calls.length) {
            calls = Arrays.copyOf(calls, 2 * next);
        }
        WaitingCall call = calls[next];
        if (call == null) {
            call = new WaitingCall();
            calls[next] = call;
        }
        call.nanos = message.nanos;
        call.kind = kind(message);
        call.operation = usages[call.kind];
        call.operation.calls++;
        all.calls++;
        call.client = clients.count(message.client);
        call.server = servers.count(message.server);
        call.user = message.user < 0 ? WaitingCall.NOBODY : users.count(message.user);
        waiting.put(message.key, next);
    }

    /** Takes a reply. One without a call, or a second one, is passed over. */
    public void reply(TrafficMessage message) {
        time(message.nanos);
        int slot = (int) waiting.take(message.key, -1);
        WaitingCall call = slot < 0 ? null : calls[slot];
        if (call == null) {
            answered = new WaitingCall();
            return;
        }
        release(slot);
        answered = call;
        boolean error = message.status != 0 || message.rpcError != 0;
        long nanos = message.nanos - call.nanos;
        all.reply(nanos, error);
        call.operation.reply(nanos, error);
        call.client.reply(nanos, error);
        call.server.reply(nanos, error);
        if (call.user != WaitingCall.NOBODY) {
            call.user.reply(nanos, error);
        }
        if (error) {
            long status = message.rpcError == 0 ? Integer.toUnsignedLong(message.status) : 0;
            int entry = errors.find((long) call.kind << 32 | status, message.rpcError);
            if (entry < 0 && errors.size() < MOST_KINDS) {
                entry = errors.add((long) call.kind << 32 | status, message.rpcError);
                if (entry == errorCounts.length) {
                    errorCounts = Arrays.copyOf(errorCounts, 2 * entry);
                }
            }
            if (entry >= 0) {
                errorCounts[entry]++;
            }
        }
    }

    /** Takes the read or write that the last reply is about. */
    public void transfer(boolean read, int bytes, ByteSlice handle) {
        all.transfer(read, bytes);
        if (answered.operation != WaitingCall.NOBODY) {
            answered.operation.transfer(read, bytes);
            answered.client.transfer(read, bytes);
            answered.server.transfer(read, bytes);
            answered.user.transfer(read, bytes);
        }
        if (handle.length() > 0) {
            files.count(handleKeys.of(handle), handle).transfer(read, bytes);
        }
    }

    private int kind(TrafficMessage message) {
        ByteSlice name = message.operation;
        long hash = Mixing.fnv1a64(name.array(), name.offset(), name.length());
        int entry = operations.find(message.version, hash);
        if (entry >= 0) {
            return entry;
        }
        boolean full = operations.size() >= MOST_KINDS;
        entry = full ? operations.add(0, 0) : operations.add(message.version, hash);
        if (entry == usages.length) {
            usages = Arrays.copyOf(usages, 2 * entry);
            names = Arrays.copyOf(names, 2 * entry);
            versions = Arrays.copyOf(versions, 2 * entry);
        }
        if (usages[entry] == null) {
            usages[entry] = new Usage(entry, NOTHING);
            names[entry] = full ? "others" : "v" + message.version + " " + name.text();
            versions[entry] = message.version;
        }
        return entry;
    }

    private void time(long nanos) {
        first = Math.min(first, nanos);
        last = Math.max(last, nanos);
        if (lastRotation == Long.MIN_VALUE) {
            lastRotation = nanos;
        }
        if (nanos - lastRotation >= ROTATION_NANOS || used - freeCount >= MOST_WAITING) {
            lastRotation = nanos;
            waiting.rotate((key, slot) -> drop((int) slot));
        }
    }

    private void drop(int slot) {
        WaitingCall call = calls[slot];
        if (call != null) {
            all.unanswered++;
            call.operation.unanswered++;
            call.client.unanswered++;
            call.server.unanswered++;
            call.user.unanswered++;
            release(slot);
        }
    }

    private void release(int slot) {
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = slot;
    }

    /**
     * Returns the summary, after the last message.
     *
     * @param most most lines of clients, servers, users and files
     * @param hosts names of hosts by their numbers
     */
    public TrafficSummary finish(int most, IntFunction<String> hosts) {
        waiting.drain((key, slot) -> drop((int) slot));
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < operations.size(); i++) {
            lines.add(new Line(names[i], usages[i].load()));
        }
        lines.sort(Comparator.comparingLong((Line line) -> -line.load().calls()).thenComparing(Line::name));
        List<ErrorLine> errorLines = new ArrayList<>();
        for (int i = 0; i < errors.size(); i++) {
            int kind = (int) (errors.first(i) >>> 32);
            int rpc = (int) errors.second(i);
            String status =
                    rpc == 0 ? StatusNames.ofStatus(versions[kind], (int) errors.first(i)) : StatusNames.ofRpc(rpc);
            errorLines.add(new ErrorLine(names[kind], status, errorCounts[i]));
        }
        errorLines.sort(Comparator.comparingLong((ErrorLine line) -> -line.count())
                .thenComparing(ErrorLine::operation)
                .thenComparing(ErrorLine::status));
        boolean none = first > last;
        return new TrafficSummary(
                none ? 0 : first,
                none ? 0 : last,
                all.load(),
                lines,
                errorLines,
                clients.top(most, usage -> hosts.apply((int) usage.key)),
                servers.top(most, usage -> hosts.apply((int) usage.key)),
                users.top(most, usage -> Long.toString(usage.key)),
                files.top(most, usage -> paths.path(usage.handle)));
    }
}
