package dev.mimeo.nfs.convert;

/**
 * Limits on the packets before and after a group of inputs that are read to resolve messages across its borders.
 *
 * @param time time of packets, in units of 2^-32 s
 * @param bytes bytes of captures, unpacked
 */
record BorderLimits(long time, long bytes) {

    /** As long as calls wait for replies; on a busy network the bytes are the limit. */
    static final BorderLimits DEFAULT = new BorderLimits(600L << 32, 256L << 20);
}
