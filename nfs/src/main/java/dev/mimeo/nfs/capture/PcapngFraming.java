package dev.mimeo.nfs.capture;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.bytes.BigEndian;
import dev.mimeo.nfs.internal.pcap.InterfaceLosses;
import dev.mimeo.nfs.internal.pcap.PcapngBlocks;
import dev.mimeo.nfs.internal.pcap.Resolution;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Blocks of pcapng (draft-ietf-opsawg-pcapng). A file begins with the section header and the interfaces that are known by
 * then. Sections have no stated length, for they end up in several files.
 */
final class PcapngFraming extends Framing {

    /** Type, length and what follows: for a section its byte order. */
    private static final int HEAD = 12;

    private static final int BODY = PcapngBlocks.HEADER;
    private static final int SECTION_LENGTH_AT = 16;
    private static final int MIN_SECTION = 28;

    /** More than that is not a description of interfaces. */
    private static final int MAX_PREAMBLE = 1 << 14;

    private record Interface(Resolution resolution, long offsetSeconds) {}

    private final List<Interface> interfaces = new ArrayList<>();
    private final ByteArrayOutputStream preamble = new ByteArrayOutputStream();
    private byte[] preambleBytes = {};
    private final InterfaceLosses losses = new InterfaceLosses();
    private long lost = -1;

    @Override
    String extension() {
        return "pcapng";
    }

    @Override
    int streamHeader() {
        return 0;
    }

    @Override
    byte[] preamble() {
        return preambleBytes;
    }

    @Override
    int head() {
        return HEAD;
    }

    @Override
    long length(byte[] data, int at) throws IOException {
        boolean section = BigEndian.getInt(data, at) == PcapngBlocks.SECTION;
        if (section) {
            int order = BigEndian.getInt(data, at + BODY);
            if (order != PcapngBlocks.BYTE_ORDER && order != Integer.reverseBytes(PcapngBlocks.BYTE_ORDER)) {
                throw new MimeoException(Reason.CORRUPT, "a section without a byte order");
            }
            bigEndian = order == PcapngBlocks.BYTE_ORDER;
        }
        long length = u32(data, at + Integer.BYTES);
        boolean tooLarge = PcapngBlocks.isPacket(i32(data, at)) && length > MAX_PACKET;
        if (length < (section ? MIN_SECTION : HEAD) || length % Integer.BYTES != 0 || tooLarge) {
            throw new MimeoException(Reason.CORRUPT, "a block of " + length + " bytes");
        }
        return length;
    }

    @Override
    void take(byte[] data, int at, int length, Tally tally) throws IOException {
        int end = at + length - PcapngBlocks.TRAILER;
        switch (i32(data, at)) {
            case PcapngBlocks.SECTION -> {
                for (int i = 0; i < Long.BYTES; i++) {
                    data[at + SECTION_LENGTH_AT + i] = (byte) 0xff;
                }
                interfaces.clear();
                losses.startSection();
                preamble.reset();
                remember(data, at, length);
            }
            case PcapngBlocks.INTERFACE -> {
                // Packets name interfaces by their order, so one that is cut counts too.
                interfaces.add(read(data, at, end));
                remember(data, at, length);
            }
            case PcapngBlocks.STATISTICS -> {
                int drops = option(
                        data,
                        at + BODY + PcapngBlocks.STATISTICS_BODY,
                        end,
                        PcapngBlocks.OPTION_INTERFACE_DROPS,
                        Long.BYTES);
                if (drops > 0) {
                    lost = Math.max(0, lost) + losses.increase(i32(data, at + BODY), i64(data, drops));
                }
            }
            case PcapngBlocks.SIMPLE_PACKET -> tally.addUntimed(Math.max(0, end - at - BODY - Integer.BYTES));
            case PcapngBlocks.OLD_PACKET, PcapngBlocks.ENHANCED_PACKET -> packet(data, at, end, tally);
            default -> {}
        }
    }

    private void remember(byte[] data, int at, int length) throws IOException {
        if (preamble.size() + (long) length > MAX_PREAMBLE) {
            throw new MimeoException(
                    Reason.LIMIT, "descriptions of interfaces of more than " + MAX_PREAMBLE + " bytes");
        }
        preamble.write(data, at, length);
        preambleBytes = preamble.toByteArray();
    }

    private Interface read(byte[] data, int at, int end) {
        int options = at + BODY + PcapngBlocks.INTERFACE_BODY;
        int resolution = option(data, options, end, PcapngBlocks.OPTION_TIME_RESOLUTION, 1);
        int offset = option(data, options, end, PcapngBlocks.OPTION_TIME_OFFSET, Long.BYTES);
        return new Interface(
                resolution > 0 ? Resolution.of(data[resolution]) : Resolution.MICROSECONDS,
                offset > 0 ? i64(data, offset) : 0);
    }

    private int option(byte[] data, int from, int end, int wanted, int wantedLength) {
        return PcapngBlocks.option(data, from, end, wanted, wantedLength, bigEndian);
    }

    private void packet(byte[] data, int at, int end, Tally tally) {
        if (end - at < BODY + PcapngBlocks.PACKET_BODY) {
            return;
        }
        int number = i32(data, at) == PcapngBlocks.OLD_PACKET ? u16(data, at + BODY) : i32(data, at + BODY);
        long captured = Math.min(u32(data, at + BODY + 12), end - at - BODY - PcapngBlocks.PACKET_BODY);
        if (number < 0 || number >= interfaces.size()) {
            tally.addUntimed(captured);
            return;
        }
        Interface from = interfaces.get(number);
        long units = u32(data, at + BODY + 4) << 32 | u32(data, at + BODY + 8);
        tally.add(captured, from.resolution.time(units) + (from.offsetSeconds << 32));
    }

    @Override
    void skip(byte[] data, int at, long length, Tally tally) {
        if (PcapngBlocks.isPacket(i32(data, at))) {
            tally.addUntimed(length);
        }
    }

    @Override
    long lostPackets() {
        return lost;
    }
}
