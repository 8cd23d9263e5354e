package dev.mimeo.codec.internal;

/** Chooses the matches of a block. Keeps its tables between blocks, but nothing they say. */
interface LzoEncoder {

    /** Encodes a block and returns its size in bytes, or -1 if the output has no room. */
    int encode(byte[] src, int srcOffset, int srcLength, LzoOutput out);
}
