package dev.mimeo.nfs.internal.pcap;

import dev.mimeo.internal.bytes.BigEndian;

/**
 * Finds the IP packet in a frame: Ethernet with tags of virtual networks, labels of MPLS, PPP (RFC 2516), and with LLC and SNAP, the
 * loopback links of BSD, bare IP, both cooked links of Linux, and PPP; and the transport header of InfiniBand. Behind labels there may be
 * another frame of Ethernet. The result is in fields that the next frame overwrites. Not thread-safe.
 */
public final class LinkLayer {

    /** Link types, see the registry at tcpdump.org. */
    static final int ETHERNET = 1;

    /** A record of ERF with its header. */
    static final int ERF = 197;

    private static final int NULL = 0;
    private static final int PPP = 9;
    private static final int RAW_OF_BSD = 12;
    private static final int RAW = 101;
    private static final int LOOP = 108;
    private static final int LINUX_COOKED = 113;
    private static final int IPV4_ONLY = 228;
    private static final int IPV6_ONLY = 229;
    private static final int INFINIBAND = 247;
    private static final int LINUX_COOKED_2 = 276;

    private static final int IPV4 = 0x0800;
    private static final int ARP = 0x0806;
    private static final int IPV6 = 0x86dd;
    private static final int MPLS = 0x8847;
    private static final int MPLS_UPSTREAM = 0x8848;

    /** The bit of the last label of a stack; RFC 3032, section 2.1. */
    private static final int LAST_LABEL = 1;

    private static final int CONTROL_WORD = 4;

    private static final int IPV4_HEADER = 20;
    private static final int IPV6_HEADER = 40;

    private static final int PPP_SESSION = 0x8864;
    private static final int PPP_SESSION_HEADER = 6;

    /** Version 1, type 1, and the code of data. */
    private static final int PPP_SESSION_DATA = 0x1100;

    private static final int VLAN = 0x8100;
    private static final int VLAN_OF_PROVIDER = 0x88a8;
    private static final int VLAN_OF_OLD = 0x9100;

    /** Smaller numbers are lengths of IEEE 802.3 frames. */
    private static final int FIRST_TYPE = 1536;

    /** Type of RoCE version 1: a global route header of InfiniBand follows. */
    private static final int ROCE = 0x8915;

    private static final int LOCAL_ROUTE_HEADER = 8;
    private static final int GLOBAL_ROUTE_HEADER = 40;

    /** Values of the two bits that say what follows a local route header. */
    private static final int TRANSPORT_FOLLOWS = 2;

    private static final int GLOBAL_FOLLOWS = 3;

    private static final int SNAP = 0xaaaa;
    private static final int PPP_IPV4 = 0x0021;
    private static final int PPP_IPV6 = 0x0057;

    /** Type of the payload of a frame. */
    public enum Content {
        /** An IP packet, of version 4 or 6 as its first byte says. */
        IP,
        /** A packet of the address resolution protocol. */
        ARP,
        /** A packet of InfiniBand; the offset is that of its transport header. */
        RDMA,
        /** Another protocol. */
        OTHER,
        /** Too few bytes for the headers of the link. */
        TINY
    }

    private int offset;
    private int end;
    private int headerBytes;

    /** The end of the frame on the wire, of which not all need be captured. */
    private long wireEnd;

    /** Makes a finder. */
    public LinkLayer() {}

    /** Returns where the IP packet starts in the array of the packet. */
    public int offset() {
        return offset;
    }

    /** Returns where the captured bytes end. */
    public int end() {
        return end;
    }

    /** Returns the bytes of the link's headers. */
    public int headerBytes() {
        return headerBytes;
    }

    /** Looks into a frame. */
    public Content parse(Packet packet) {
        offset = packet.offset;
        end = packet.offset + packet.capturedLength;
        wireEnd = (long) packet.offset + packet.wireLength;
        Content content = parse(packet.data, packet.linkType);
        headerBytes = offset - packet.offset;
        return content;
    }

    private Content parse(byte[] data, int linkType) {
        return switch (linkType) {
            case ETHERNET -> ethernet(data, false);
            case LINUX_COOKED -> typed(data, 14, 16, false);
            case LINUX_COOKED_2 -> typed(data, 0, 20, false);
            case NULL, LOOP -> bare(4);
            case RAW_OF_BSD, RAW, IPV4_ONLY, IPV6_ONLY -> bare(0);
            case PPP -> ppp(data);
            case INFINIBAND -> infiniband(data);
            default -> Content.OTHER;
        };
    }

    private Content bare(int header) {
        if (end - offset <= header) {
            return Content.TINY;
        }
        offset += header;
        return Content.IP;
    }

    private Content ppp(byte[] data) {
        if (end - offset >= 2 && BigEndian.getUnsignedShort(data, offset) == 0xff03) {
            offset += 2;
        }
        if (end - offset < 2) {
            return Content.TINY;
        }
        int protocol = BigEndian.getUnsignedShort(data, offset);
        offset += 2;
        return protocol == PPP_IPV4 || protocol == PPP_IPV6 ? Content.IP : Content.OTHER;
    }

    private Content ethernet(byte[] data, boolean isInside) {
        return typed(data, 12, 14, isInside);
    }

    /**
     * Looks into a frame that states the type of its content.
     *
     * @param isInside whether it is behind labels itself, so that no further frame is looked for
     */
    private Content typed(byte[] data, int typeAt, int header, boolean isInside) {
        if (end - offset < header) {
            return Content.TINY;
        }
        int type = BigEndian.getUnsignedShort(data, offset + typeAt);
        offset += header;
        while (type == VLAN || type == VLAN_OF_PROVIDER || type == VLAN_OF_OLD) {
            if (end - offset < 4) {
                return Content.TINY;
            }
            type = BigEndian.getUnsignedShort(data, offset + 2);
            offset += 4;
        }
        if (type < FIRST_TYPE) {
            // LLC with SNAP: two access points, control, organisation 0, type.
            if (end - offset < 8
                    || BigEndian.getUnsignedShort(data, offset) != SNAP
                    || BigEndian.getUnsignedShort(data, offset + 3) != 0) {
                return Content.OTHER;
            }
            type = BigEndian.getUnsignedShort(data, offset + 6);
            offset += 8;
        }
        return switch (type) {
            case IPV4, IPV6 -> Content.IP;
            case MPLS, MPLS_UPSTREAM -> labelled(data, isInside);
            case PPP_SESSION -> pppSession(data);
            case ARP -> Content.ARP;
            case ROCE -> rdma(GLOBAL_ROUTE_HEADER);
            default -> Content.OTHER;
        };
    }

    /** InfiniBand Architecture Specification, volume 1, chapters 7 and 8. */
    private Content infiniband(byte[] data) {
        if (end - offset < LOCAL_ROUTE_HEADER) {
            return Content.TINY;
        }
        int next = data[offset + 1] & 3;
        offset += LOCAL_ROUTE_HEADER;
        return next == TRANSPORT_FOLLOWS ? rdma(0) : next == GLOBAL_FOLLOWS ? rdma(GLOBAL_ROUTE_HEADER) : Content.OTHER;
    }

    private Content rdma(int header) {
        if (end - offset < header) {
            return Content.TINY;
        }
        offset += header;
        return Content.RDMA;
    }

    /** RFC 2516, section 4. */
    private Content pppSession(byte[] data) {
        if (end - offset < PPP_SESSION_HEADER) {
            return Content.TINY;
        }
        if (BigEndian.getUnsignedShort(data, offset) != PPP_SESSION_DATA) {
            return Content.OTHER;
        }
        offset += PPP_SESSION_HEADER;
        return ppp(data);
    }

    /**
     * Looks behind labels, which do not name what follows. IP packets tell their version. A pseudowire has a frame of Ethernet, which may
     * be behind a control word that starts with four bits 0; RFC 4448, section 4. Addresses of Ethernet start with any bits, so frames are
     * recognized by their type and by the lengths in the header of IP behind it, which packets and control words hardly imitate.
     */
    private Content labelled(byte[] data, boolean isInside) {
        boolean last = false;
        while (!last) {
            if (end - offset <= Integer.BYTES) {
                return Content.TINY;
            }
            last = (data[offset + 2] & LAST_LABEL) != 0;
            offset += Integer.BYTES;
        }
        int start = offset;
        int first = data[start] >> 4 & 0xf;
        if (!isInside && ((first == 0 && isFrame(data, start + CONTROL_WORD)) || isFrame(data, start))) {
            return Content.IP;
        }
        offset = start;
        return first == 4 || first == 6 ? Content.IP : Content.OTHER;
    }

    /** Returns whether a frame of Ethernet with an IP packet starts somewhere, and then moves the offset to the packet. */
    private boolean isFrame(byte[] data, int start) {
        offset = Math.min(start, end);
        return ethernet(data, true) == Content.IP && hasIpHeader(data);
    }

    /** Returns whether the lengths of a header of IP at the offset fit into the frame. */
    private boolean hasIpHeader(byte[] data) {
        long wire = wireEnd - offset;
        if (end - offset < Long.BYTES) {
            return false;
        }
        return switch (data[offset] >> 4 & 0xf) {
            case 4 -> {
                int header = (data[offset] & 0xf) * Integer.BYTES;
                int total = BigEndian.getUnsignedShort(data, offset + 2);
                yield header >= IPV4_HEADER && total >= header && total <= wire;
            }
            case 6 -> IPV6_HEADER + BigEndian.getUnsignedShort(data, offset + 4) <= wire;
            default -> false;
        };
    }
}
