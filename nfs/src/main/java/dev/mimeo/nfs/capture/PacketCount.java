package dev.mimeo.nfs.capture;

/**
 * Some packets.
 *
 * @param packets number
 * @param bytes captured of them
 * @param timed whether their times are known
 * @param first time of the first, in units of 2^-32 s since 1970
 * @param last time of the last
 */
record PacketCount(long packets, long bytes, boolean timed, long first, long last) {

    static final PacketCount NONE = new PacketCount(0, 0, false, 0, 0);

    /** Returns these and later ones. */
    PacketCount plus(PacketCount later) {
        return new PacketCount(
                packets + later.packets,
                bytes + later.bytes,
                timed || later.timed,
                timed ? first : later.first,
                later.timed ? later.last : last);
    }
}
