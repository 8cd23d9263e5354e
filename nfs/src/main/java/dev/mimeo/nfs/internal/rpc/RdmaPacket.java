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

    /** Operations of a reliable connection that begin a message: the first of several packets, and the only one. */
    private static final int SEND_FIRST = 0x00;

    private static final int SEND_ONLY = 0x04;

    // Of the only one, these have a word more before the message.
    private static final int SEND_ONLY_WITH_IMMEDIATE = 0x05;
    private static final int SEND_ONLY_WITH_INVALIDATE = 0x17;

    /** Transaction, version, credits and type. */
    private static final int RPC_HEADER = 16;

    private static final int VERSION = 1;

    /** Types are RDMA_MSG, RDMA_NOMSG, RDMA_MSGP, RDMA_DONE and RDMA_ERROR; the last two are about other messages. */
    private static final int RDMA_MSGP = 2;

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
        int at = from + TRANSPORT_HEADER;
        switch (data[from] & 0xff) {
            case SEND_FIRST, SEND_ONLY -> {}
            case SEND_ONLY_WITH_IMMEDIATE, SEND_ONLY_WITH_INVALIDATE -> at += Integer.BYTES;
            default -> {
                return false;
            }
        }
        return end - at >= RPC_HEADER
                && BigEndian.getInt(data, at + 4) == VERSION
                && Integer.compareUnsigned(BigEndian.getInt(data, at + 12), RDMA_MSGP) <= 0;
    }
}
