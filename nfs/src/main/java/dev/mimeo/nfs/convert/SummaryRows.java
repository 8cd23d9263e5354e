package dev.mimeo.nfs.convert;

import dev.mimeo.nfs.internal.handle.ByteSlice;
import dev.mimeo.nfs.internal.pcap.Packet;
import dev.mimeo.nfs.internal.rpc.Flow;
import dev.mimeo.nfs.internal.rpc.IpPacket;
import dev.mimeo.nfs.internal.rpc.RpcMessage;
import dev.mimeo.nfs.internal.summary.ProgramNames;
import dev.mimeo.nfs.internal.summary.SidebandMessage;
import dev.mimeo.nfs.internal.summary.TrafficCollector;
import dev.mimeo.nfs.internal.summary.TrafficMessage;
import dev.mimeo.nfs.summary.LatencyBounds;
import java.io.IOException;

/** Gives rows to a summary instead of a file. Not thread-safe. */
final class SummaryRows implements Rows {

    private final TrafficCollector collector;
    private final AnonymousFields fields;
    private final boolean last;
    private final TrafficMessage message = new TrafficMessage();
    private final ByteSlice handle = new ByteSlice();
    private final ByteSlice directory = new ByteSlice();
    private final ByteSlice name = new ByteSlice();
    private final ByteSlice asked = new ByteSlice();
    private final SidebandMessage beside = new SidebandMessage();

    SummaryRows(TrafficCollector collector, AnonymousFields fields) {
        this.collector = collector;
        this.fields = fields;
        this.last = collector.bounds() == LatencyBounds.LAST;
    }

    @Override
    public void common(Common row) throws IOException {
        message.key = row.requestId;
        message.recordId = row.recordId;
        message.nanos = Packet.nanos(last ? row.lastTime : row.time);
        message.again = (row.flags & (MessageRows.RETRANSMISSION | MessageRows.DUPLICATE_REPLY)) != 0;
        message.opaque = (row.flags & MessageRows.OPAQUE) != 0;
        // As summaries of tables have it.
        message.version = Math.max(0, row.version);
        message.operation.set(row.operationName);
        message.client = fields.host(row.request ? row.source : row.destination);
        message.server = fields.host(row.request ? row.destination : row.source);
        message.user = row.hasUser ? Integer.toUnsignedLong(fields.user(row.uid)) : -1;
        message.status = row.hasStatus ? row.status : 0;
        message.rpcError = row.error;
        if (row.request) {
            collector.call(message);
        } else {
            collector.reply(message);
        }
    }

    @Override
    public void attributes(
            long requestId,
            long replyId,
            OpaqueSlice entry,
            OpaqueSlice of,
            OpaqueSlice in,
            Attributes attributes,
            int role) {
        fields.handle(of, handle);
        fields.handle(in, directory);
        fields.name(entry, name);
        collector.object(replyId, handle, directory, name, role);
    }

    @Override
    public void readWrite(long requestId, long replyId, OpaqueSlice of, Transfer transfer) {
        fields.handle(of, handle);
        collector.transfer(replyId, transfer.read, transfer.offset, transfer.bytes, handle);
    }

    @Override
    public void mount(long requestAt, long replyAt, int server, int client, OpaqueSlice path, OpaqueSlice of) {
        fields.handle(of, handle);
        fields.name(path, name);
        collector.mount(handle, name);
    }

    @Override
    public void directoryEntry(
            long requestId, long replyId, OpaqueSlice in, OpaqueSlice entry, long fileId, OpaqueSlice of) {
        // Those with attributes come as such.
    }

    @Override
    public void operation(Operation row) {
        if (!row.request && row.hasStatus) {
            name.set(row.name);
            handle.set(row.session.data, row.session.start, Math.max(0, row.session.length));
            collector.result(row.recordId, name, row.status, handle, row.hasSlot ? row.slot : -1, row.delegation);
            if (row.lockLength != 0) {
                fields.handle(row.handle, handle);
                collector.lock(handle, row.lockStart, row.lockLength, row.status);
            }
            if (collector.isSlow(row.recordId)) {
                fields.handle(row.handle, handle);
                fields.name(row.asked, asked);
                collector.current(row.recordId, name, handle, asked);
            }
        }
    }

    @Override
    public void other(RpcMessage other, int program, int version, int procedure) {
        collector.other(program, version, procedure, other.header().isCall());
    }

    @Override
    public void sideband(RpcMessage of, SidebandRow row) {
        boolean call = of.header().isCall();
        beside.nanos = Packet.nanos(of.time());
        beside.call = call;
        beside.source = fields.host(of.source());
        beside.destination = fields.host(of.destination());
        beside.program = row.program;
        beside.version = row.version;
        beside.operation.set(ProgramNames.encodedProcedure(row.program, row.version, row.procedure));
        beside.hasStatus = row.hasStatus && of.header().error() == 0;
        beside.status = row.status;
        fields.handle(row.handle, beside.handle);
        fields.name(row.owner, beside.owner);
        beside.cookie.set(row.cookie.data, row.cookie.start, Math.max(0, row.cookie.length));
        beside.hasRange = row.hasRange;
        beside.process = row.process;
        beside.start = row.offset;
        beside.length = row.length;
        collector.sideband(beside);
    }

    @Override
    public void unmatchedReply(RpcMessage reply) {
        // Counted.
    }

    @Override
    public void packet(IpPacket packet) {
        // Counted.
    }

    @Override
    public void flow(Flow flow) {
        // Counted.
    }
}
