package dev.mimeo.nfs.internal.pcap;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.bytes.BigEndian;
import java.io.IOException;

/**
 * Reads pcap files, version 2, of both byte orders and with micro- or nanoseconds (draft-ietf-opsawg-pcap). Their limit of
 * captured bytes is not always true: packets up to 256 KiB are taken whatever it says.
 */
final class PcapReader extends AbstractReader {

    static final int MICROSECONDS = 0xa1b2c3d4;
    static final int NANOSECONDS = 0xa1b23c4d;

    private static final int FILE_HEADER = 24;
    private static final int SNAP_LENGTH_AT = 16;
    private static final int LINK_TYPE_AT = 20;

    /** The upper bits say whether frames end with a check sequence. */
    private static final int LINK_TYPE_MASK = 0xffff;

    private static final int RECORD_HEADER = 16;
    private static final int FRACTION_AT = 4;
    private static final int CAPTURED_AT = 8;
    private static final int WIRE_AT = 12;

    private final long unitsPerSecond;
    private final int linkType;
    private final int maxCaptured;

    /**
     * Reads the file header.
     *
     * @param source starts with one of the magic numbers in either byte order
     */
    PcapReader(StreamWindow source) throws IOException {
        super(source);
        int magic = BigEndian.getInt(source.buffer, source.position);
        bigEndian = magic == MICROSECONDS || magic == NANOSECONDS;
        int given = bigEndian ? magic : Integer.reverseBytes(magic);
        unitsPerSecond = given == NANOSECONDS ? 1_000_000_000 : 1_000_000;
        if (!source.require(FILE_HEADER)) {
            throw new MimeoException(Reason.TRUNCATED, "the header of the pcap file is cut off: copy the file again");
        }
        int major = u16(Integer.BYTES);
        if (major != 2) {
            throw new MimeoException(
                    Reason.UNSUPPORTED,
                    "pcap file of version " + major + ": expected 2; convert it with editcap -F pcap");
        }
        long snapLength = Integer.toUnsignedLong(i32(SNAP_LENGTH_AT));
        maxCaptured = (int) Math.min(MAX_PACKET, Math.max(USUAL_SNAP_LENGTH, snapLength));
        linkType = i32(LINK_TYPE_AT) & LINK_TYPE_MASK;
        source.position += FILE_HEADER;
    }

    static boolean isMagic(int magic) {
        int other = Integer.reverseBytes(magic);
        return magic == MICROSECONDS || magic == NANOSECONDS || other == MICROSECONDS || other == NANOSECONDS;
    }

    @Override
    public boolean next(Packet packet) throws IOException {
        if (hasEnded()) {
            return false;
        }
        if (!source.require(RECORD_HEADER)) {
            return ended("packet");
        }
        long seconds = Integer.toUnsignedLong(i32(0));
        long fraction = Integer.toUnsignedLong(i32(FRACTION_AT));
        int captured = i32(CAPTURED_AT);
        int wire = i32(WIRE_AT);
        if (captured < 0 || captured > maxCaptured) {
            return damaged("a packet of " + Integer.toUnsignedString(captured) + " bytes, more than the file allows,");
        }
        if (!source.require(RECORD_HEADER + captured)) {
            return ended("packet");
        }
        packet.set(
                source.buffer,
                source.position + RECORD_HEADER,
                captured,
                Math.max(captured, wire),
                Packet.time(seconds, fraction, unitsPerSecond),
                linkType);
        source.position += RECORD_HEADER + captured;
        return true;
    }
}
