package dev.mimeo.nfs.internal.rpc;

import dev.mimeo.internal.bytes.BigEndian;

/**
 * Recognizes RPC in packets of RDMA: the transport header of InfiniBand (InfiniBand Architecture Specification, volume 1, chapter 9)
 * before the header of RPC over RDMA (RFC 8166, section 4). What clients read and write by RDMA is not in these messages.
 */
final class RdmaPacket {

    /** Port of RoCE version 2, which has the transport header in UDP. */
    static final int ROCE_PORT = 4791;

    private static final int TRANSPORT_HEADER = 12;

    /** Operations of a reliable connection that begin a message: first and only, without and with data, or invalidation. */
    private static final int SEND_FIRST = 0x00;

    private static final int SEND_ONLY = 0x04;
    private static final int SEND_ONLY_WITH_INVALIDATE = 0x17;

    /** Transaction, version, credits and type. */
    private static final int RPC_HEADER = 16;

    private static final int VERSION = 1;

    /** Types with a message in the packet, and with one that the peer reads: RDMA_MSG and RDMA_NOMSG. */
    private static final int LAST_TYPE_OF_MESSAGES = 1;

    private RdmaPacket() {}

    /**
     * Returns whether a packet begins a message of RPC over RDMA.
     *
     * @param from where the transport header starts
     * @param end where the captured bytes end
     */
    static boolean isRpc(byte[] data, int from, int end) {
        if (end - from < TRANSPORT_HEADER + RPC_HEADER) {
            return false;
        }
        int operation = data[from] & 0xff;
        if (operation != SEND_ONLY && operation != SEND_FIRST && operation != SEND_ONLY_WITH_INVALIDATE) {
            return false;
        }
        int at = from + TRANSPORT_HEADER + (operation == SEND_ONLY_WITH_INVALIDATE ? Integer.BYTES : 0);
        return end - at >= RPC_HEADER
                && BigEndian.getInt(data, at + 4) == VERSION
                && Integer.compareUnsigned(BigEndian.getInt(data, at + 12), LAST_TYPE_OF_MESSAGES) <= 0;
    }
}
