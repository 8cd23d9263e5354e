package dev.mimeo.nfs.analyze;

import dev.mimeo.internal.text.CNumberFormat;
import dev.mimeo.query.internal.stream.TupleCells;
import dev.mimeo.query.internal.stream.TupleLayout;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The cube of packets and bytes over sender, its port, receiver, its port and protocol; of it the largest cells. */
final class PacketCubeAnalysis extends TraceAnalysis {

    private static final ResultTable TABLE = ResultTable.of(
            "ip_cube", "source:a", "source_port:i", "dest:a", "dest_port:i", "protocol:t", "packets:i", "bytes:i");
    private static final TupleLayout LAYOUT = new TupleLayout(32, 16, 32, 16, 2);
    private static final int SOURCE = 0;
    private static final int SOURCE_PORT = 1;
    private static final int DEST = 2;
    private static final int DEST_PORT = 3;
    private static final int PROTOCOL = 4;
    private static final String[] PROTOCOLS = {"other", "tcp", "udp", ""};
    private static final double MIB = 1024 * 1024;

    private final AnalysisOutput output;
    private final long minBytes;

    /** Share of the cells, the largest ones, to print; 0 to go by bytes. */
    private final double top;

    private final TupleCells connections = new TupleCells(LAYOUT);

    PacketCubeAnalysis(AnalysisRequest.PacketCube request, AnalysisOutput output) {
        this.output = output;
        this.top = request.top();
        this.minBytes = request.minBytes();
    }

    @Override
    String name() {
        return "ipcube";
    }

    @Override
    Set<String> columns(TraceTable table) {
        return table == TraceTable.PACKETS
                ? Set.of(
                        "packet_at",
                        "source",
                        "source_port",
                        "destination",
                        "destination_port",
                        "udp_tcp",
                        "wire_length")
                : Set.of();
    }

    @Override
    void packet(PacketRows rows, int row) {
        int protocol = rows.isUdp(row) ? 2 : rows.isTcp(row) ? 1 : 0;
        long first = LAYOUT.part(SOURCE, rows.source(row))
                | LAYOUT.part(SOURCE_PORT, Math.max(0, rows.sourcePort(row)))
                | LAYOUT.part(DEST_PORT, Math.max(0, rows.destinationPort(row)));
        long second = LAYOUT.part(DEST, rows.destination(row)) | LAYOUT.part(PROTOCOL, protocol);
        connections.add(first, second, rows.wireBytes(row));
    }

    @Override
    void finish() throws IOException {
        TupleCells cube = new TupleCells(LAYOUT);
        cube.addCube(connections, (any, first, second) -> true);
        double least = minBytes;
        if (top > 0) {
            double[] sums = new double[cube.size()];
            for (int entry = 0; entry < sums.length; entry++) {
                sums[entry] = cube.sum(entry);
            }
            Arrays.sort(sums);
            int kept = (int) Math.ceil(top * sums.length);
            least = sums.length == 0 ? 0 : sums[sums.length - kept];
        }
        if (output.isClassic()) {
            StringBuilder text = new StringBuilder();
            ClassicText.begin(text, "IPTransmitCube");
            text.append(top > 0 ? "# User chose top fraction of " + top : "# User chose min bytes of " + minBytes);
            text.append(" to print subset of ").append(cube.size()).append(" entries\n");
            output.text(text);
        }
        for (int entry : cube.ordered()) {
            if (cube.sum(entry) >= least) {
                print(cube, entry);
            }
        }
        if (output.isClassic()) {
            StringBuilder text = new StringBuilder();
            ClassicText.end(text, "IPTransmitCube");
            output.text(text);
        }
    }

    private void print(TupleCells cube, int entry) throws IOException {
        String protocol = cube.isAny(entry, PROTOCOL) ? null : PROTOCOLS[(int) cube.value(entry, PROTOCOL)];
        if (output.isClassic()) {
            output.text(host(cube, entry, SOURCE) + ":" + port(cube, entry, SOURCE_PORT) + " "
                    + host(cube, entry, DEST) + ":" + port(cube, entry, DEST_PORT) + " "
                    + ClassicText.right(protocol == null ? "*" : protocol, 5) + " " + cube.count(entry) + " packets "
                    + CNumberFormat.fixed(cube.sum(entry) / MIB, 2) + " MiB\n");
            return;
        }
        output.row(
                TABLE,
                value(cube, entry, SOURCE),
                value(cube, entry, SOURCE_PORT),
                value(cube, entry, DEST),
                value(cube, entry, DEST_PORT),
                protocol,
                cube.count(entry),
                (long) cube.sum(entry));
    }

    private static @Nullable Long value(TupleCells cube, int entry, int column) {
        return cube.isAny(entry, column) ? null : (Long) cube.value(entry, column);
    }

    private static String host(TupleCells cube, int entry, int column) {
        return cube.isAny(entry, column) ? "       *" : ClassicText.format("%08x", cube.value(entry, column));
    }

    private static String port(TupleCells cube, int entry, int column) {
        return ClassicText.format("%-5s", cube.isAny(entry, column) ? "*" : Long.toString(cube.value(entry, column)));
    }

    @Override
    long memoryBytes() {
        return connections.memoryBytes();
    }
}
