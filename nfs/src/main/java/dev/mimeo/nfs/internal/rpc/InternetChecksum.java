package dev.mimeo.nfs.internal.rpc;

import dev.mimeo.internal.bytes.BigEndian;

/** The checksums of IPv4, TCP and UDP: RFC 1071, RFC 8200 section 8.1. Thread-safe. */
final class InternetChecksum {

    private static final int IPV4_HEADER = 20;
    private static final int IPV6_ADDRESSES = 8;
    private static final int IPV4_ADDRESSES = 12;
    private static final int TCP_CHECKSUM_AT = 16;
    private static final int UDP_CHECKSUM_AT = 6;

    private InternetChecksum() {}

    /** Returns whether the header of a packet of IPv4 is as it was sent; true for IPv6, which has no checksum. */
    static boolean isHeaderGood(byte[] data, int start, int end) {
        if ((data[start] >> 4 & 0xf) != 4) {
            return true;
        }
        int header = (data[start] & 0xf) * 4;
        return header >= IPV4_HEADER && header <= end - start && fold(sum(data, start, header)) == 0xffff;
    }

    /**
     * Returns whether a segment or a datagram that is there as a whole is as it was sent.
     *
     * @param start start of the IP packet
     * @param offset start of the header of TCP or UDP
     * @param length bytes from there on
     */
    static boolean isContentGood(byte[] data, int start, int offset, int length, int protocol) {
        boolean udp = protocol == IpPacket.UDP;
        boolean version4 = (data[start] >> 4 & 0xf) == 4;
        int at = udp ? UDP_CHECKSUM_AT : TCP_CHECKSUM_AT;
        if (length < at + 2) {
            return false;
        }
        if (udp && version4 && BigEndian.getUnsignedShort(data, offset + at) == 0) {
            return true;
        }
        long addresses = version4 ? sum(data, start + IPV4_ADDRESSES, 8) : sum(data, start + IPV6_ADDRESSES, 32);
        return fold(addresses + length + protocol + sum(data, offset, length)) == 0xffff;
    }

    private static long sum(byte[] data, int offset, int length) {
        long sum = 0;
        int at = offset;
        for (int end = offset + (length & ~1); at < end; at += 2) {
            sum += BigEndian.getUnsignedShort(data, at);
        }
        return (length & 1) == 0 ? sum : sum + (Byte.toUnsignedInt(data[at]) << 8);
    }

    private static int fold(long sum) {
        long folded = sum;
        while (folded > 0xffff) {
            folded = (folded & 0xffff) + (folded >>> 16);
        }
        return (int) folded;
    }
}
