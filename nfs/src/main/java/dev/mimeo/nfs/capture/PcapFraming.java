package dev.mimeo.nfs.capture;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.bytes.BigEndian;
import dev.mimeo.nfs.internal.pcap.Packet;
import java.io.IOException;
import java.util.Arrays;

/** Finds the records of a pcap stream (draft-ietf-opsawg-pcap) in either byte order and time resolution. Not thread-safe. */
final class PcapFraming extends Framing {

    private static final int MICROSECONDS = 0xa1b2c3d4;
    private static final int NANOSECONDS = 0xa1b23c4d;
    private static final int MAJOR_AT = 4;
    private static final int SNAP_LENGTH_AT = 16;
    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final int FRACTION_AT = 4;
    private static final int CAPTURED_AT = 8;

    /** Smallest limit on the bytes of a packet, whatever limit a stream declares: the default of capture tools. */
    private static final int USUAL_SNAP_LENGTH = 262_144;

    private final byte[] header;
    private final long unitsPerSecond;
    private final long maxCaptured;

    /**
     * Reads the file header.
     *
     * @param start first bytes of the stream, beginning with a magic number of pcap
     * @throws IOException if the version is not 2
     */
    PcapFraming(byte[] start) throws IOException {
        header = Arrays.copyOf(start, FILE_HEADER);
        int magic = BigEndian.getInt(header, 0);
        bigEndian = magic == MICROSECONDS || magic == NANOSECONDS;
        unitsPerSecond = i32(header, 0) == NANOSECONDS ? 1_000_000_000 : 1_000_000;
        int major = u16(header, MAJOR_AT);
        if (major != 2) {
            throw new MimeoException(
                    Reason.UNSUPPORTED, "pcap of version " + major + ": expected 2: capture with tcpdump or dumpcap");
        }
        maxCaptured = Math.min(MAX_PACKET, Math.max(USUAL_SNAP_LENGTH, u32(header, SNAP_LENGTH_AT)));
    }

    static boolean isMagic(int magic) {
        int other = Integer.reverseBytes(magic);
        return magic == MICROSECONDS || magic == NANOSECONDS || other == MICROSECONDS || other == NANOSECONDS;
    }

    @Override
    String extension() {
        return "pcap";
    }

    @Override
    int streamHeader() {
        return FILE_HEADER;
    }

    @Override
    byte[] preamble() {
        return header;
    }

    @Override
    int head() {
        return RECORD_HEADER;
    }

    @Override
    long length(byte[] data, int at) throws IOException {
        long captured = u32(data, at + CAPTURED_AT);
        if (captured > maxCaptured) {
            throw new MimeoException(
                    Reason.CORRUPT, "a packet of " + captured + " bytes, more than the capture allows");
        }
        return RECORD_HEADER + captured;
    }

    @Override
    void take(byte[] data, int at, int length, Tally tally) {
        count(data, at, length, tally);
    }

    @Override
    void skip(byte[] data, int at, long length, Tally tally) {
        count(data, at, length, tally);
    }

    private void count(byte[] data, int at, long length, Tally tally) {
        tally.add(length - RECORD_HEADER, Packet.time(u32(data, at), u32(data, at + FRACTION_AT), unitsPerSecond));
    }

    @Override
    long lostPackets() {
        return -1;
    }
}
