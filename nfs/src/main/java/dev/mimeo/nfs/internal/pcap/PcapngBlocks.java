package dev.mimeo.nfs.internal.pcap;

import dev.mimeo.internal.bytes.EitherEndian;

/**
 * The layout of the blocks of pcapng files (draft-ietf-opsawg-pcapng), as far as it matters for packets. A block is its type, its length
 * in bytes, a body and the length again, in the byte order of its section:
 *
 * <pre>
 * section         int32 byte order, int16 major version, int16 minor version, int64 length of the section, options
 * interface       int16 link type, int16 reserved, int32 most bytes of a packet that are captured, options
 * old packet      int16 interface, int16 packets lost before it, and as an enhanced packet
 * simple packet   int32 bytes on the wire, bytes
 * statistics      int32 interface, int64 time, options
 * enhanced packet int32 interface, int64 time (high word first), int32 captured bytes, int32 bytes on the wire, bytes, options
 * option          int16 code, int16 length, value, zeros to a multiple of 4
 * </pre>
 */
public final class PcapngBlocks {

    /** Type of a section header, the same in both byte orders. */
    public static final int SECTION = 0x0a0d0d0a;

    public static final int INTERFACE = 1;
    public static final int OLD_PACKET = 2;
    public static final int SIMPLE_PACKET = 3;
    public static final int STATISTICS = 5;
    public static final int ENHANCED_PACKET = 6;

    /** First word of the body of a section, in its byte order. */
    public static final int BYTE_ORDER = 0x1a2b3c4d;

    /** Bytes before the body. */
    public static final int HEADER = 8;

    /** Bytes after the body. */
    public static final int TRAILER = 4;

    /** Bytes of the body of an interface before its options. */
    public static final int INTERFACE_BODY = 8;

    /** Bytes of the body of an old or enhanced packet before its content. */
    public static final int PACKET_BODY = 20;

    /** Bytes of the body of statistics before their options. */
    public static final int STATISTICS_BODY = 12;

    public static final int OPTION_INTERFACE_DROPS = 5;
    public static final int OPTION_TIME_RESOLUTION = 9;
    public static final int OPTION_TIME_OFFSET = 14;

    private PcapngBlocks() {}

    /** Returns whether blocks of a type have a packet. */
    public static boolean isPacket(int type) {
        return type == OLD_PACKET || type == SIMPLE_PACKET || type == ENHANCED_PACKET;
    }

    /**
     * Finds an option.
     *
     * @param from position of the first option of the block
     * @param end position after the last one
     * @param wantedLength bytes of the value
     * @return the position of the value; 0 if there is none of this length
     */
    public static int option(byte[] data, int from, int end, int wanted, int wantedLength, boolean bigEndian) {
        int at = from;
        while (at + Integer.BYTES <= end) {
            int code = EitherEndian.getUnsignedShort(data, at, bigEndian);
            int length = EitherEndian.getUnsignedShort(data, at + Short.BYTES, bigEndian);
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
}
