package dev.mimeo.nfs.convert;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.internal.rpc.Flow;
import dev.mimeo.nfs.internal.rpc.Hosts;
import dev.mimeo.nfs.internal.rpc.IpPacket;
import dev.mimeo.nfs.internal.rpc.RpcMessage;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the tables to a file. Fields are numbered as {@code types.xml} has them. Not thread-safe. */
final class NfsTables implements Rows {

    private static final byte[][] TYPES = Procedures.names(List.of(
            "*non-file*",
            "file",
            "directory",
            "block-dev",
            "char-dev",
            "symlink",
            "socket",
            "named-pipe",
            "attr-dir",
            "named-attr"));

    private static final byte[] UNKNOWN_TYPE = "unknown".getBytes(US_ASCII);

    private static final int MAX_OCTET = 255;

    private final DataSeriesWriter writer;
    private final int extentBytes;
    private final NfsConverter.Options options;

    /** In the order in which the last extents of the tables are written. */
    private final Map<String, ExtentOutput> outputs = new LinkedHashMap<>();

    private final ExtentOutput common;
    private final ExtentOutput attributes;
    private final ExtentOutput transfers;
    private final ExtentOutput mounts;
    private final ExtentOutput packets;
    private final ExtentOutput operations;
    private final ExtentOutput entries;
    private final ExtentOutput others;
    private final SidebandTable sideband;
    private final ExtentOutput unmatched;
    private final AnonymousFields fields;
    private final SummaryTables summaries;

    /** Whether the published traces have attributes of the reply whose row was written last. */
    private boolean classicReply;

    NfsTables(DataSeriesWriter writer, int extentBytes, NfsConverter.Options options) {
        this.writer = writer;
        this.extentBytes = extentBytes;
        this.options = options;
        common = output("Trace::NFS::common");
        attributes = output("Trace::NFS::attr-ops");
        transfers = output("Trace::NFS::read-write");
        mounts = output("Trace::NFS::mount");
        operations = output("Trace::NFS::v4-op");
        entries = output("Trace::NFS::dir-entry");
        packets = output("Trace::Network::IP");
        others = output("Trace::RPC::other");
        unmatched = output("Trace::RPC::unmatched-reply");
        fields = new AnonymousFields(options.names(), options.identities());
        sideband = new SidebandTable(output("Trace::NFS::sideband"), fields);
        summaries = new SummaryTables(this::output, fields);
    }

    private ExtentOutput output(String name) {
        ExtentType type = NfsTypes.of(name);
        return outputs.computeIfAbsent(name, key -> new ExtentOutput(writer, type, extentBytes));
    }

    /** Returns a number of 32 bits of a message as a byte; 255 stands for all that do not fit, which no protocol defines. */
    static int octet(int number) {
        return Integer.compareUnsigned(number, MAX_OCTET) > 0 ? MAX_OCTET : number;
    }

    @Override
    public void common(Common row) throws IOException {
        classicReply = row.version == 3 && Decoder3.isClassic(row.operation);
        ExtentBuilder to = common.addRow();
        to.setLong(0, row.time);
        to.setInt(1, fields.host(row.source));
        to.setInt(2, row.sourcePort);
        to.setInt(3, fields.host(row.destination));
        to.setInt(4, row.destinationPort);
        // A field that is not set is 0 and not null.
        if (row.udp) {
            to.setBoolean(5, true);
        }
        if (row.request) {
            to.setBoolean(6, true);
        }
        if (row.version >= 0) {
            to.setByte(7, row.version);
        } else {
            to.setNull(7);
        }
        to.setInt(8, row.transaction);
        to.setByte(9, octet(row.operation));
        to.setBytes(10, row.operationName);
        if (row.hasStatus) {
            to.setInt(11, row.status);
        } else {
            to.setNull(11);
        }
        to.setInt(12, row.payload);
        to.setLong(13, row.recordId);
        to.setInt(14, row.length);
        to.setLong(15, row.lastTime);
        if (row.minorVersion >= 0) {
            to.setByte(16, octet(row.minorVersion));
        } else {
            to.setNull(16);
        }
        if (row.hasUser && options.ids()) {
            fields.ids(to, 17, row.uid, row.gid);
        } else {
            to.setNull(17);
            to.setNull(18);
        }
        if (row.error != 0) {
            to.setByte(19, row.error);
        } else {
            to.setNull(19);
        }
        if (row.flags != 0) {
            to.setByte(20, row.flags);
        }
    }

    @Override
    public void attributes(
            long requestId,
            long replyId,
            OpaqueSlice name,
            OpaqueSlice handle,
            OpaqueSlice directory,
            Attributes of,
            int role)
            throws IOException {
        if (options.classicAttributes() && !(classicReply && (role == OBJECT || role == ENTRY))) {
            return;
        }
        ExtentBuilder to = attributes.addRow();
        to.setLong(0, requestId);
        to.setLong(1, replyId);
        fields.optionalName(to, 2, name);
        fields.handle(to, 3, handle);
        fields.optionalHandle(to, 4, directory);
        to.setByte(5, octet(of.type));
        to.setBytes(6, of.type >= 0 && of.type < TYPES.length ? TYPES[of.type] : UNKNOWN_TYPE);
        to.setInt(7, of.mode);
        to.setInt(8, of.links);
        fields.ids(to, 9, of.uid, of.gid);
        to.setLong(11, of.size);
        to.setLong(12, of.used);
        to.setLong(13, of.accessTime);
        to.setLong(14, of.modifyTime);
        to.setLong(15, of.changeTime);
        to.setLong(16, of.fsid);
        to.setLong(17, of.fileId);
        to.setByte(18, role);
    }

    @Override
    public void readWrite(long requestId, long replyId, OpaqueSlice handle, Transfer transfer) throws IOException {
        ExtentBuilder to = transfers.addRow();
        to.setLong(0, requestId);
        to.setLong(1, replyId);
        fields.handle(to, 2, handle);
        to.setBoolean(3, transfer.read);
        to.setLong(4, transfer.offset);
        to.setInt(5, transfer.bytes);
        to.setInt(6, transfer.requested);
        if (transfer.stable >= 0) {
            to.setByte(7, octet(transfer.stable));
        } else {
            to.setNull(7);
        }
        if (transfer.end >= 0) {
            to.setBoolean(8, transfer.end != 0);
        } else {
            to.setNull(8);
        }
        if (transfer.holes >= 0) {
            to.setLong(9, transfer.holes);
        } else {
            to.setNull(9);
        }
    }

    @Override
    public void directoryEntry(
            long requestId, long replyId, OpaqueSlice directory, OpaqueSlice name, long fileId, OpaqueSlice handle)
            throws IOException {
        ExtentBuilder to = entries.addRow();
        to.setLong(0, requestId);
        to.setLong(1, replyId);
        fields.handle(to, 2, directory);
        fields.name(to, 3, name);
        if (fileId == -1) {
            to.setNull(4);
        } else {
            to.setLong(4, fileId);
        }
        fields.optionalHandle(to, 5, handle);
    }

    @Override
    public void operation(Operation row) throws IOException {
        ExtentBuilder to = operations.addRow();
        to.setLong(0, row.recordId);
        to.setBoolean(1, row.request);
        to.setByte(2, octet(row.index));
        to.setByte(3, row.number);
        to.setBytes(4, row.name);
        if (row.hasStatus) {
            to.setInt(5, row.status);
        } else {
            to.setNull(5);
        }
        fields.optionalHandle(to, 6, row.handle);
        fields.optionalName(to, 7, row.file);
        AnonymousFields.optional(to, 8, row.stateId);
        if (row.hasOffset) {
            to.setLong(9, row.offset);
        } else {
            to.setNull(9);
        }
        if (row.hasLength) {
            to.setLong(10, row.length);
        } else {
            to.setNull(10);
        }
        AnonymousFields.optional(to, 11, row.session);
        if (row.hasSlot) {
            to.setInt(12, row.slot);
            to.setInt(13, row.sequence);
        } else {
            to.setNull(12);
            to.setNull(13);
        }
        if (row.delegation == 0) {
            to.setNull(14);
        } else {
            to.setByte(14, row.delegation);
        }
    }

    @Override
    public void mount(long requestAt, long replyAt, int server, int client, OpaqueSlice path, OpaqueSlice handle)
            throws IOException {
        ExtentBuilder to = mounts.addRow();
        to.setLong(0, requestAt);
        to.setLong(1, replyAt);
        to.setInt(2, fields.host(server));
        to.setInt(3, fields.host(client));
        fields.name(to, 4, path);
        fields.handle(to, 5, handle);
    }

    @Override
    public void other(RpcMessage message, int program, int version, int procedure) throws IOException {
        if (!options.otherPrograms()) {
            return;
        }
        ExtentBuilder to = others.addRow();
        to.setLong(0, message.time());
        fields.ends(to, message);
        to.setBoolean(5, message.isUdp());
        to.setBoolean(6, message.header().isCall());
        to.setInt(7, program);
        to.setInt(8, version);
        to.setInt(9, procedure);
        to.setInt(10, message.header().transaction());
        to.setInt(11, message.length());
        if (message.header().error() != 0) {
            to.setByte(12, message.header().error());
        } else {
            to.setNull(12);
        }
    }

    @Override
    public void sideband(RpcMessage message, SidebandRow row) throws IOException {
        sideband.add(message, row);
    }

    @Override
    public void unmatchedReply(RpcMessage reply) throws IOException {
        ExtentBuilder to = unmatched.addRow();
        to.setLong(0, reply.time());
        fields.ends(to, reply);
        to.setInt(5, reply.header().transaction());
        to.setInt(6, reply.length());
    }

    @Override
    public void packet(IpPacket packet) throws IOException {
        if (!options.packets()) {
            return;
        }
        summaries.packet(packet.time(), packet.wireLength());
        ExtentBuilder to = packets.addRow();
        to.setLong(0, packet.time());
        to.setInt(1, fields.host(packet.source()));
        to.setInt(2, fields.host(packet.destination()));
        to.setInt(3, packet.wireLength());
        // A field that is not set is 0 and not null.
        if (packet.isUdp()) {
            to.setBoolean(4, true);
        } else if (!packet.isTcp()) {
            to.setNull(4);
        }
        if (packet.hasPorts()) {
            to.setInt(5, packet.sourcePort());
            to.setInt(6, packet.destinationPort());
        } else {
            to.setNull(5);
            to.setNull(6);
        }
        if (packet.fragmentOffset() != 0) {
            to.setBoolean(7, true);
        }
        if (packet.hasPorts() && packet.isTcp()) {
            to.setInt(8, packet.sequence());
            to.setInt(9, packet.acknowledgement());
            to.setByte(10, packet.tcpFlags());
        } else {
            to.setNull(8);
            to.setNull(9);
            to.setNull(10);
        }
        to.setInt(11, packet.payloadLength());
        to.setInt(12, packet.id());
    }

    @Override
    public void flow(Flow flow) throws IOException {
        summaries.flow(flow);
    }

    /** Writes what is left and the tables about the whole. */
    void finish(Hosts hosts, Counters counters, long firstRecord, long nextRecord, Map<String, String> stamp)
            throws IOException {
        summaries.write(hosts, counters, firstRecord, nextRecord, stamp);
        for (ExtentOutput output : outputs.values()) {
            output.close();
        }
    }
}
