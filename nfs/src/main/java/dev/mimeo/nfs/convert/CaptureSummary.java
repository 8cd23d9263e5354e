package dev.mimeo.nfs.convert;

import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.internal.pcap.Packet;
import dev.mimeo.nfs.internal.rpc.Hosts;
import dev.mimeo.nfs.internal.summary.TrafficCollector;
import dev.mimeo.nfs.summary.LatencyBounds;
import dev.mimeo.nfs.summary.TrafficSummary;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
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
        return collector.finish(most, this::address);
    }

    private String address(int host) {
        byte[] ipv6 = conversion.parser().hosts().addresses().get(host);
        boolean isIpv6 = ipv6 != null && (host & Hosts.IPV6) == Hosts.IPV6;
        byte[] bytes = isIpv6
                ? ipv6
                : new byte[] {(byte) (host >>> 24), (byte) (host >>> 16), (byte) (host >>> 8), (byte) host};
        try {
            return InetAddress.getByAddress(bytes).getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 4 or 16 bytes", e);
        }
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
