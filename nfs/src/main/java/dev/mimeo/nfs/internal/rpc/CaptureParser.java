package dev.mimeo.nfs.internal.rpc;

import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.internal.pcap.LinkLayer;
import dev.mimeo.nfs.internal.pcap.Packet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the RPC messages in packets: {@link #packet} for each packet, then {@link #finish}. Messages are handed on in the
 * order of their first bytes, about a second after the packet with their last; what is late is handed on at once.
 *
 * <p>Segments and fragments may come in any order within 64 packets. Whatever packets hold, nothing is thrown but by the
 * sink, and memory is bounded: 256 MiB for what waits to be put in order, 64 MiB for fragments, 64 MiB for messages, and
 * what ports that are in use take. Not thread-safe.
 */
public final class CaptureParser {

    /** Segments may be captured in another order than sent, within this many packets. */
    static final int REORDERED = 64;

    private static final int MAX_FLOWS = 1 << 18;
    private static final long SECOND = 1L << 32;
    private static final long SWEEP = 10 * SECOND;
    static final long ROTATION = 600 * SECOND;
    private static final long HOLE_PATIENCE = 60 * SECOND;

    /** Packets this much older than those before them are of another capture, or the clock was set back. */
    static final long STEP_BACK = 60 * SECOND;

    private static final int MIN_UDP = 16;

    private final ParserOptions options;
    private final Counters counters;
    private final MessageSink sink;
    private final LinkLayer link = new LinkLayer();
    private final Hosts hosts = new Hosts();
    private final IpPacket ip = new IpPacket(hosts);
    private final Tunnels tunnels = new Tunnels();
    private final Fragments fragments;
    private final FlowTable flows = new FlowTable();
    private final OrderedMessages messages;
    private final MessageRecords records;
    private final FramedRecord datagram = new FramedRecord();
    private final GapPatience patience = new GapPatience();

    private long packets;
    private long now;
    private boolean begun;
    private long lastSweep;
    private long lastRotation;

    /** Whether packets and flows are reported to the sink. */
    private boolean telling = true;

    /** Makes a parser without packets. */
    public CaptureParser(ParserOptions options, Counters counters, MessageSink sink) {
        this.options = options;
        this.counters = counters;
        this.sink = sink;
        this.fragments = new Fragments(counters);
        LargeArrays arrays = new LargeArrays();
        MessageQueue queue = new MessageQueue(arrays);
        this.messages = new OrderedMessages(queue, counters, sink);
        this.records = new MessageRecords(options, counters, sink, queue, arrays);
    }

    /** Returns the hosts that were seen. */
    public Hosts hosts() {
        return hosts;
    }

    /** Takes back a message that the sink has kept. */
    public void release(RpcMessage message) {
        messages.recycle(message);
    }

    /**
     * Takes the next packet.
     *
     * @param inputGroup the number of the group of inputs it is of, never less than before
     * @throws IOException as the sink throws it
     */
    public void packet(Packet packet, int inputGroup) throws IOException {
        if (begun && packet.time() - now < -STEP_BACK) {
            // Nothing that waits has a place between what is to come.
            messages.handOnAll();
            messages.restart();
        }
        packets++;
        records.setPacket(packets, inputGroup);
        now = packet.time();
        if (!begun) {
            begun = true;
            lastSweep = start(now, SWEEP);
            lastRotation = start(now, ROTATION);
        }
        counters.count(Counter.PACKET);
        counters.add(Counter.WIRE_LEN, packet.wireLength());
        switch (link.parse(packet)) {
            case IP -> ipPacket(packet);
            case ARP -> {
                counters.count(Counter.ARP_TYPE);
                counters.count(Counter.IGNORED_NONIP);
            }
            case OTHER -> {
                counters.count(Counter.WEIRD_ETHERNET_TYPE);
                counters.count(Counter.IGNORED_NONIP);
            }
            case RDMA -> rdma(packet.data(), link.offset(), link.end());
            case TINY -> counters.count(Counter.TINY_PACKET);
        }
        passTime();
    }

    /** Returns when the period that a time is in started: the same wherever in the capture parsing starts. */
    private static long start(long time, long period) {
        return time - Long.remainderUnsigned(time, period);
    }

    /**
     * Leaves packets and flows untold and uncounted from here on. Messages are handed on all the same.
     *
     * @throws IOException as the sink throws it when it is told of the flows so far
     */
    public void pauseTelling() throws IOException {
        for (Flow flow : flows.sorted()) {
            tell(flow);
        }
        telling = false;
        counters.pause();
    }

    /** Tells of packets and flows again, and counts them. */
    public void resumeTelling() {
        if (!telling) {
            for (Flow flow : flows.sorted()) {
                flow.restart();
            }
        }
        telling = true;
        counters.resume();
    }

    private void tell(Flow flow) throws IOException {
        if (telling && !flow.isSilent()) {
            sink.flow(flow);
        }
    }

    private void ipPacket(Packet packet) throws IOException {
        int wire = packet.wireLength() - link.headerBytes();
        int depth = tunnels.parse(ip, packet.data(), link.offset(), link.end(), wire);
        if (depth < 0) {
            counters.count(Counter.TINY_PACKET);
            return;
        }
        counters.count(Counter.IP_PACKET);
        if (depth > 0) {
            counters.count(Counter.TUNNELLED_PACKET);
        }
        ip.time = now;
        ip.wireLength = packet.wireLength();
        if (options.verifyChecksums()) {
            verify(packet);
        }
        if (ip.isFragment()) {
            counters.count(Counter.IP_FRAGMENT);
            tellPacket();
            Fragments.Datagram whole = fragments.add(ip, now, packets);
            if (whole != null) {
                datagram(whole);
            }
            return;
        }
        boolean complete = ip.parseTransport();
        tellPacket();
        if (complete) {
            transport(ip.time, ip.time, packets);
        }
    }

    private void tellPacket() throws IOException {
        if (telling) {
            sink.packet(ip);
        }
    }

    /** Counts checksums that are wrong, of packets that are there as a whole. */
    private void verify(Packet packet) {
        if (!InternetChecksum.isHeaderGood(packet.data(), tunnels.start(), link.end())) {
            counters.count(Counter.BAD_IP_CHECKSUM);
        }
        boolean whole = (ip.isTcp() || ip.isUdp()) && !ip.isFragment() && ip.captured == ip.length;
        if (whole
                && !InternetChecksum.isContentGood(packet.data(), tunnels.start(), ip.offset, ip.length, ip.protocol)) {
            counters.count(Counter.BAD_TRANSPORT_CHECKSUM);
        }
    }

    /** Takes a packet that was put together. */
    private void datagram(Fragments.Datagram whole) {
        ip.data = whole.data;
        ip.offset = 0;
        ip.captured = whole.available();
        ip.length = whole.length();
        ip.moreFragments = false;
        ip.fragmentOffset = 0;
        ip.source = whole.source();
        ip.destination = whole.destination();
        ip.protocol = whole.protocol();
        ip.wireLength = 0;
        if (ip.parseTransport()) {
            transport(whole.time, whole.lastTime, whole.firstPacket);
        }
    }

    private void transport(long time, long lastTime, long firstPacket) {
        if (!options.wants(ip.sourcePort, ip.destinationPort)) {
            counters.count(Counter.OTHER_PORTS);
            return;
        }
        if (ip.isUdp()) {
            counters.count(Counter.UDP_PACKET);
            udp(time, lastTime, firstPacket);
        } else {
            counters.count(Counter.TCP_PACKET);
            tcp(lastTime, firstPacket);
        }
    }

    private void rdma(byte[] data, int from, int end) {
        counters.count(Counter.RDMA_PACKET);
        if (RdmaPacket.isRpc(data, from, end)) {
            counters.count(Counter.RDMA_RPC_MESSAGE);
        }
    }

    private void udp(long time, long lastTime, long firstPacket) {
        if (ip.destinationPort == RdmaPacket.ROCE_PORT) {
            rdma(ip.data, ip.offset, ip.offset + ip.captured);
            return;
        }
        if (ip.length < MIN_UDP) {
            counters.count(Counter.NOT_AN_RPC);
            return;
        }
        Flow flow = flows.find(ip);
        if (!records.isMessage(ip.data, ip.offset, ip.captured, ip.length)) {
            counters.count(Counter.NOT_AN_RPC);
            if (flow != null) {
                packetOf(flow);
                flow.streamBytes += ip.length;
                flow.nonRpcBytes += ip.length;
            }
            return;
        }
        if (flow == null) {
            flow = flows.add(ip);
        }
        packetOf(flow);
        flow.streamBytes += ip.length;
        flow.recordBytes += ip.length;
        flow.records++;
        datagram.bytes(ip.data, ip.offset, ip.captured, ip.length);
        datagram.seen(time, firstPacket, lastTime);
        datagram.flags = ip.captured < ip.length ? RpcMessage.TRUNCATED : 0;
        records.record(flow, datagram);
    }

    private void packetOf(Flow flow) {
        flow.packets++;
        flow.wireBytes += ip.wireLength;
        flow.lastPacketAt = now;
    }

    private void tcp(long time, long firstPacket) {
        Flow flow = flows.find(ip);
        if (flow == null) {
            flow = flows.add(ip);
        }
        packetOf(flow);
        TcpStream stream = flow.tcp;
        if (stream == null) {
            stream = new TcpStream(flow, records);
            flow.tcp = stream;
        }
        if ((ip.tcpFlags & IpPacket.SYN) != 0) {
            if (stream.isOther(ip.sequence)) {
                stream.end();
                stream = new TcpStream(flow, records);
                flow.tcp = stream;
            }
            stream.start(ip.sequence);
            return;
        }
        if ((ip.tcpFlags & IpPacket.ACK) != 0 && flow.peer != null && flow.peer.tcp != null) {
            TcpStream other = flow.peer.tcp;
            if (other.isWaiting() && other.isNewlyKnown(ip.acknowledgement)) {
                patience.acknowledged(other, ip.acknowledgement, packets);
            }
        }
        if (ip.length > 0) {
            if (stream.isElsewhere(ip.sequence, ip.length, time)) {
                stream.endBefore(ip.sequence);
                stream = new TcpStream(flow, records);
                flow.tcp = stream;
            }
            stream.segment(ip.sequence, ip.data, ip.offset, ip.captured, ip.length, time, firstPacket);
        }
        if ((ip.tcpFlags & (IpPacket.FIN | IpPacket.RST)) != 0) {
            stream.close();
        }
        patience.schedule(stream, packets);
    }

    /** Does what time, also if it has gone back, and the number of packets ask for. Times from 2038 on are negative numbers. */
    private void passTime() throws IOException {
        patience.end(packets);
        if (Long.compareUnsigned(now - lastSweep, SWEEP) >= 0 || flows.size() > MAX_FLOWS) {
            sweep();
        }
        messages.handOnRipe(now, packets);
    }

    private void sweep() throws IOException {
        lastSweep = start(now, SWEEP);
        for (Fragments.Datagram cut = fragments.expire(now); cut != null; cut = fragments.expire(now)) {
            datagram(cut);
        }
        for (Flow flow : flows.flows) {
            TcpStream stream = flow == null ? null : flow.tcp;
            if (stream != null && stream.isWaiting() && now - stream.heldSince() > HOLE_PATIENCE) {
                stream.giveUp();
            }
        }
        if (Long.compareUnsigned(now - lastRotation, ROTATION) >= 0) {
            lastRotation = start(now, ROTATION);
            records.rotate();
            dropIdle(ROTATION);
        }
        for (long idle = ROTATION; flows.size() > MAX_FLOWS && idle > 0; idle = idle > SECOND ? idle / 8 : 0) {
            dropIdle(idle / 8);
        }
    }

    private void dropIdle(long idle) throws IOException {
        flows.retain(flow -> now - flow.lastPacketAt < idle, this::close);
    }

    private void close(Flow flow) throws IOException {
        TcpStream stream = flow.tcp;
        if (stream != null) {
            stream.end();
            flow.tcp = null;
        }
        tell(flow);
    }

    /**
     * Hands on the messages that wait for others to be put in order with, as if none came any more.
     *
     * @throws IOException as the sink throws it
     */
    public void handOnQueued() throws IOException {
        messages.handOnAll();
    }

    /**
     * Hands on what is left.
     *
     * @throws IOException as the sink throws it
     */
    public void finish() throws IOException {
        for (Fragments.Datagram cut = fragments.giveUp(); cut != null; cut = fragments.giveUp()) {
            datagram(cut);
        }
        endStreams();
        flows.retain(flow -> false, this::close);
        messages.handOnAll();
    }

    /** Gives up all that waits, first what waits longest, so that calls come before their replies. */
    private void endStreams() {
        List<TcpStream> waiting = new ArrayList<>();
        for (Flow flow : flows.flows) {
            if (flow != null && flow.tcp != null && flow.tcp.isWaiting()) {
                waiting.add(flow.tcp);
            }
        }
        waiting.sort((one, other) -> Long.compareUnsigned(one.heldSince(), other.heldSince()));
        for (TcpStream stream : waiting) {
            stream.giveUpAll();
        }
    }
}
