package dev.mimeo.nfs.internal.rpc;

import dev.mimeo.internal.bytes.BigEndian;
import dev.mimeo.nfs.internal.pcap.LinkLayer;
import dev.mimeo.nfs.internal.pcap.Packet;

/**
 * Finds the IP packet inside of tunnels, whose headers count as those of the link do: GRE with IP or Ethernet in it (RFC 2784,
 * RFC 2890), mirrored frames of ERSPAN (draft-foschiano-erspan), VXLAN (RFC 7348), Geneve (RFC 8926), IP in IP (RFC 2003,
 * RFC 2473). A packet in which nothing is found, and fragments, stay what they are. Not thread-safe.
 */
final class Tunnels {

    private static final int MOST = 4;

    private static final int IPV4_IN_IP = 4;
    private static final int IPV6_IN_IP = 41;
    private static final int GRE = 47;

    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86dd;
    private static final int ETHERNET = 0x6558;
    private static final int ERSPAN = 0x88be;
    private static final int ERSPAN_3 = 0x22eb;

    private static final int GRE_HEADER = 4;
    private static final int CHECKSUM = 0x8000;
    private static final int KEY = 0x2000;
    private static final int SEQUENCE = 0x1000;

    /** Routing, reserved bits and the version: all 0 in what is understood. */
    private static final int OTHER = 0x4fff;

    private static final int ERSPAN_2_HEADER = 8;
    private static final int ERSPAN_3_HEADER = 12;
    private static final int ERSPAN_3_PLATFORM = 8;

    private static final int UDP_HEADER = 8;
    private static final int VXLAN_PORT = 4789;
    private static final int VXLAN_HEADER = 8;
    private static final int VXLAN_FLAGS = 0x0800_0000;

    private static final int GENEVE_PORT = 6081;
    private static final int GENEVE_HEADER = 8;

    /** The version, which is 0, and the bit of control packets, in the first two bytes. */
    private static final int GENEVE_OTHER = 0xc080;

    private static final int GENEVE_OPTION_WORDS = 0x3f;
    private static final int LINK_ETHERNET = 1;

    private final Packet frame = new Packet();
    private final LinkLayer link = new LinkLayer();
    private int start;

    /** Returns where the packet starts that was found last. */
    int start() {
        return start;
    }

    /**
     * Reads the headers of IP of the innermost packet; parameters are those of {@link IpPacket#parse}.
     *
     * @return how many tunnels it is in, or -1 if there is no packet
     */
    int parse(IpPacket ip, byte[] data, int at, int end, int wireBytes) {
        start = at;
        if (!ip.parse(data, at, end, wireBytes)) {
            return -1;
        }
        int from = at;
        int stop = end;
        int wire = wireBytes;
        int depth = 0;
        while (depth < MOST && !ip.isFragment()) {
            int inner = inner(ip);
            if (inner < 0) {
                break;
            }
            int innerStop = ip.offset + ip.captured;
            int innerWire = ip.offset + ip.length - inner;
            if (!ip.parse(data, inner, innerStop, innerWire)) {
                ip.parse(data, from, stop, wire);
                break;
            }
            from = inner;
            stop = innerStop;
            wire = innerWire;
            start = inner;
            depth++;
        }
        return depth;
    }

    /** Returns where an IP packet may start in the content of another one, or -1. */
    private int inner(IpPacket ip) {
        return switch (ip.protocol) {
            case IPV4_IN_IP, IPV6_IN_IP -> ip.offset;
            case GRE -> gre(ip);
            case IpPacket.UDP -> udp(ip);
            default -> -1;
        };
    }

    private int gre(IpPacket ip) {
        if (ip.captured < GRE_HEADER) {
            return -1;
        }
        int flags = BigEndian.getUnsignedShort(ip.data, ip.offset);
        if ((flags & OTHER) != 0) {
            return -1;
        }
        int header = GRE_HEADER
                + ((flags & CHECKSUM) != 0 ? Integer.BYTES : 0)
                + ((flags & KEY) != 0 ? Integer.BYTES : 0)
                + ((flags & SEQUENCE) != 0 ? Integer.BYTES : 0);
        int type = BigEndian.getUnsignedShort(ip.data, ip.offset + 2);
        return switch (type) {
            // The first version has neither sequence numbers nor a header of its own.
            case ERSPAN -> ethernet(ip, header + ((flags & SEQUENCE) != 0 ? ERSPAN_2_HEADER : 0));
            case ERSPAN_3 -> erspan3(ip, header);
            default -> typed(ip, type, header);
        };
    }

    private int typed(IpPacket ip, int type, int header) {
        return switch (type) {
            case IPV4, IPV6 -> ip.offset + header;
            case ETHERNET -> ethernet(ip, header);
            default -> -1;
        };
    }

    private int erspan3(IpPacket ip, int header) {
        if (ip.captured < header + ERSPAN_3_HEADER) {
            return -1;
        }
        boolean platform = (ip.data[ip.offset + header + ERSPAN_3_HEADER - 1] & 1) != 0;
        return ethernet(ip, header + ERSPAN_3_HEADER + (platform ? ERSPAN_3_PLATFORM : 0));
    }

    private int udp(IpPacket ip) {
        if (ip.captured < UDP_HEADER + Math.max(VXLAN_HEADER, GENEVE_HEADER)) {
            return -1;
        }
        return switch (BigEndian.getUnsignedShort(ip.data, ip.offset + 2)) {
            case VXLAN_PORT -> vxlan(ip);
            case GENEVE_PORT -> geneve(ip);
            default -> -1;
        };
    }

    private int vxlan(IpPacket ip) {
        boolean known = BigEndian.getInt(ip.data, ip.offset + UDP_HEADER) == VXLAN_FLAGS
                && ip.data[ip.offset + UDP_HEADER + VXLAN_HEADER - 1] == 0;
        return known ? ethernet(ip, UDP_HEADER + VXLAN_HEADER) : -1;
    }

    private int geneve(IpPacket ip) {
        int start = ip.offset + UDP_HEADER;
        if ((BigEndian.getUnsignedShort(ip.data, start) & GENEVE_OTHER) != 0) {
            return -1;
        }
        int options = (ip.data[start] & GENEVE_OPTION_WORDS) * Integer.BYTES;
        return typed(ip, BigEndian.getUnsignedShort(ip.data, start + 2), UDP_HEADER + GENEVE_HEADER + options);
    }

    /** Returns where the IP packet starts in a frame behind a header, or -1. */
    private int ethernet(IpPacket ip, int header) {
        if (ip.captured <= header) {
            return -1;
        }
        frame.set(ip.data, ip.offset + header, ip.captured - header, ip.length - header, 0, LINK_ETHERNET);
        return link.parse(frame) == LinkLayer.Content.IP ? link.offset() : -1;
    }
}
