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

    static final int SECTION = 0x0a0d0d0a;

    private static final int BYTE_ORDER = 0x1a2b3c4d;
    private static final int INTERFACE = 1;
    private static final int OLD_PACKET = 2;
    private static final int SIMPLE_PACKET = 3;
    private static final int STATISTICS = 5;
    private static final int ENHANCED_PACKET = 6;

    private static final int BLOCK_HEADER = 8;
    private static final int BLOCK_OVERHEAD = 12;
    private static final int INTERFACE_BODY = 8;
    private static final int PACKET_BODY = 20;
    private static final int STATISTICS_BODY = 12;

    private static final int OPTION_TIME_RESOLUTION = 9;
    private static final int OPTION_TIME_OFFSET = 14;
    private static final int OPTION_INTERFACE_DROPS = 5;

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
            if (type == SECTION && !startSection()) {
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
        return type == INTERFACE
                || type == OLD_PACKET
                || type == SIMPLE_PACKET
                || type == STATISTICS
                || type == ENHANCED_PACKET;
    }

    private boolean startSection() {
        int order = BigEndian.getInt(source.buffer, source.position + BLOCK_HEADER);
        if (order != BYTE_ORDER && order != Integer.reverseBytes(BYTE_ORDER)) {
            return false;
        }
        bigEndian = order == BYTE_ORDER;
        interfaces.clear();
        losses.startSection();
        return true;
    }

    /** Reads a block that is in the window; returns whether it is a packet. */
    private boolean block(int type, int body, Packet packet) {
        switch (type) {
            case INTERFACE -> {
                if (body < INTERFACE_BODY) {
                    // Packets name interfaces by their order, so none may be skipped.
                    return damaged("an interface of " + body + " bytes");
                }
                if (interfaces.size() < MAX_INTERFACES) {
                    addInterface(body);
                }
                return false;
            }
            case STATISTICS -> {
                addLosses(body);
                return false;
            }
            case SIMPLE_PACKET -> {
                return body >= Integer.BYTES ? simplePacket(body, packet) : linkError();
            }
            default -> {
                return body >= PACKET_BODY ? packet(type, body, packet) : linkError();
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
        int at = option(OPTION_TIME_RESOLUTION, INTERFACE_BODY, body, 1);
        if (at > 0) {
            resolution = Resolution.of(source.buffer[source.position + at]);
        }
        at = option(OPTION_TIME_OFFSET, INTERFACE_BODY, body, Long.BYTES);
        interfaces.add(new Interface(
                u16(BLOCK_HEADER),
                Integer.toUnsignedLong(i32(BLOCK_HEADER + Integer.BYTES)),
                resolution,
                at > 0 ? i64(at) : 0));
    }

    private void addLosses(int body) {
        int at = option(OPTION_INTERFACE_DROPS, STATISTICS_BODY, body, Long.BYTES);
        if (at > 0) {
            lostPackets += losses.increase(i32(BLOCK_HEADER), i64(at));
        }
    }

    /** Returns where the value of an option is, from the start of the block; 0 if there is none of this length. */
    private int option(int wanted, int from, int body, int wantedLength) {
        int at = BLOCK_HEADER + from;
        int end = BLOCK_HEADER + body;
        while (at + Integer.BYTES <= end) {
            int code = u16(at);
            int length = u16(at + Short.BYTES);
            at += Integer.BYTES;
            if (code == 0 || length > end - at) {
                return 0;
            }
            if (code == wanted && length == wantedLength) {
                return at;
            }
            at += (length + 3) & ~3;
        }
        return 0;
    }

    private boolean simplePacket(int body, Packet packet) {
        if (interfaces.isEmpty()) {
            return linkError();
        }
        Interface from = interfaces.get(0);
        long wire = Integer.toUnsignedLong(i32(BLOCK_HEADER));
        long captured = Math.min(wire, body - Integer.BYTES);
        if (from.snapLength > 0) {
            captured = Math.min(captured, from.snapLength);
        }
        // These blocks have no time.
        packet.set(
                source.buffer,
                source.position + BLOCK_HEADER + Integer.BYTES,
                (int) captured,
                (int) Math.min(wire, Integer.MAX_VALUE),
                0,
                from.linkType);
        return true;
    }

    private boolean packet(int type, int body, Packet packet) {
        int number = type == OLD_PACKET ? u16(BLOCK_HEADER) : i32(BLOCK_HEADER);
        int captured = i32(BLOCK_HEADER + 12);
        if (number < 0 || number >= interfaces.size() || captured < 0 || captured > body - PACKET_BODY) {
            return linkError();
        }
        if (type == OLD_PACKET && u16(BLOCK_HEADER + Short.BYTES) != 0xffff) {
            lostPackets += u16(BLOCK_HEADER + Short.BYTES);
        }
        Interface from = interfaces.get(number);
        long units =
                Integer.toUnsignedLong(i32(BLOCK_HEADER + 4)) << 32 | Integer.toUnsignedLong(i32(BLOCK_HEADER + 8));
        packet.set(
                source.buffer,
                source.position + BLOCK_HEADER + PACKET_BODY,
                captured,
                Math.max(captured, i32(BLOCK_HEADER + 16)),
                from.resolution.time(units) + (from.offsetSeconds << 32),
                from.linkType);
        return true;
    }
}
