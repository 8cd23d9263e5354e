package dev.mimeo.nfs.convert;

import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.internal.pcap.CaptureReader;
import dev.mimeo.nfs.internal.pcap.Packet;
import dev.mimeo.nfs.internal.rpc.CaptureParser;
import dev.mimeo.nfs.internal.rpc.MessageSink;
import dev.mimeo.nfs.internal.rpc.RpcMessage;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The conversion of packets to rows: a parser, the receiver of its messages, and their counters. Not thread-safe. */
final class Conversion {

    /** Counts packets and streams. */
    final Counters packetCounters = new Counters();

    /** Counts messages. */
    final Counters messageCounters = new Counters();

    final NfsMessages messages;
    private final ParserOptions options;
    private @Nullable CaptureParser parser;
    private long firstPacket;
    private long lastPacket;
    private boolean begun;

    Conversion(ParserOptions options, Rows rows, long firstRecord) {
        this.options = options;
        // The parser needs the sink, and the sink gives messages back to the parser.
        Consumer<RpcMessage> release = message -> parser().release(message);
        messages = new NfsMessages(options, messageCounters, rows, firstRecord, release);
    }

    /**
     * Creates the parser.
     *
     * @param sink receives messages from the parser
     */
    void start(MessageSink sink) {
        parser = new CaptureParser(options, packetCounters, sink);
    }

    CaptureParser parser() {
        CaptureParser made = parser;
        if (made == null) {
            throw new IllegalStateException("not started");
        }
        return made;
    }

    /**
     * Parses a packet and extends the period of the conversion to its time.
     *
     * @param group group of files that the packet came from
     */
    void own(Packet packet, int group) throws IOException {
        long time = packet.time();
        if (!begun || Long.compareUnsigned(time, firstPacket) < 0) {
            firstPacket = time;
        }
        if (!begun || Long.compareUnsigned(time, lastPacket) > 0) {
            lastPacket = time;
        }
        begun = true;
        parser().packet(packet, group);
    }

    /** Makes the period start again at the next packet. */
    void restartPeriod() {
        begun = false;
    }

    /** Adds the losses, errors and damage of a capture file, after its last packet. */
    void count(CaptureReader capture) {
        packetCounters.add(Counter.PACKET_LOSS, capture.lostPackets());
        packetCounters.add(Counter.LINK_LAYER_ERROR, capture.linkErrors());
        if (capture.damage() != null) {
            packetCounters.count(Counter.DAMAGED_INPUTS);
        }
    }

    /** Passes on the messages that still wait, and the calls without replies, after the last packet of the last file. */
    void finish() throws IOException {
        parser().finish();
        messages.finish();
    }

    Counters counters() {
        Counters sum = new Counters();
        sum.add(packetCounters);
        sum.add(messageCounters);
        return sum;
    }

    long firstPacket() {
        return firstPacket;
    }

    long lastPacket() {
        return lastPacket;
    }
}
