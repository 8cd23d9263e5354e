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

/** From packets to rows: a parser and what it hands messages to. Not thread-safe. */
final class Conversion {

    /** Of packets and streams, and of messages. */
    final Counters packetCounters = new Counters();

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

    /** Starts, with what takes messages first. */
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

    /** Takes a packet whose time counts. */
    void own(Packet packet, int group) throws IOException {
        if (!begun) {
            begun = true;
            firstPacket = packet.time();
        }
        lastPacket = packet.time();
        parser().packet(packet, group);
    }

    /** Takes the next packet for the first one. */
    void restartPeriod() {
        begun = false;
    }

    /** Counts what a file says of itself, after its last packet. */
    void count(CaptureReader capture) {
        packetCounters.add(Counter.PACKET_LOSS, capture.lostPackets());
        packetCounters.add(Counter.LINK_LAYER_ERROR, capture.linkErrors());
        if (capture.damage() != null) {
            packetCounters.count(Counter.DAMAGED_INPUTS);
        }
    }

    /** Hands on what waits for more, after the last packet of all. */
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
