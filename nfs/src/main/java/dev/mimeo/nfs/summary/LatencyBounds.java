package dev.mimeo.nfs.summary;

/** The bytes between which the latency of a call is measured; they differ for messages of several packets. */
public enum LatencyBounds {
    /** The first byte of the call and the first byte of the reply: how long a client waits for the beginning of a reply. */
    FIRST,

    /** The last byte of the call and the last byte of the reply, as Wireshark's {@code rpc.time} has it. */
    LAST
}
