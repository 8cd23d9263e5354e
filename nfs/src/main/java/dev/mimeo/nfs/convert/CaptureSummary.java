package dev.mimeo.nfs.convert;

import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.internal.pcap.Packet;
import dev.mimeo.nfs.internal.summary.HostNames;
import dev.mimeo.nfs.internal.summary.TrafficCollector;
import dev.mimeo.nfs.summary.LatencyBounds;
import dev.mimeo.nfs.summary.TrafficSummary;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Summarizes captures without writing tables: {@link #read} for each capture, in order, then {@link #finish}. Memory is bounded,
 * whatever the size of the captures. Not thread-safe.
 */
public final class CaptureSummary {

    private final TrafficCollector collector = new TrafficCollector();
    private final Conversion conversion;
    private final Packet packet = new Packet();

    /**
     * Begins.
     *
     * @param options how messages are found
     * @param bounds bytes between which latency is measured
     */
    public CaptureSummary(ParserOptions options, LatencyBounds bounds) {
        conversion = new Conversion(options, new SummaryRows(collector, bounds), 0);
        conversion.start(conversion.messages);
    }

    /**
     * Reads a capture to its end.
     *
     * @return why reading ended before the end of the capture, or null
     * @throws IOException if reading fails; the message starts with the name of the capture
     */
    public @Nullable String read(CaptureGroups.Input input) throws IOException {
        try (OpenInput open = new OpenInput(input, null)) {
            while (open.next(packet)) {
                conversion.own(packet, 0);
            }
            conversion.count(open.capture());
            return open.capture().damage();
        }
    }

    /**
     * Returns the summary, after the last capture.
     *
     * @param most most lines of clients, servers, users and files
     * @throws IOException never: nothing is written
     */
    public TrafficSummary finish(int most) throws IOException {
        conversion.finish();
        return collector.finish(
                most, host -> HostNames.of(host, conversion.parser().hosts().addresses()));
    }

    /** Returns what was counted. */
    public Counters counters() {
        return conversion.counters();
    }

    /** Returns when the first packet was captured, in nanoseconds since 1970; 0 without packets. */
    public long firstPacketNanos() {
        return Packet.nanos(conversion.firstPacket());
    }

    /** Returns when the last packet was captured, in nanoseconds since 1970; 0 without packets. */
    public long lastPacketNanos() {
        return Packet.nanos(conversion.lastPacket());
    }
}
