package dev.mimeo.nfs.convert;

import dev.mimeo.nfs.internal.handle.ByteSlice;
import dev.mimeo.nfs.internal.pcap.Packet;
import dev.mimeo.nfs.internal.rpc.Flow;
import dev.mimeo.nfs.internal.rpc.IpPacket;
import dev.mimeo.nfs.internal.rpc.RpcMessage;
import dev.mimeo.nfs.internal.summary.TrafficCollector;
import dev.mimeo.nfs.internal.summary.TrafficMessage;
import dev.mimeo.nfs.summary.LatencyBounds;

/** Gives rows to a summary instead of a file. Not thread-safe. */
final class SummaryRows implements Rows {

    private final TrafficCollector collector;
    private final LatencyBounds bounds;
    private final TrafficMessage message = new TrafficMessage();
    private final ByteSlice handle = new ByteSlice();
    private final ByteSlice directory = new ByteSlice();
    private final ByteSlice name = new ByteSlice();

    SummaryRows(TrafficCollector collector, LatencyBounds bounds) {
        this.bounds = bounds;
        this.collector = collector;
    }

    @Override
    public void common(Common row) {
        message.key = row.requestId;
        message.nanos = Packet.nanos(bounds == LatencyBounds.LAST ? row.lastTime : row.time);
        message.again = (row.flags & (MessageRows.RETRANSMISSION | MessageRows.DUPLICATE_REPLY)) != 0;
        message.version = row.version;
        message.operation.set(row.operationName);
        message.client = row.request ? row.source : row.destination;
        message.server = row.request ? row.destination : row.source;
        message.user = row.hasUser ? Integer.toUnsignedLong(row.uid) : -1;
        message.status = row.hasStatus ? row.status : 0;
        message.rpcError = row.error;
        if (row.request) {
            collector.call(message);
        } else {
            collector.reply(message);
        }
    }

    private static void set(ByteSlice to, OpaqueSlice from) {
        to.set(from.data, from.start, Math.max(0, from.length));
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
        set(handle, of);
        set(directory, in);
        set(name, entry);
        collector.paths().entry(handle, directory, name);
    }

    @Override
    public void readWrite(long requestId, long replyId, OpaqueSlice of, Transfer transfer) {
        set(handle, of);
        collector.transfer(transfer.read, transfer.bytes, handle);
    }

    @Override
    public void mount(long requestAt, long replyAt, int server, int client, OpaqueSlice path, OpaqueSlice of) {
        set(handle, of);
        set(name, path);
        collector.paths().mount(handle, name);
    }

    @Override
    public void directoryEntry(
            long requestId, long replyId, OpaqueSlice in, OpaqueSlice entry, long fileId, OpaqueSlice of) {
        // Those with attributes come as such.
    }

    @Override
    public void operation(Operation row) {
        // Compounds count as a whole.
    }

    @Override
    public void other(RpcMessage other, int program, int version, int procedure) {
        // Counted by program.
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
