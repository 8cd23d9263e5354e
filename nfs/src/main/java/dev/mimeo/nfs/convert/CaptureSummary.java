package dev.mimeo.nfs.convert;

import dev.mimeo.formats.anonymize.IdentityAnonymizer;
import dev.mimeo.formats.anonymize.NameAnonymizer;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.internal.pcap.Packet;
import dev.mimeo.nfs.internal.summary.HostNames;
import dev.mimeo.nfs.internal.summary.TrafficCollector;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.TrafficSummary;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Summarizes captures without writing tables: {@link #read} for each capture, in order, then {@link #finish}. Memory is bounded,
 * whatever the size of the captures. Not thread-safe.
 */
public final class CaptureSummary {

    private final AnonymousFields fields;
    private final TrafficCollector collector;
    private final Conversion conversion;
    private final Packet packet = new Packet();

    /** Addresses of IPv6 by their numbers, as they are to be shown, and of how many of those seen. */
    private Map<Integer, byte[]> addresses = Map.of();

    private int seen;

    /** Begins, with everything shown as the captures have it. */
    public CaptureSummary(ParserOptions parser, SummaryOptions options) {
        this(parser, options, null, null);
    }

    /**
     * Begins.
     *
     * @param parser how messages are found
     * @param names transformation of names before they are shown, as of {@link NfsConverter.Options}
     * @param identities transformation of hosts, handles and users
     */
    public CaptureSummary(
            ParserOptions parser,
            SummaryOptions options,
            @Nullable NameAnonymizer names,
            @Nullable IdentityAnonymizer identities) {
        fields = new AnonymousFields(names, identities);
        collector = new TrafficCollector(options, this::hostName);
        conversion = new Conversion(parser, new SummaryRows(collector, fields), 0);
        conversion.start(conversion.messages);
    }

    private String hostName(int host) {
        Map<Integer, byte[]> all = conversion.parser().hosts().addresses();
        if (all.size() > seen) {
            seen = all.size();
            addresses = new HashMap<>();
            all.forEach((number, address) -> addresses.put(fields.host(number), fields.address(address)));
        }
        return HostNames.of(host, addresses);
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
     * @throws IOException as the taker of intervals throws it
     */
    public TrafficSummary finish() throws IOException {
        conversion.finish();
        return collector.finish();
    }

    /** Returns what was counted. */
    public Counters counters() {
        return conversion.counters();
    }

    /** Returns the earliest time of a packet, in nanoseconds since 1970; 0 without packets. */
    public long firstPacketNanos() {
        return Packet.nanos(conversion.firstPacket());
    }

    /** Returns the latest time of a packet, in nanoseconds since 1970; 0 without packets. */
    public long lastPacketNanos() {
        return Packet.nanos(conversion.lastPacket());
    }
}
