package dev.mimeo.dataseries;

/**
 * Choice of the extent checksums that a reader verifies. Those of file header, types, index and trailer are always
 * verified. Whatever is chosen, damaged extents never cause more than wrong values.
 */
public enum Checksums {

    /** None: damage that leaves an extent decodable gives wrong values. */
    NONE,

    /**
     * The Adler-32 of the extent as stored, which covers all its bytes. Finds damage of files, not faults of the program
     * that wrote them or of decompression.
     */
    PACKED,

    /**
     * The Adler-32, and the hash of the rows after decompression. The hash takes most of the time of reading a file that
     * is packed with a fast codec.
     */
    ALL
}
