package dev.mimeo.nfs.analyze;

import dev.mimeo.nfs.internal.handle.HandleKey;
import dev.mimeo.query.internal.stream.EntryOrder;
import dev.mimeo.query.internal.stream.HeavyHitters;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;

/** The file handles with most operations, in memory that does not depend on how many handles there are. */
final class BusyFileHandles extends TraceAnalysis {

    private static final ResultTable TABLE = ResultTable.of(
            "nfs_file_handle_top",
            "server:a",
            "filehandle:t",
            "operations:i",
            "operations_error:i",
            "payload_bytes:i",
            "mean_latency_us:r");

    private final AnalysisOutput output;
    private final HandleKey keys = new HandleKey();
    private final HeavyHitters top;

    /** By entry: the handle, and bytes and nanoseconds of the operations since it has one. */
    private byte[][] handles = new byte[64][];

    private long[] bytes = new long[64];
    private long[] nanos = new long[64];

    BusyFileHandles(int most, AnalysisOutput output) {
        this.output = output;
        this.top = new HeavyHitters(most, this::moved);
    }

    private void moved(int from, int to) {
        handles[to] = handles[from];
        bytes[to] = bytes[from];
        nanos[to] = nanos[from];
    }

    @Override
    String name() {
        return "fhops";
    }

    @Override
    boolean joins() {
        return true;
    }

    @Override
    void joined(JoinedRow row) {
        int entry = top.add(keys.of(row.filehandle()), Integer.toUnsignedLong(row.server()));
        if (top.count(entry) - top.error(entry) == 1) {
            if (entry >= handles.length) {
                handles = Arrays.copyOf(handles, 2 * handles.length);
            }
            bytes = EntryOrder.grown(bytes, entry + 1);
            nanos = EntryOrder.grown(nanos, entry + 1);
            handles[entry] = row.filehandle().copy();
            bytes[entry] = 0;
            nanos[entry] = 0;
        }
        bytes[entry] += row.payloadBytes();
        nanos[entry] += row.replyAt() - row.requestAt();
    }

    @Override
    void finish() throws IOException {
        int[] order = EntryOrder.of(top.size(), (a, b) -> {
            int byCount = Long.compare(top.count(b), top.count(a));
            return byCount != 0 ? byCount : Arrays.compareUnsigned(handles[a], handles[b]);
        });
        for (int entry : order) {
            long known = top.count(entry) - top.error(entry);
            double latency = nanos[entry] / 1000.0 / known;
            String handle = HexFormat.of().formatHex(handles[entry]);
            if (output.isClassic()) {
                output.text("fhtop: server " + Addresses.dotted((int) top.second(entry)) + ", fh " + handle + ": "
                        + top.count(entry) + " ops +- " + top.error(entry) + "\n");
            } else {
                output.row(TABLE, top.second(entry), handle, top.count(entry), top.error(entry), bytes[entry], latency);
            }
        }
    }

    @Override
    long memoryBytes() {
        long sum = top.memoryBytes() + 2L * Long.BYTES * bytes.length;
        for (int entry = 0; entry < top.size(); entry++) {
            sum += handles[entry].length;
        }
        return sum;
    }
}
