package dev.mimeo.codec.internal;

/**
 * The format of bzip2 1.0 by Julian Seward, which has no specification but its source: numbers of bits, the highest bit first.
 *
 * <pre>
 * "BZh", a digit 1 to 9: 100,000 bytes a block
 * for each block
 *   48 bits  314159265359 (hexadecimal)
 *   32       checksum of the bytes of the block
 *    1       0; 1 if the block is in random order, as before version 0.9.5
 *   24       rank of the block among its rotations
 *   16       for each 16 byte values: whether one of them occurs; then, for each of these, 16 bits
 *    3       number of codes, 2 to 6
 *   15       number of groups of 50 symbols; for each, the place of its code in the list of codes by their last use: that
 *            many bits 1, and a 0
 *            for each code, the lengths of symbols: 5 bits for the first; for each one, "10" adds one to that of the symbol
 *            before, "11" takes one from it, "0" ends
 *            the symbols: 0 and 1 are the digits 1 and 2, lowest first, of a number to the base 2, of bytes that are first in the list
 *            of bytes by their last use; 2 and more are places in that list, from 1 on; the last symbol ends the block
 * 48 bits  177245385090 (hexadecimal)
 * 32       checksum of the stream
 *          zeros up to the next byte
 * </pre>
 *
 * <p>Before the rotations are sorted, four equal bytes are followed by the number of further equal bytes, 0 to 251.
 */
final class Bzip2Format {
    static final long BLOCK = 0x314159265359L;
    static final long END = 0x177245385090L;
    static final int UNIT = 100_000;

    /** Bytes of the largest block. */
    static final int LARGEST = 9 * UNIT;

    /** The header of a stream, for the digit 0. */
    static final int HEADER = ('B' << 24) | ('Z' << 16) | ('h' << 8) | '0';

    /** Equal bytes that are followed by a number. */
    static final int RUN = 4;

    static final int LONGEST_RUN = 255;

    static final int BYTES = 256;

    /** Two digits of runs, 255 places, and the end. */
    static final int SYMBOLS = BYTES + 2;

    static final int GROUP = 50;
    static final int CODES = 6;

    private Bzip2Format() {}
}
