package dev.mimeo.nfs.analyze;

import dev.mimeo.nfs.internal.handle.ByteSlice;
import dev.mimeo.nfs.internal.rpc.Hash;
import dev.mimeo.nfs.internal.summary.TrafficCollector;
import dev.mimeo.nfs.internal.summary.TrafficMessage;
import dev.mimeo.nfs.summary.LatencyBounds;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Gives the rows of traces to a summary. Calls and replies match by hosts, ports and transaction. */
final class SummaryAnalysis extends TraceAnalysis {

    private static final Set<String> COMMON_COLUMNS = Set.of(
            "record_id",
            "packet_at",
            "last_packet_at",
            "source",
            "source_port",
            "dest",
            "dest_port",
            "is_udp",
            "is_request",
            "nfs_version",
            "transaction_id",
            "operation",
            "rpc_status",
            "uid",
            "rpc_error",
            "flags");

    /** Flags of messages that were sent again, and of second replies. */
    private static final int REPEATED = 2 | 4;

    /** Flag of messages whose arguments or results cannot be read. */
    private static final int OPAQUE = 8;

    private static final int ANY_PORT = -1;

    private final TrafficCollector collector;
    private final boolean last;
    private final TrafficMessage message = new TrafficMessage();
    private final ByteSlice handle = new ByteSlice();
    private final ByteSlice directory = new ByteSlice();
    private final ByteSlice name = new ByteSlice();
    private final ByteSlice operation = new ByteSlice();

    SummaryAnalysis(TrafficCollector collector) {
        this.collector = collector;
        this.last = collector.bounds() == LatencyBounds.LAST;
    }

    @Override
    String name() {
        return "summary";
    }

    @Override
    Set<String> columns(TraceTable table) {
        return switch (table) {
            case COMMON -> COMMON_COLUMNS;
            case ATTRIBUTES ->
                collector.wantsObjects()
                        ? Set.of("reply_id", "filehandle", "lookup_dir_filehandle", "filename", "role")
                        : Set.of("reply_id", "filehandle", "lookup_dir_filehandle", "filename");
            case READ_WRITE -> Set.of("reply_id", "filehandle", "is_read", "offset", "bytes");
            case MOUNTS -> Set.of("server", "pathname", "filehandle");
            case COMPOUNDS -> compoundColumns();
            default -> Set.of();
        };
    }

    private Set<String> compoundColumns() {
        Set<String> columns = new HashSet<>(
                Set.of("record_id", "is_request", "operation", "status", "session", "slot", "delegation"));
        if (collector.wantsObjects()) {
            columns.addAll(Set.of("filehandle", "name"));
        }
        return columns;
    }

    /** Then a read or write comes next to its reply. */
    @Override
    boolean joins() {
        return true;
    }

    @Override
    void common(CommonRows rows, int row) throws IOException {
        boolean call = rows.isRequest(row);
        message.client = call ? rows.source(row) : rows.dest(row);
        message.server = call ? rows.dest(row) : rows.source(row);
        message.key = key(rows, row, call ? rows.sourcePort(row) : rows.destPort(row));
        message.anyPortKey = key(rows, row, ANY_PORT);
        message.recordId = rows.recordId(row);
        message.nanos = last ? rows.lastTimeNanos(row) : rows.timeNanos(row);
        message.again = (rows.flags(row) & REPEATED) != 0;
        message.opaque = (rows.flags(row) & OPAQUE) != 0;
        message.version = rows.version(row);
        rows.operationName(row, message.operation);
        message.user = rows.user(row);
        message.status = rows.status(row);
        message.rpcError = rows.rpcError(row);
        if (call) {
            collector.call(message);
        } else {
            collector.reply(message);
        }
    }

    /** Returns the key of the transaction of the message. */
    private long key(CommonRows rows, int row, int clientPort) {
        return Hash.transaction(
                rows.isUdp(row),
                message.client,
                clientPort,
                message.server,
                rows.isRequest(row) ? rows.destPort(row) : rows.sourcePort(row),
                rows.transaction(row));
    }

    @Override
    void attributes(AttributeRows rows, int row) {
        rows.filehandle(row, handle);
        rows.directory(row, directory);
        rows.filename(row, name);
        collector.object(rows.replyId(row), handle, directory, name, rows.role(row));
    }

    @Override
    void readWrite(ReadWriteRows rows, int row) {
        rows.filehandle(row, handle);
        collector.transfer(rows.replyId(row), rows.isRead(row), rows.offset(row), rows.bytes(row), handle);
    }

    @Override
    void mount(MountRows rows, int row) {
        rows.filehandle(row, handle);
        rows.path(row, name);
        collector.mount(handle, name);
    }

    @Override
    void compound(CompoundRows rows, int row) {
        rows.operation(row, operation);
        rows.name(row, name);
        if (rows.isRequest(row)) {
            collector.asked(rows.recordId(row), operation, name);
        } else if (rows.hasStatus(row)) {
            rows.session(row, handle);
            int slot = rows.hasSlot(row) ? rows.slot(row) : -1;
            collector.result(rows.recordId(row), operation, rows.status(row), handle, slot, rows.delegation(row));
            if (collector.isSlow(rows.recordId(row))) {
                rows.filehandle(row, handle);
                collector.current(rows.recordId(row), operation, handle, name);
            }
        }
    }

    @Override
    void finish() {
        // The summary is taken from the collector.
    }

    @Override
    long memoryBytes() {
        return collector.memoryBytes();
    }
}
