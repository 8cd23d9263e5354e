package dev.mimeo.nfs.internal.pcap;

import dev.mimeo.internal.bytes.BigEndian;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads pcapng files (draft-ietf-opsawg-pcapng): sections of both byte orders, interfaces with their own link types and
 * resolutions of time, enhanced, simple and obsolete packet blocks, and the losses that statistics tell. Other blocks are
 * skipped.
 */
final class PcapngReader extends AbstractReader {

    private static final int BLOCK_OVERHEAD = PcapngBlocks.HEADER + PcapngBlocks.TRAILER;

    /** More interfaces than these are not a capture. */
    private static final int MAX_INTERFACES = 1 << 16;

    private record Interface(int linkType, long snapLength, Resolution resolution, long offsetSeconds) {}

    private final List<Interface> interfaces = new ArrayList<>();
    private final InterfaceLosses losses = new InterfaceLosses();

    PcapngReader(StreamWindow source) {
        super(source);
    }

    @Override
    public boolean next(Packet packet) throws IOException {
        while (!hasEnded()) {
            if (!source.require(BLOCK_OVERHEAD)) {
                return ended("block");
            }
            int type = BigEndian.getInt(source.buffer, source.position);
            if (type == PcapngBlocks.SECTION && !startSection()) {
                return damaged("a section without a byte order");
            }
            type = i32(0);
            long length = Integer.toUnsignedLong(i32(Integer.BYTES));
            if (length < BLOCK_OVERHEAD || length % Integer.BYTES != 0) {
                return damaged("a block of " + length + " bytes");
            }
            if (!isUseful(type)) {
                if (!source.skip(length)) {
                    return ended("block");
                }
                continue;
            }
            if (length > MAX_PACKET) {
                return damaged("a block of " + length + " bytes");
            }
            if (!source.require((int) length)) {
                return ended("block");
            }
            int start = source.position;
            int body = (int) length - BLOCK_OVERHEAD;
            boolean found = block(type, body, packet);
            source.position = start + (int) length;
            if (found) {
                return true;
            }
        }
        return false;
    }

    private static boolean isUseful(int type) {
        return type == PcapngBlocks.INTERFACE || type == PcapngBlocks.STATISTICS || PcapngBlocks.isPacket(type);
    }

    private boolean startSection() {
        int order = BigEndian.getInt(source.buffer, source.position + PcapngBlocks.HEADER);
        if (order != PcapngBlocks.BYTE_ORDER && order != Integer.reverseBytes(PcapngBlocks.BYTE_ORDER)) {
            return false;
        }
        bigEndian = order == PcapngBlocks.BYTE_ORDER;
        interfaces.clear();
        losses.startSection();
        return true;
    }

    /** Reads a block that is in the window; returns whether it is a packet. */
    private boolean block(int type, int body, Packet packet) {
        switch (type) {
            case PcapngBlocks.INTERFACE -> {
                if (body < PcapngBlocks.INTERFACE_BODY) {
                    // Packets name interfaces by their order, so none may be skipped.
                    return damaged("an interface of " + body + " bytes");
                }
                if (interfaces.size() < MAX_INTERFACES) {
                    addInterface(body);
                }
                return false;
            }
            case PcapngBlocks.STATISTICS -> {
                addLosses(body);
                return false;
            }
            case PcapngBlocks.SIMPLE_PACKET -> {
                return body >= Integer.BYTES ? simplePacket(body, packet) : linkError();
            }
            default -> {
                return body >= PcapngBlocks.PACKET_BODY ? packet(type, body, packet) : linkError();
            }
        }
    }

    /** Counts a packet that is skipped. */
    private boolean linkError() {
        linkErrors++;
        return false;
    }

    private void addInterface(int body) {
        Resolution resolution = Resolution.MICROSECONDS;
        int at = option(PcapngBlocks.OPTION_TIME_RESOLUTION, PcapngBlocks.INTERFACE_BODY, body, 1);
        if (at > 0) {
            resolution = Resolution.of(source.buffer[source.position + at]);
        }
        at = option(PcapngBlocks.OPTION_TIME_OFFSET, PcapngBlocks.INTERFACE_BODY, body, Long.BYTES);
        interfaces.add(new Interface(
                u16(PcapngBlocks.HEADER),
                Integer.toUnsignedLong(i32(PcapngBlocks.HEADER + Integer.BYTES)),
                resolution,
                at > 0 ? i64(at) : 0));
    }

    private void addLosses(int body) {
        int at = option(PcapngBlocks.OPTION_INTERFACE_DROPS, PcapngBlocks.STATISTICS_BODY, body, Long.BYTES);
        if (at > 0) {
            lostPackets += losses.increase(i32(PcapngBlocks.HEADER), i64(at));
        }
    }

    /** Returns where the value of an option is, from the start of the block; 0 if there is none of this length. */
    private int option(int wanted, int from, int body, int wantedLength) {
        int options = source.position + PcapngBlocks.HEADER;
        int at = PcapngBlocks.option(source.buffer, options + from, options + body, wanted, wantedLength, bigEndian);
        return at > 0 ? at - source.position : 0;
    }

    private boolean simplePacket(int body, Packet packet) {
        if (interfaces.isEmpty()) {
            return linkError();
        }
        Interface from = interfaces.get(0);
        long wire = Integer.toUnsignedLong(i32(PcapngBlocks.HEADER));
        long captured = Math.min(wire, body - Integer.BYTES);
        if (from.snapLength > 0) {
            captured = Math.min(captured, from.snapLength);
        }
        // These blocks have no time.
        packet.set(
                source.buffer,
                source.position + PcapngBlocks.HEADER + Integer.BYTES,
                (int) captured,
                (int) Math.min(wire, Integer.MAX_VALUE),
                0,
                from.linkType);
        return true;
    }

    private boolean packet(int type, int body, Packet packet) {
        int number = type == PcapngBlocks.OLD_PACKET ? u16(PcapngBlocks.HEADER) : i32(PcapngBlocks.HEADER);
        int captured = i32(PcapngBlocks.HEADER + 12);
        if (number < 0 || number >= interfaces.size() || captured < 0 || captured > body - PcapngBlocks.PACKET_BODY) {
            return linkError();
        }
        if (type == PcapngBlocks.OLD_PACKET && u16(PcapngBlocks.HEADER + Short.BYTES) != 0xffff) {
            lostPackets += u16(PcapngBlocks.HEADER + Short.BYTES);
        }
        Interface from = interfaces.get(number);
        long units = Integer.toUnsignedLong(i32(PcapngBlocks.HEADER + 4)) << 32
                | Integer.toUnsignedLong(i32(PcapngBlocks.HEADER + 8));
        packet.set(
                source.buffer,
                source.position + PcapngBlocks.HEADER + PcapngBlocks.PACKET_BODY,
                captured,
                Math.max(captured, i32(PcapngBlocks.HEADER + 16)),
                from.resolution.time(units) + (from.offsetSeconds << 32),
                from.linkType);
        return true;
    }
}
