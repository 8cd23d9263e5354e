package dev.mimeo.nfs.convert;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Captures as a shorter snap length would have left them: of each packet the first bytes, and its length. Of pcap files only. */
final class SnapLengths {

    private static final int FILE_HEADER = 24;
    private static final int PACKET_HEADER = 16;

    private SnapLengths() {}

    private static ByteOrder order(byte[] pcap) {
        int first = pcap[0] & 0xff;
        return first == 0xd4 || first == 0x4d ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }

    /** The bytes of the packets of a capture, as far as they are there. */
    static List<byte[]> packets(byte[] pcap) {
        ByteBuffer in = ByteBuffer.wrap(pcap).order(order(pcap));
        List<byte[]> packets = new ArrayList<>();
        int at = FILE_HEADER;
        while (at + PACKET_HEADER <= pcap.length) {
            int captured = Math.min(in.getInt(at + 8), pcap.length - at - PACKET_HEADER);
            packets.add(Arrays.copyOfRange(pcap, at + PACKET_HEADER, at + PACKET_HEADER + captured));
            at += PACKET_HEADER + captured;
        }
        return packets;
    }

    /** The capture with at most some bytes of each packet. */
    static byte[] cut(byte[] pcap, int snapLength) {
        ByteBuffer in = ByteBuffer.wrap(pcap).order(order(pcap));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(pcap, 0, FILE_HEADER);
        int at = FILE_HEADER;
        while (at + PACKET_HEADER <= pcap.length) {
            int captured = Math.min(in.getInt(at + 8), pcap.length - at - PACKET_HEADER);
            int kept = Math.min(snapLength, captured);
            byte[] header = Arrays.copyOfRange(pcap, at, at + PACKET_HEADER);
            ByteBuffer.wrap(header).order(order(pcap)).putInt(8, kept);
            out.writeBytes(header);
            out.write(pcap, at + PACKET_HEADER, kept);
            at += PACKET_HEADER + captured;
        }
        return out.toByteArray();
    }
}
