package dev.mimeo.nfs.convert;

/**
 * How much around a group of inputs is read to understand what crosses its borders: up to so long and up to so many bytes
 * before it and after it.
 *
 * @param time of packets, in units of 2^-32 s
 * @param bytes of captures, unpacked
 */
record BorderLimits(long time, long bytes) {

    /** As long as calls wait for replies; on a busy network the bytes are the limit. */
    static final BorderLimits DEFAULT = new BorderLimits(600L << 32, 256L << 20);
}
