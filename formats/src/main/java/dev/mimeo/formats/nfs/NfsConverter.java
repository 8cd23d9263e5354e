package dev.mimeo.formats.nfs;

import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.formats.pcap.CaptureReader;
import dev.mimeo.formats.pcap.Packet;
import dev.mimeo.formats.rpc.CaptureParser;
import dev.mimeo.formats.rpc.Counter;
import dev.mimeo.formats.rpc.Counters;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Converts captured packets to the tables of NFS traces: {@link #read} for each capture, in order, then {@link #finish}.
 *
 * <p>Whatever packets hold, nothing is thrown but errors of the files; what cannot be understood is counted. Memory is
 * bounded, see {@link CaptureParser}. Not thread-safe.
 */
public final class NfsConverter {

    private final Counters counters = new Counters();
    private final NfsTables tables;
    private final NfsMessages messages;
    private final CaptureParser parser;
    private final Packet packet = new Packet();
    private final long firstRecord;
    private long firstPacket;
    private long lastPacket;

    /**
     * Makes a converter.
     *
     * @param writer was created with {@link #types()}; not closed
     * @param extentBytes unpacked size of extents
     * @param firstRecord the number of the first row about a message
     */
    public NfsConverter(DataSeriesWriter writer, int extentBytes, long firstRecord, ConvertOptions options) {
        this.firstRecord = firstRecord;
        tables = new NfsTables(writer, extentBytes, options);
        // The parser needs the sink, and the sink gives messages back to the parser.
        Release release = new Release();
        messages = new NfsMessages(
                counters, tables, firstRecord, message -> release.to().release(message));
        parser = new CaptureParser(counters, messages);
        release.parser = parser;
    }

    private static final class Release {
        private @Nullable CaptureParser parser;

        CaptureParser to() {
            return Objects.requireNonNull(parser);
        }
    }

    /** Returns the types of the tables, in the order of their definition. */
    public static List<ExtentType> types() {
        return NfsTypes.ALL;
    }

    /** Returns the version of each table, by its name. */
    public static Map<String, String> versions() {
        Map<String, String> versions = new TreeMap<>();
        for (ExtentType type : NfsTypes.ALL) {
            versions.put(type.name(), type.majorVersion() + "." + type.minorVersion());
        }
        return versions;
    }

    /**
     * Converts the packets of a capture.
     *
     * @param capture read to its end, not closed
     * @throws IOException if reading or writing fails
     */
    public void read(CaptureReader capture) throws IOException {
        while (capture.next(packet)) {
            if (counters.get(Counter.PACKET) == 0) {
                firstPacket = packet.time();
            }
            lastPacket = packet.time();
            parser.packet(packet, 0);
        }
        counters.add(Counter.PACKET_LOSS, capture.lostPackets());
        counters.add(Counter.LINK_LAYER_ERROR, capture.linkErrors());
        if (capture.damage() != null) {
            counters.count(Counter.DAMAGED_INPUTS);
        }
    }

    /**
     * Writes the rows that are left.
     *
     * @param stamp goes to the table about the conversion, after what is known here
     * @throws IOException if writing fails
     */
    public void finish(Map<String, String> stamp) throws IOException {
        parser.finish();
        messages.finish();
        Map<String, String> whole = new LinkedHashMap<>(stamp);
        whole.put("first_packet_at", Long.toUnsignedString(firstPacket));
        whole.put("last_packet_at", Long.toUnsignedString(lastPacket));
        tables.finish(parser.hosts(), counters, firstRecord, messages.nextRecord(), whole);
    }

    /** Returns what was counted. */
    public Counters counters() {
        return counters;
    }

    /** Returns how many messages of NFS were found. */
    public long records() {
        return messages.records();
    }
}
