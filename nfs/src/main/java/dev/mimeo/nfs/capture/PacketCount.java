package dev.mimeo.nfs.capture;

/**
 * The number, bytes and time range of a set of packets.
 *
 * @param packets number of packets
 * @param bytes captured bytes of these packets
 * @param timed whether the times of the packets are known; if not, {@code first} and {@code last} are 0
 * @param first time of the first, in units of 2^-32 s since 1970
 * @param last time of the last
 */
record PacketCount(long packets, long bytes, boolean timed, long first, long last) {

    static final PacketCount NONE = new PacketCount(0, 0, false, 0, 0);

    /** Returns the count of these packets and of later ones. */
    PacketCount plus(PacketCount later) {
        return new PacketCount(
                packets + later.packets,
                bytes + later.bytes,
                timed || later.timed,
                timed ? first : later.first,
                later.timed ? later.last : last);
    }
}
