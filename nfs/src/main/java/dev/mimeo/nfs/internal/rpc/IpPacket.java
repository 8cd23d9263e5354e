package dev.mimeo.nfs.internal.rpc;

import dev.mimeo.internal.bytes.BigEndian;

/**
 * The headers of an IP packet and of the TCP segment or UDP datagram in it: RFC 791, RFC 8200, RFC 9293, RFC 768. Lengths are
 * those on the wire; fewer bytes may be captured. Used again for every packet. Not thread-safe.
 */
public final class IpPacket {

    static final int TCP = 6;
    static final int UDP = 17;
    static final int FIN = 1;
    static final int SYN = 2;
    static final int RST = 4;
    static final int ACK = 16;

    private static final int HOP_BY_HOP = 0;
    private static final int ROUTING = 43;
    private static final int FRAGMENT = 44;
    private static final int AUTHENTICATION = 51;
    private static final int DESTINATION = 60;

    private static final int IPV4_HEADER = 20;
    private static final int IPV6_HEADER = 40;

    /** The least size of an extension header, and the unit of most sizes. */
    private static final int EXTENSION = 8;

    private static final int TCP_HEADER = 20;
    private static final int UDP_HEADER = 8;
    private static final int JUMBO = 0xc2;

    private final Hosts hosts;

    byte[] data = {};
    long time;
    int wireLength;
    int source;
    int destination;
    int protocol;
    int id;
    int fragmentOffset;
    boolean moreFragments;

    /** Payload of the IP packet: its offset, captured length and length on the wire. */
    int offset;

    int captured;
    int length;

    boolean hasPorts;
    int sourcePort;
    int destinationPort;
    int sequence;
    int acknowledgement;
    int tcpFlags;

    IpPacket(Hosts hosts) {
        this.hosts = hosts;
    }

    /**
     * Reads the headers of IP.
     *
     * @param start offset at which they start
     * @param end end of the captured bytes
     * @param wireBytes length of the packet on the wire, from {@code start} on
     * @return false if it is not an IP packet, or not all of its headers are there
     */
    boolean parse(byte[] bytes, int start, int end, int wireBytes) {
        data = bytes;
        hasPorts = false;
        fragmentOffset = 0;
        moreFragments = false;
        id = 0;
        if (end <= start) {
            return false;
        }
        return switch (bytes[start] >> 4 & 0xf) {
            case 4 -> parseIpv4(start, end, wireBytes);
            case 6 -> parseIpv6(start, end, wireBytes);
            default -> false;
        };
    }

    private boolean parseIpv4(int start, int end, int wireBytes) {
        if (end - start < IPV4_HEADER) {
            return false;
        }
        int header = (data[start] & 0xf) * 4;
        if (header < IPV4_HEADER || header > end - start) {
            return false;
        }
        int total = BigEndian.getUnsignedShort(data, start + 2);
        // Segmentation offload leaves 0 where the packet is too large for the field.
        int whole = total == 0 ? wireBytes : total;
        if (whole < header) {
            return false;
        }
        id = BigEndian.getUnsignedShort(data, start + 4);
        int fragment = BigEndian.getUnsignedShort(data, start + 6);
        fragmentOffset = (fragment & 0x1fff) * 8;
        moreFragments = (fragment & 0x2000) != 0;
        protocol = Byte.toUnsignedInt(data[start + 9]);
        source = BigEndian.getInt(data, start + 12);
        destination = BigEndian.getInt(data, start + 16);
        content(start + header, whole - header, end);
        return true;
    }

    private boolean parseIpv6(int start, int end, int wireBytes) {
        if (end - start < IPV6_HEADER) {
            return false;
        }
        int payload = BigEndian.getUnsignedShort(data, start + 4);
        source = hosts.ofIpv6(data, start + 8);
        destination = hosts.ofIpv6(data, start + 24);
        int next = Byte.toUnsignedInt(data[start + 6]);
        int at = start + IPV6_HEADER;
        int limit = payload == 0 ? wireBytes - IPV6_HEADER : payload;
        long stop = (long) at + limit;
        // Headers behind that of a fragment are part of what is fragmented, and are read when it is complete.
        while (isExtension(next) && !isFragment()) {
            if (end - at < EXTENSION) {
                return false;
            }
            int size = extensionSize(next, at);
            if (size > end - at || at + size > stop) {
                return false;
            }
            if (next == FRAGMENT) {
                int fragment = BigEndian.getUnsignedShort(data, at + 2);
                fragmentOffset = fragment & 0xfff8;
                moreFragments = (fragment & 1) != 0;
                id = BigEndian.getInt(data, at + 4);
            } else if (next == HOP_BY_HOP
                    && payload == 0
                    && BigEndian.getUnsignedShort(data, at + 2) == (JUMBO << 8 | 4)) {
                // RFC 2675, in the usual place: the first option.
                long jumbo = Integer.toUnsignedLong(BigEndian.getInt(data, at + 4));
                stop = start + IPV6_HEADER + Math.min(jumbo, Math.max(0, wireBytes - IPV6_HEADER));
            }
            next = Byte.toUnsignedInt(data[at]);
            at += size;
        }
        protocol = next;
        content(at, (int) Math.max(0, stop - at), end);
        return true;
    }

    /** Returns the bytes of an extension header, of which the first {@link #EXTENSION} are there. */
    private int extensionSize(int type, int at) {
        int stated = Byte.toUnsignedInt(data[at + 1]);
        return switch (type) {
            case FRAGMENT -> EXTENSION;
            case AUTHENTICATION -> (stated + 2) * 4;
            default -> (stated + 1) * EXTENSION;
        };
    }

    /** Passes over the headers before that of the transport: those in fragments, and of IPv4 that of authentication. */
    private boolean skipExtensions() {
        while (isExtension(protocol) && protocol != FRAGMENT) {
            if (captured < EXTENSION) {
                return false;
            }
            int size = extensionSize(protocol, offset);
            if (size > captured) {
                return false;
            }
            protocol = Byte.toUnsignedInt(data[offset]);
            content(offset + size, length - size, offset + captured);
        }
        return true;
    }

    private static boolean isExtension(int next) {
        return next == HOP_BY_HOP
                || next == ROUTING
                || next == FRAGMENT
                || next == AUTHENTICATION
                || next == DESTINATION;
    }

    private void content(int at, int bytes, int end) {
        offset = at;
        length = bytes;
        captured = Math.min(bytes, end - at);
    }

    boolean isFragment() {
        return moreFragments || fragmentOffset > 0;
    }

    /** Reads the header of TCP or UDP, and makes the content what follows it; false if it is not all there. */
    boolean parseTransport() {
        if (!skipExtensions()) {
            return false;
        }
        if (protocol == UDP) {
            if (captured < UDP_HEADER) {
                return false;
            }
            ports();
            int stated = BigEndian.getUnsignedShort(data, offset + 4);
            int whole = stated == 0 ? length : Math.min(stated, length);
            if (whole < UDP_HEADER) {
                return false;
            }
            content(offset + UDP_HEADER, whole - UDP_HEADER, offset + Math.min(captured, whole));
            return true;
        }
        if (protocol != TCP || captured < TCP_HEADER) {
            return false;
        }
        int header = (data[offset + 12] >> 4 & 0xf) * 4;
        if (header < TCP_HEADER || header > length) {
            return false;
        }
        ports();
        sequence = BigEndian.getInt(data, offset + 4);
        acknowledgement = BigEndian.getInt(data, offset + 8);
        tcpFlags = Byte.toUnsignedInt(data[offset + 13]);
        int end = offset + captured;
        content(offset + header, length - header, Math.max(end, offset + header));
        captured = Math.max(0, Math.min(captured, end - offset));
        return true;
    }

    private void ports() {
        hasPorts = true;
        sourcePort = BigEndian.getUnsignedShort(data, offset);
        destinationPort = BigEndian.getUnsignedShort(data, offset + 2);
    }

    /** Returns when it was captured, in units of 2^-32 s since 1970. */
    public long time() {
        return time;
    }

    /** Returns the length of its frame on the wire, in bytes. */
    public int wireLength() {
        return wireLength;
    }

    /** Returns the host that sent it, see {@link Hosts}. */
    public int source() {
        return source;
    }

    /** Returns the host it was sent to. */
    public int destination() {
        return destination;
    }

    /** Returns whether it is of UDP. */
    public boolean isUdp() {
        return protocol == UDP;
    }

    /** Returns whether it is of TCP. */
    public boolean isTcp() {
        return protocol == TCP;
    }

    /** Returns the identification of an IPv4 packet, or of the fragments of one of IPv6; otherwise 0. */
    public int id() {
        return id;
    }

    /** Returns where its content belongs in the fragmented packet, in bytes; 0 for the first or only one. */
    public int fragmentOffset() {
        return fragmentOffset;
    }

    /** Returns whether the header of TCP or UDP was read, so that the following are known. */
    public boolean hasPorts() {
        return hasPorts;
    }

    /** Returns the port it was sent from. */
    public int sourcePort() {
        return sourcePort;
    }

    /** Returns the port it was sent to. */
    public int destinationPort() {
        return destinationPort;
    }

    /** Returns the sequence number of TCP. */
    public int sequence() {
        return sequence;
    }

    /** Returns the acknowledgement number of TCP. */
    public int acknowledgement() {
        return acknowledgement;
    }

    /** Returns the flags of TCP. */
    public int tcpFlags() {
        return tcpFlags;
    }

    /** Returns the bytes that follow the headers that were read, as on the wire. */
    public int payloadLength() {
        return length;
    }
}
