package dev.mimeo.nfs.internal.summary;

import dev.mimeo.dataseries.module.RotatingMap;
import dev.mimeo.nfs.internal.handle.ByteSlice;
import dev.mimeo.nfs.internal.handle.HandleKey;
import dev.mimeo.nfs.internal.handle.HandlePaths;
import dev.mimeo.nfs.summary.LatencyBounds;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.SummaryOptions.LoadGrouping;
import dev.mimeo.nfs.summary.TrafficSummary;
import dev.mimeo.nfs.summary.TrafficSummary.Slow;
import java.io.IOException;
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

    private static final int REMEMBERED_PATHS = 100_000;

    /** Roles of attributes. */
    private static final int OBJECT = 0;

    private static final int ENTRY = 3;
    private static final byte[] NOTHING = {};

    private final Usage all = new Usage(0, NOTHING);
    private final OperationKinds operations = new OperationKinds();
    private final ErrorCounts errors = new ErrorCounts();
    private final BusiestUsages clients = new BusiestUsages();
    private final BusiestUsages servers = new BusiestUsages();
    private final BusiestUsages users = new BusiestUsages();
    private final BusiestUsages files = new BusiestUsages();
    private final CompoundCounts compounds = new CompoundCounts();
    private final ProcedureCounts others = new ProcedureCounts();
    private final SidebandCounts sideband = new SidebandCounts();
    private long encryptedCalls;
    private final HandlePaths paths = new HandlePaths(REMEMBERED_PATHS, ByteSlice::readable);
    private final HandleKey handleKeys = new HandleKey();

    private final WaitingCalls waiting = new WaitingCalls();

    /** Keys of the latest calls by their keys without a port. */
    private final RotatingMap latest = new RotatingMap();

    /** The call that was answered last. */
    private WaitingCall answered = new WaitingCall();

    private long lastRotation = Long.MIN_VALUE;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    private final SummaryOptions options;
    private final IntFunction<String> hosts;
    private final @Nullable GroupLoads groups;
    private final @Nullable SlowCalls slow;

    /** @param hosts names of hosts by their numbers */
    public TrafficCollector(SummaryOptions options, IntFunction<String> hosts) {
        this.options = options;
        this.hosts = hosts;
        LoadGrouping grouping = options.grouping();
        groups = grouping == null ? null : new GroupLoads(grouping, options.quantiles(), operations, hosts);
        slow = options.slowNanos() == SummaryOptions.NEVER ? null : new SlowCalls(options.slowNanos(), operations);
    }

    /** Returns the bytes between which latency is measured. */
    public LatencyBounds bounds() {
        return options.bounds();
    }

    /** Returns whether the objects of calls are wanted with {@link #object}. */
    public boolean wantsObjects() {
        return slow != null;
    }

    /**
     * Takes a call.
     *
     * @throws IOException as the taker of intervals throws it
     */
    public void call(TrafficMessage message) throws IOException {
        time(message.nanos);
        WaitingCall before = waiting.get(message.again ? keyOf(message) : message.key);
        if (before != null && (message.again || before.kind == operations.of(message))) {
            countRetransmission(before);
            return;
        }
        if (message.again) {
            // Its reply has come, or the capture began between the two.
            all.retransmissions++;
            return;
        }
        if (before != null) {
            countUnanswered(before);
            waiting.take(message.key);
        }
        WaitingCall call = waiting.add(message.key);
        if (message.anyPortKey != 0) {
            if (latest.size() >= MOST_WAITING) {
                latest.rotate((key, latestCall) -> {});
            }
            latest.put(message.anyPortKey, message.key);
        }
        fill(call, message);
        countCall(call);
        encryptedCalls += message.opaque && !operations.isPing(call.kind) ? 1 : 0;
    }

    private void fill(WaitingCall call, TrafficMessage message) {
        call.recordId = message.recordId;
        call.nanos = message.nanos;
        call.kind = operations.of(message);
        call.clientHost = message.client;
        call.serverHost = message.server;
        call.userNumber = message.user;
        call.operation = operations.usage(call.kind);
        call.client = clients.count(message.client);
        call.server = servers.count(message.server);
        call.user = message.user < 0 ? WaitingCall.NOBODY : users.count(message.user);
    }

    private void countCall(WaitingCall call) {
        // The loads of clients, servers and users count their calls themselves.
        all.calls++;
        call.operation.calls++;
        if (groups != null) {
            groups.of(call).calls++;
        }
    }

    private void countRetransmission(WaitingCall call) {
        all.retransmissions++;
        call.operation.retransmissions++;
        call.client.retransmissions++;
        call.server.retransmissions++;
        call.user.retransmissions++;
        if (groups != null) {
            groups.of(call).retransmissions++;
        }
    }

    private void countUnanswered(WaitingCall call) {
        all.unanswered++;
        call.operation.unanswered++;
        call.client.unanswered++;
        call.server.unanswered++;
        call.user.unanswered++;
        if (groups != null && groups.isWhole()) {
            groups.of(call).unanswered++;
        }
    }

    /** Returns the key of the call that a message belongs to: its own, or that of the call before the client reconnected. */
    private long keyOf(TrafficMessage message) {
        return message.anyPortKey == 0 || waiting.get(message.key) != null
                ? message.key
                : latest.peek(message.anyPortKey, message.key);
    }

    /**
     * Takes a reply. One without a call, or a second one, is passed over.
     *
     * @throws IOException as the taker of intervals throws it
     */
    public void reply(TrafficMessage message) throws IOException {
        time(message.nanos);
        WaitingCall call = waiting.take(message.again ? message.key : keyOf(message));
        if (call == null) {
            answered = new WaitingCall();
            return;
        }
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
        if (groups != null) {
            call.group = groups.of(call);
            call.group.reply(nanos, error);
        }
        if (slow != null) {
            slow.reply(call, nanos, message);
        }
        if (error) {
            errors.count(call.kind, message);
        }
    }

    /** Takes a mounted path and its handle. */
    public void mount(ByteSlice handle, ByteSlice path) {
        paths.mount(handle, path);
    }

    /**
     * Takes an object that a reply is about.
     *
     * @param replyId number of the record of the reply
     * @param directory the directory in which the reply finds it, or nothing
     * @param name its name there, or nothing
     * @param role as column {@code role} has it
     */
    public void object(long replyId, ByteSlice handle, ByteSlice directory, ByteSlice name, int role) {
        paths.entry(handle, directory, name);
        if (slow != null && role != ENTRY) {
            slow.object(replyId, handle, name.length() > 0, role == OBJECT);
        }
    }

    /**
     * Takes the next result within a compound.
     *
     * @param recordId number of the reply that it is in
     * @param session session of the operation, or nothing
     * @param delegation 1 if it grants a delegation for reading, 2 for writing
     */
    public void result(long recordId, ByteSlice operation, int status, ByteSlice session, int slot, int delegation) {
        compounds.result(recordId, operation, status, session, slot, delegation);
    }

    /** Returns whether the reply of a record was late and is kept, so that {@link #current} has a use for its results. */
    public boolean isSlow(long replyId) {
        return slow != null && slow.has(replyId);
    }

    /**
     * Takes the object that is current after the next result of a compound that {@link #isSlow}.
     *
     * @param replyId number of the record that the result is in
     * @param handle handle of the object, or nothing
     * @param asked name in the arguments of the operation, or nothing; {@link #asked} may have told it before
     */
    public void current(long replyId, ByteSlice operation, ByteSlice handle, ByteSlice asked) {
        if (slow != null) {
            slow.current(replyId, operation, handle, asked);
        }
    }

    /**
     * Takes the next operation in the call of a compound, after its reply and before the results.
     *
     * @param callId number of the record of the call
     * @param name name in the arguments, or nothing
     */
    public void asked(long callId, ByteSlice operation, ByteSlice name) {
        if (slow != null) {
            slow.asked(callId, operation, name);
        }
    }

    /** Takes a message of another program. */
    public void other(int program, int version, int procedure, boolean call) {
        others.count(program, version, procedure, call);
    }

    /** Takes a message of NLM, NSM or NFSACL. */
    public void sideband(SidebandMessage message) {
        sideband.count(message);
    }

    /** Takes the result of a LOCK of NFSv4 in the last reply, with the range that was asked for. */
    public void lock(ByteSlice handle, long start, long length, int status) {
        sideband.lock4(answered.clientHost, handle, start, length, status, last);
    }

    /** Returns the bytes of the paths that are remembered. */
    public long memoryBytes() {
        return paths.memoryBytes();
    }

    /**
     * Takes the read or write that the last reply is about.
     *
     * @param replyId number of the record of the reply
     */
    public void transfer(long replyId, boolean read, long offset, int bytes, ByteSlice handle) {
        all.transfer(read, bytes);
        if (slow != null) {
            slow.transfer(replyId, offset, bytes, handle);
        }
        if (answered.operation != WaitingCall.NOBODY) {
            answered.operation.transfer(read, bytes);
            answered.client.transfer(read, bytes);
            answered.server.transfer(read, bytes);
            answered.user.transfer(read, bytes);
            answered.group.transfer(read, bytes);
        }
        if (handle.length() > 0) {
            files.count(handleKeys.of(handle), handle).transfer(read, bytes);
        }
    }

    private void time(long nanos) throws IOException {
        if (groups != null) {
            groups.passTime(nanos);
        }
        first = Math.min(first, nanos);
        last = Math.max(last, nanos);
        if (lastRotation == Long.MIN_VALUE) {
            lastRotation = nanos;
        }
        if (nanos - lastRotation >= ROTATION_NANOS || waiting.size() >= MOST_WAITING) {
            lastRotation = nanos;
            waiting.rotate(this::countUnanswered);
            latest.rotate((key, call) -> {});
        }
    }

    /**
     * Returns the summary, after the last message.
     *
     * @throws IOException as the taker of intervals throws it
     */
    public TrafficSummary finish() throws IOException {
        waiting.drain(this::countUnanswered);
        boolean none = first > last;
        if (groups != null && !none) {
            groups.finish(first, last);
        }
        return new TrafficSummary(
                none ? 0 : first,
                none ? 0 : last,
                options.quantiles(),
                all.load(options.quantiles()),
                operations.lines(options.quantiles()),
                errors.lines(operations),
                clients.top(options, usage -> hosts.apply((int) usage.key)),
                servers.top(options, usage -> hosts.apply((int) usage.key)),
                users.top(options, usage -> Long.toString(usage.key)),
                files.top(options, usage -> paths.path(usage.handle)),
                slow == null ? new Slow(List.of(), 0) : slow.list(hosts, paths),
                encryptedCalls,
                compounds.compounds(),
                others.lines(),
                sideband.sideband(options));
    }
}
