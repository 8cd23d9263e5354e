package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.VariableColumn;
import dev.mimeo.nfs.internal.pcap.Packet;
import dev.mimeo.nfs.internal.summary.SidebandMessage;
import dev.mimeo.nfs.internal.summary.TrafficCollector;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
    private final int time;
    private final int request;
    private final int source;
    private final int destination;
    private final int program;
    private final int version;
    private final int operation;
    private final int error;
    private final int status;
    private final int handle;
    private final int owner;
    private final int cookie;
    private final int process;
    private final int offset;
    private final int length;
    private final SidebandMessage message = new SidebandMessage();

    private SidebandRows(ExtentType type) {
        this.type = type;
        time = type.indexOf("packet_at");
        request = type.indexOf("is_request");
        source = type.indexOf("source");
        destination = type.indexOf("dest");
        program = type.indexOf("program");
        version = type.indexOf("version");
        operation = type.indexOf("operation");
        error = type.indexOf("rpc_error");
        status = type.indexOf("status");
        handle = type.indexOf("filehandle");
        owner = type.indexOf("owner");
        cookie = type.indexOf("cookie");
        process = type.indexOf("process");
        offset = type.indexOf("offset");
        length = type.indexOf("length");
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
        long[] times = extent.longs(time);
        boolean[] requests = extent.booleans(request);
        int[] sources = extent.ints(source);
        int[] destinations = extent.ints(destination);
        int[] programs = extent.ints(program);
        int[] versions = extent.ints(version);
        int[] statuses = extent.ints(status);
        int[] processes = extent.ints(process);
        long[] offsets = extent.longs(offset);
        long[] lengths = extent.longs(length);
        VariableColumn operations = extent.variables(operation);
        VariableColumn handles = extent.variables(handle);
        VariableColumn owners = extent.variables(owner);
        VariableColumn cookies = extent.variables(cookie);
        boolean[] noError = nulls(extent, error);
        boolean[] noStatus = nulls(extent, status);
        boolean[] noRange = nulls(extent, process);
        boolean[] noOperation = nulls(extent, operation);
        boolean[] noHandle = nulls(extent, handle);
        boolean[] noOwner = nulls(extent, owner);
        boolean[] noCookie = nulls(extent, cookie);
        for (int row = 0; row < extent.rows(); row++) {
            message.nanos = Packet.nanos(times[row]);
            message.call = requests[row];
            message.source = sources[row];
            message.destination = destinations[row];
            message.program = programs[row];
            message.version = versions[row];
            message.operation.set(operations, row, noOperation);
            message.hasStatus = !isNull(noStatus, row) && isNull(noError, row);
            message.status = statuses[row];
            message.handle.set(handles, row, noHandle);
            message.owner.set(owners, row, noOwner);
            message.cookie.set(cookies, row, noCookie);
            message.hasRange = !isNull(noRange, row);
            message.process = processes[row];
            message.start = offsets[row];
            message.length = lengths[row];
            collector.sideband(message);
        }
    }

    /** Returns the rows without a value; null if each has one. */
    private boolean @Nullable [] nulls(Extent extent, int column) {
        return type.fields().get(column).nullable() ? extent.nulls(column) : null;
    }

    private static boolean isNull(boolean @Nullable [] nulls, int row) {
        return nulls != null && nulls[row];
    }
}
