package dev.mimeo.nfs.internal.pcap;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import java.io.IOException;

/** Reads snoop files of Ethernet frames, version 2: RFC 1761. All numbers are big-endian. */
final class SnoopReader extends AbstractReader {

    /** The first four of the eight bytes of the identification pattern, "snoop" and three zeros. */
    static final int MAGIC = 0x736e6f6f;

    private static final int MAGIC_END = 0x70000000;
    private static final int FILE_HEADER = 16;
    private static final int VERSION_AT = 8;
    private static final int DATA_LINK_AT = 12;
    private static final int VERSION = 2;
    private static final int ETHERNET = 4;

    private static final int RECORD_HEADER = 24;
    private static final int INCLUDED_AT = 4;
    private static final int RECORD_LENGTH_AT = 8;
    private static final int DROPS_AT = 12;
    private static final int SECONDS_AT = 16;
    private static final int MICROSECONDS_AT = 20;
    private static final int UNITS_PER_SECOND = 1_000_000;

    /**
     * Reads the file header.
     *
     * @param source starts with {@link #MAGIC}
     */
    SnoopReader(StreamWindow source) throws IOException {
        super(source);
        if (!source.require(FILE_HEADER) || i32(Integer.BYTES) != MAGIC_END) {
            throw new MimeoException(Reason.TRUNCATED, "the header of the snoop file is cut off: copy the file again");
        }
        if (i32(VERSION_AT) != VERSION || i32(DATA_LINK_AT) != ETHERNET) {
            throw new MimeoException(
                    Reason.UNSUPPORTED,
                    "snoop file of version " + Integer.toUnsignedString(i32(VERSION_AT))
                            + " and data link " + Integer.toUnsignedString(i32(DATA_LINK_AT))
                            + ": expected 2 and 4, Ethernet; convert it with editcap -F pcap");
        }
        source.position += FILE_HEADER;
    }

    @Override
    public boolean next(Packet packet) throws IOException {
        if (hasEnded()) {
            return false;
        }
        if (!source.require(RECORD_HEADER)) {
            return ended("packet");
        }
        int wire = i32(0);
        int captured = i32(INCLUDED_AT);
        int length = i32(RECORD_LENGTH_AT);
        if (captured < 0 || captured > MAX_PACKET || length < RECORD_HEADER + captured || length > MAX_PACKET) {
            return damaged("a packet of " + Integer.toUnsignedString(captured) + " bytes in a record of "
                    + Integer.toUnsignedString(length) + " bytes");
        }
        if (!source.require(length)) {
            return ended("packet");
        }
        // The drops are those since the start of the capture.
        lostPackets = Integer.toUnsignedLong(i32(DROPS_AT));
        packet.set(
                source.buffer,
                source.position + RECORD_HEADER,
                captured,
                Math.max(captured, wire),
                Packet.time(
                        Integer.toUnsignedLong(i32(SECONDS_AT)),
                        Integer.toUnsignedLong(i32(MICROSECONDS_AT)),
                        UNITS_PER_SECOND),
                LinkLayer.ETHERNET);
        source.position += length;
        return true;
    }
}
