package dev.mimeo.nfs.analyze;

import dev.mimeo.internal.text.CNumberFormat;
import dev.mimeo.nfs.internal.handle.ByteSlice;
import dev.mimeo.query.internal.stream.ByteStringTable;
import dev.mimeo.query.internal.stream.EntryOrder;
import dev.mimeo.query.internal.stream.TupleTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Operations, bytes and latency by server, file handle and operation, by server and file handle, and by server and file
 * system. The memory is that of the different handles.
 */
final class FileHandleOperations extends TraceAnalysis {

    private static final ResultTable SYSTEMS = ResultTable.of(
            "nfs_file_system_operations",
            "server:a",
            "file_system:t",
            "operations:i",
            "payload_bytes:i",
            "mean_latency_us:r");
    private static final ResultTable HANDLES = ResultTable.of(
            "nfs_file_handle_operations",
            "server:a",
            "operation:t",
            "filehandle:t",
            "operations:i",
            "payload_bytes:i",
            "mean_latency_us:r");
    private static final int MAX_SYSTEMS = 100_000;
    private static final double MIB = 1024 * 1024;
    private static final int OPERATION_BITS = 8;

    /** Bytes of the handles of which the part of the file system is known. */
    private static final int SPLIT_HANDLE = 32;

    private final AnalysisOutput output;
    private final ByteStringTable handles = new ByteStringTable();

    /** By server, then by handle and operation. */
    private final TupleTable groups = new TupleTable();

    private final EntrySums sums = new EntrySums();
    private final Map<String, String> mounts = new HashMap<>();
    private final ByteSlice slice = new ByteSlice();
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    /** Count, bytes and nanoseconds of entries. */
    private static final class EntrySums {
        private long[] counts = {0};
        private long[] bytes = {0};
        private long[] nanos = {0};

        void add(int entry, long count, long moreBytes, long moreNanos) {
            counts = EntryOrder.grown(counts, entry + 1);
            bytes = EntryOrder.grown(bytes, entry + 1);
            nanos = EntryOrder.grown(nanos, entry + 1);
            counts[entry] += count;
            bytes[entry] += moreBytes;
            nanos[entry] += moreNanos;
        }

        double meanMicros(int entry) {
            return nanos[entry] / 1000.0 / counts[entry];
        }

        String text(int entry) {
            return counts[entry] + " ops " + CNumberFormat.fixed(bytes[entry] / MIB, 3) + " MB, "
                    + CNumberFormat.fixed(meanMicros(entry), 3) + " us avg lat\n";
        }
    }

    FileHandleOperations(AnalysisOutput output) {
        this.output = output;
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
    Set<String> columns(TraceTable table) {
        return table == TraceTable.MOUNTS ? Set.of("server", "pathname", "filehandle") : Set.of();
    }

    @Override
    void mount(MountRows rows, int row) {
        rows.filehandle(row, slice);
        String system = fileSystem(slice.copy());
        rows.path(row, slice);
        if (mounts.size() < MAX_SYSTEMS) {
            mounts.putIfAbsent(Integer.toUnsignedString(rows.server(row)) + system, slice.text());
        }
    }

    @Override
    void joined(JoinedRow row) {
        ByteSlice handle = row.filehandle();
        int number = handles.number(handle.array(), handle.offset(), handle.length());
        int group = groups.add(Integer.toUnsignedLong(row.server()), (long) number << OPERATION_BITS | row.operation());
        sums.add(group, 1, row.payloadBytes(), row.replyAt() - row.requestAt());
        first = Math.min(first, row.requestAt());
        last = Math.max(last, row.replyAt());
    }

    /** Returns the part of a handle that all files of its file system have, as NetApp servers make 32-byte handles. */
    private static String fileSystem(byte[] handle) {
        if (handle.length == SPLIT_HANDLE) {
            Arrays.fill(handle, 12, 20, (byte) 0);
        }
        return HexFormat.of().formatHex(handle);
    }

    /** Sums by file system: system i is that of server {@code keys.first(i)} with name number {@code keys.second(i)}. */
    private static final class SystemRollup {
        private final TupleTable keys = new TupleTable();
        private final ByteStringTable names = new ByteStringTable();
        private final EntrySums sums = new EntrySums();

        /** Groups of files whose systems are too many to be listed. */
        private int outside;

        byte[] name(int system) {
            return names.bytes((int) keys.second(system));
        }

        int[] order() {
            return EntryOrder.of(keys.size(), (a, b) -> {
                int byServer = Long.compare(keys.first(a), keys.first(b));
                return byServer != 0 ? byServer : names.compare((int) keys.second(a), (int) keys.second(b));
            });
        }
    }

    @Override
    void finish() throws IOException {
        int[] order = EntryOrder.of(groups.size(), this::compare);
        SystemRollup systems = rollUp(order);
        if (output.isClassic()) {
            StringBuilder text = new StringBuilder();
            ClassicText.begin(text, "OperationByFileHandle");
            text.append("Time range: ")
                    .append(CNumberFormat.fixed(first / 1e9, 3))
                    .append(" .. ");
            text.append(CNumberFormat.fixed(last / 1e9, 3)).append("; ").append(systems.outside);
            text.append(" out of bounds\nFileSystem Rollup:\n");
            output.text(text);
        }
        for (int system : systems.order()) {
            printSystem(systems.keys.first(system), systems.name(system), systems.sums, system);
        }
        printFiles(order);
        if (output.isClassic()) {
            output.text("\nFH/Op Rollup:\n");
        }
        for (int group : order) {
            String operation = Operations.name((int) groups.second(group) & 0xff);
            printHandle("fhoprollup", groups.first(group), operation, handle(group), sums, group);
        }
        if (output.isClassic()) {
            StringBuilder text = new StringBuilder();
            ClassicText.end(text, "OperationByFileHandle");
            output.text(text);
        }
    }

    /** Adds up the sums of files by their file systems. */
    private SystemRollup rollUp(int[] order) {
        SystemRollup systems = new SystemRollup();
        for (int start = 0, end; start < order.length; start = end) {
            end = endOfFile(order, start);
            byte[] name = HexFormat.of().parseHex(fileSystem(handles.bytes(handle(order[start]))));
            if (systems.names.size() >= MAX_SYSTEMS && systems.names.find(name, 0, name.length) < 0) {
                systems.outside += end - start;
                continue;
            }
            EntrySums file = sumOf(order, start, end);
            int number = systems.names.number(name, 0, name.length);
            int system = systems.keys.add(groups.first(order[start]), number);
            systems.sums.add(system, file.counts[0], file.bytes[0], file.nanos[0]);
        }
        return systems;
    }

    private void printFiles(int[] order) throws IOException {
        if (output.isClassic()) {
            output.text("\nFH Rollup (" + countFiles(order) + "," + handles.size() + "):\n");
        }
        for (int start = 0, end; start < order.length; start = end) {
            end = endOfFile(order, start);
            printHandle(
                    "fhrollup", groups.first(order[start]), null, handle(order[start]), sumOf(order, start, end), 0);
        }
    }

    private int countFiles(int[] order) {
        int files = 0;
        for (int start = 0; start < order.length; start = endOfFile(order, start)) {
            files++;
        }
        return files;
    }

    private int compare(int a, int b) {
        int byServer = Long.compare(groups.first(a), groups.first(b));
        if (byServer != 0) {
            return byServer;
        }
        return handle(a) != handle(b)
                ? handles.compare(handle(a), handle(b))
                : Long.compare(groups.second(a), groups.second(b));
    }

    private int handle(int group) {
        return (int) (groups.second(group) >>> OPERATION_BITS);
    }

    /** Returns where, in the order of files, the operations of the one at a place end. */
    private int endOfFile(int[] order, int start) {
        int end = start + 1;
        while (end < order.length
                && handle(order[end]) == handle(order[start])
                && groups.first(order[end]) == groups.first(order[start])) {
            end++;
        }
        return end;
    }

    private EntrySums sumOf(int[] order, int start, int end) {
        EntrySums sum = new EntrySums();
        for (int place = start; place < end; place++) {
            sum.add(0, sums.counts[order[place]], sums.bytes[order[place]], sums.nanos[order[place]]);
        }
        return sum;
    }

    private void printSystem(long server, byte[] system, EntrySums of, int entry) throws IOException {
        String hex = HexFormat.of().formatHex(system);
        String mount = mounts.get(server + hex);
        String name = mount == null ? "unknown:" + hex : mount;
        if (output.isClassic()) {
            output.text("fsrollup: server " + Addresses.dotted((int) server) + ", fs " + name + ": " + of.text(entry));
        } else {
            output.row(SYSTEMS, server, name, of.counts[entry], of.bytes[entry], of.meanMicros(entry));
        }
    }

    private void printHandle(String title, long server, @Nullable String operation, int handle, EntrySums of, int entry)
            throws IOException {
        String hex = HexFormat.of().formatHex(handles.bytes(handle));
        if (output.isClassic()) {
            output.text(title + ": server " + Addresses.dotted((int) server)
                    + (operation == null ? "" : ", op " + operation) + ", fh " + hex + ": " + of.text(entry));
        } else {
            output.row(HANDLES, server, operation, hex, of.counts[entry], of.bytes[entry], of.meanMicros(entry));
        }
    }

    @Override
    long memoryBytes() {
        return handles.memoryBytes() + groups.memoryBytes() + 3L * Long.BYTES * sums.counts.length;
    }

    @Override
    AnalysisRequest bounded() {
        return new AnalysisRequest.FileHandles(1000);
    }
}
