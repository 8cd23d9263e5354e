package dev.mimeo.codec.internal;

/**
 * Compresses blocks in the LZO format; implementations differ in how they choose matches. An encoder reuses its tables for the next
 * block, but no entries of them. Not thread-safe.
 */
interface LzoEncoder {

    /** Compresses a block, and returns the compressed size in bytes, or -1 if the output is too small. */
    int encode(byte[] src, int srcOffset, int srcLength, LzoOutput out);
}
