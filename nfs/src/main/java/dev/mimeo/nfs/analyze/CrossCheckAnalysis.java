package dev.mimeo.nfs.analyze;

import dev.mimeo.query.internal.stream.EntryOrder;
import dev.mimeo.query.internal.stream.Quantiles;
import dev.mimeo.query.internal.stream.TupleLayout;
import dev.mimeo.query.internal.stream.TupleTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Share of the bytes of each direction of a connection that belong to messages that were found. The table of
 * connections gives it exactly: its bytes are those of the streams, each counted once. Without that table, packets are
 * compared with messages. A packet belongs to a message if one begins in it, or if an earlier one has not had all its
 * bytes yet; the bytes are those of frames.
 */
final class CrossCheckAnalysis extends TraceAnalysis {

    private static final ResultTable TOTAL = ResultTable.of(
            "ipnfscrosscheck",
            "method:t",
            "directions:i",
            "correlated_bytes:i",
            "uncorrelated_bytes:i",
            "correlated_share:r",
            "other_directions:i");
    private static final ResultTable RAW = ResultTable.of(
            "ipnfscrosscheck_raw",
            "source:a",
            "source_port:i",
            "dest:a",
            "dest_port:i",
            "protocol:t",
            "correlated_bytes:i",
            "uncorrelated_bytes:i",
            "uncorrelated_size_10:r",
            "uncorrelated_size_25:r",
            "uncorrelated_size_50:r");
    private static final ResultTable QUANTILE =
            ResultTable.of("ipnfscrosscheck_quantile", "quantile:r", "correlated_share:r");
    private static final Set<String> CONNECTION_COLUMNS = Set.of(
            "source",
            "source_port",
            "dest",
            "dest_port",
            "is_udp",
            "stream_bytes",
            "record_bytes",
            "marks",
            "nonrpc_bytes");
    private static final Set<String> COMMON_COLUMNS = Set.of(
            "packet_at",
            "source",
            "dest",
            "source_port",
            "dest_port",
            "is_udp",
            "is_request",
            "payload_length",
            "rpc_length");
    private static final Set<String> PACKET_COLUMNS =
            Set.of("packet_at", "source", "destination", "wire_length", "udp_tcp", "source_port", "destination_port");
    private static final TupleLayout LAYOUT = new TupleLayout(32, 32, 16, 16, 1);
    /** Largest payload of a frame of 1500 bytes with the headers of IP and UDP. */
    private static final int LARGEST_DATAGRAM = 1472;

    private final AnalysisOutput output;
    private final long leastBytes;
    private final boolean packetsOnly;
    private boolean exact;
    private final TupleTable keys = new TupleTable();
    private final List<DirectionBytes> directions = new ArrayList<>();

    CrossCheckAnalysis(AnalysisRequest.CrossCheck request, AnalysisOutput output) {
        this.output = output;
        this.packetsOnly = request.packetsOnly();
        this.leastBytes = request.leastBytes();
    }

    @Override
    String name() {
        return "crosscheck";
    }

    @Override
    Set<String> columns(TraceTable table) {
        return switch (table) {
            case CONNECTIONS -> packetsOnly ? Set.of() : CONNECTION_COLUMNS;
            case COMMON -> exact ? Set.of() : COMMON_COLUMNS;
            case PACKETS -> exact ? Set.of() : PACKET_COLUMNS;
            default -> Set.of();
        };
    }

    @Override
    boolean packetsWithMessages() {
        return !exact;
    }

    private int direction(int source, int sourcePort, int dest, int destPort, boolean udp) {
        int direction = keys.add(
                LAYOUT.part(0, source) | LAYOUT.part(1, dest),
                LAYOUT.part(2, sourcePort) | LAYOUT.part(3, destPort) | LAYOUT.part(4, udp ? 1 : 0));
        if (direction == directions.size()) {
            directions.add(new DirectionBytes(source, udp));
        }
        return direction;
    }

    @Override
    void connection(ConnectionRows rows, int row) {
        exact = true;
        int direction =
                direction(rows.source(row), rows.sourcePort(row), rows.dest(row), rows.destPort(row), rows.isUdp(row));
        directions.get(direction).addCounted(rows.messageBytes(row), rows.streamBytes(row) - rows.messageBytes(row));
    }

    @Override
    void common(CommonRows rows, int row) {
        boolean udp = rows.isUdp(row);
        // Fragments have no ports: the large datagrams of two hosts are one direction.
        boolean fragments = udp && rows.messageBytes(row) > LARGEST_DATAGRAM;
        int direction = direction(
                rows.source(row),
                fragments ? 0 : rows.sourcePort(row),
                rows.dest(row),
                fragments ? 0 : rows.destPort(row),
                udp);
        directions
                .get(direction)
                .message(rows.timeNanos(row), rows.messageBytes(row), rows.payloadBytes(row), rows.isRequest(row));
    }

    @Override
    void packet(PacketRows rows, int row) {
        boolean udp = rows.isUdp(row);
        if (udp || rows.isTcp(row)) {
            boolean fragment = rows.sourcePort(row) < 0 || rows.destinationPort(row) < 0;
            int direction = direction(
                    rows.source(row),
                    fragment ? 0 : rows.sourcePort(row),
                    rows.destination(row),
                    fragment ? 0 : rows.destinationPort(row),
                    udp);
            directions.get(direction).packet(rows.timeNanos(row), rows.wireBytes(row), fragment);
        }
    }

    @Override
    void finish() throws IOException {
        Quantiles shares = new Quantiles(0.005, 10_000_000);
        long correlated = 0;
        long uncorrelated = 0;
        long others = 0;
        List<Integer> shown = new ArrayList<>();
        for (int entry : order()) {
            DirectionBytes direction = directions.get(entry);
            long sum = direction.correlated() + direction.uncorrelated();
            if (sum < leastBytes || sum == 0) {
                continue;
            }
            if (direction.correlated() == 0) {
                others++;
            } else {
                correlated += direction.correlated();
                uncorrelated += direction.uncorrelated();
                shares.add((double) direction.correlated() / sum);
            }
            shown.add(entry);
        }
        if (output.isClassic()) {
            output.text("crosscheck " + correlated + " of " + (correlated + uncorrelated) + " bytes in "
                    + shares.count() + " directions\n");
            return;
        }
        output.row(
                TOTAL,
                exact ? "connections" : "packets",
                shares.count(),
                correlated,
                uncorrelated,
                correlated == 0 ? null : (Double) ((double) correlated / (correlated + uncorrelated)),
                others);
        for (int entry : shown) {
            print(entry);
        }
        QuantileRows.print(output, QUANTILE, shares);
    }

    private int[] order() {
        return EntryOrder.of(
                keys.size(), (a, b) -> LAYOUT.compare(keys.first(a), keys.second(a), keys.first(b), keys.second(b)));
    }

    private void print(int entry) throws IOException {
        DirectionBytes direction = directions.get(entry);
        long first = keys.first(entry);
        long second = keys.second(entry);
        output.row(
                RAW,
                LAYOUT.value(first, second, 0),
                LAYOUT.value(first, second, 2),
                LAYOUT.value(first, second, 1),
                LAYOUT.value(first, second, 3),
                direction.isUdp() ? "udp" : "tcp",
                direction.correlated(),
                direction.uncorrelated(),
                direction.uncorrelatedSize(0.1),
                direction.uncorrelatedSize(0.25),
                direction.uncorrelatedSize(0.5));
    }

    @Override
    long memoryBytes() {
        return keys.memoryBytes()
                + directions.stream().mapToLong(DirectionBytes::memoryBytes).sum();
    }
}
