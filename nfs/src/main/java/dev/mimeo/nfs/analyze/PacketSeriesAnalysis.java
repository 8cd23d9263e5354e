package dev.mimeo.nfs.analyze;

import java.io.IOException;
import java.util.Set;

/** Packets and bytes of each interval of time that has any. */
final class PacketSeriesAnalysis extends TraceAnalysis {

    private static final ResultTable TABLE =
            ResultTable.of("ip_timeseries_data", "interval_start:i", "interval_secs:i", "packets:i", "bytes:i");
    private static final long NANOS = 1_000_000_000L;

    private final AnalysisOutput output;
    private final long seconds;
    private long start = Long.MIN_VALUE;
    private long packets;
    private long bytes;

    PacketSeriesAnalysis(AnalysisRequest.PacketSeries request, AnalysisOutput output) {
        this.output = output;
        this.seconds = request.seconds();
    }

    @Override
    String name() {
        return "ipseries";
    }

    @Override
    Set<String> columns(TraceTable table) {
        return table == TraceTable.PACKETS ? Set.of("packet_at", "wire_length") : Set.of();
    }

    @Override
    void packet(PacketRows rows, int row) throws IOException {
        long at = Math.floorDiv(rows.timeNanos(row), NANOS * seconds) * seconds;
        // One that comes late counts for the current interval.
        if (at > start) {
            print();
            start = at;
        }
        packets++;
        bytes += rows.wireBytes(row);
    }

    private void print() throws IOException {
        if (packets > 0) {
            if (output.isClassic()) {
                output.text(start + " " + seconds + " " + packets + " " + bytes + "\n");
            } else {
                output.row(TABLE, start, seconds, packets, bytes);
            }
        }
        packets = 0;
        bytes = 0;
    }

    @Override
    void finish() throws IOException {
        print();
    }

    @Override
    long memoryBytes() {
        return 3L * Long.BYTES;
    }
}
