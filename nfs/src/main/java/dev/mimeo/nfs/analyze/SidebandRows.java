package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.nfs.internal.handle.ByteSlice;
import dev.mimeo.nfs.internal.pcap.Packet;
import dev.mimeo.nfs.internal.summary.SidebandMessage;
import dev.mimeo.nfs.internal.summary.TrafficCollector;
import java.io.IOException;
import java.util.Map;

/** Hands the messages of NLM, NSM and NFSACL of a trace to a summary. For one thread. */
final class SidebandRows {

    private static final String TABLE = "Trace::NFS::sideband";

    private static final Map<String, FieldType> COLUMNS = Map.ofEntries(
            Map.entry("packet_at", FieldType.INT64),
            Map.entry("source", FieldType.INT32),
            Map.entry("dest", FieldType.INT32),
            Map.entry("is_request", FieldType.BOOL),
            Map.entry("program", FieldType.INT32),
            Map.entry("version", FieldType.INT32),
            Map.entry("operation", FieldType.VARIABLE32),
            Map.entry("rpc_error", FieldType.INT32),
            Map.entry("status", FieldType.INT32),
            Map.entry("filehandle", FieldType.VARIABLE32),
            Map.entry("owner", FieldType.VARIABLE32),
            Map.entry("cookie", FieldType.VARIABLE32),
            Map.entry("process", FieldType.INT32),
            Map.entry("offset", FieldType.INT64),
            Map.entry("length", FieldType.INT64));

    private final ExtentType type;
    private final SidebandMessage message = new SidebandMessage();

    private SidebandRows(ExtentType type) {
        this.type = type;
    }

    /** Reads the table, if the trace has it. */
    static void read(DataSeriesReader reader, TrafficCollector collector) throws IOException {
        for (ExtentType type : reader.types()) {
            if (type.name().equals(TABLE) && COLUMNS.entrySet().stream().allMatch(column -> has(type, column))) {
                SidebandRows rows = new SidebandRows(type);
                try (ExtentSource source = reader.extents(TABLE, 1)) {
                    for (Extent extent = source.next(); extent != null; extent = source.next()) {
                        rows.take(extent, collector);
                    }
                }
            }
        }
    }

    private static boolean has(ExtentType type, Map.Entry<String, FieldType> column) {
        return type.hasField(column.getKey())
                && type.fields().get(type.indexOf(column.getKey())).type() == column.getValue();
    }

    private void take(Extent extent, TrafficCollector collector) {
        for (int row = 0; row < extent.rows(); row++) {
            message.nanos = Packet.nanos(extent.longs(type.indexOf("packet_at"))[row]);
            message.call = extent.booleans(type.indexOf("is_request"))[row];
            message.source = extent.ints(type.indexOf("source"))[row];
            message.destination = extent.ints(type.indexOf("dest"))[row];
            message.program = extent.ints(type.indexOf("program"))[row];
            message.version = extent.ints(type.indexOf("version"))[row];
            set(message.operation, extent, "operation", row);
            message.hasStatus = !isNull(extent, "status", row) && isNull(extent, "rpc_error", row);
            message.status = extent.ints(type.indexOf("status"))[row];
            set(message.handle, extent, "filehandle", row);
            set(message.owner, extent, "owner", row);
            set(message.cookie, extent, "cookie", row);
            message.hasRange = !isNull(extent, "process", row);
            message.process = extent.ints(type.indexOf("process"))[row];
            message.start = extent.longs(type.indexOf("offset"))[row];
            message.length = extent.longs(type.indexOf("length"))[row];
            collector.sideband(message);
        }
    }

    private boolean isNull(Extent extent, String column, int row) {
        return type.fields().get(type.indexOf(column)).nullable() && extent.nulls(type.indexOf(column))[row];
    }

    private void set(ByteSlice target, Extent extent, String column, int row) {
        int index = type.indexOf(column);
        target.set(extent.variables(index), row, type.fields().get(index).nullable() ? extent.nulls(index) : null);
    }
}
