package dev.mimeo.generate.segment;

/**
 * The layout of segment files. All integers are little-endian and unsigned.
 *
 * <pre>
 * file      = header contents slots padding data
 * header    = magic:8 "MIMEOSEG"  version:4 = 1  blockBytes:4 = 4096  blocks:4  chunkBytes:4  seed:8  distinct:4  constant:4
 *             contentsCrc:4  slotsCrc:4  dataCrc:4  zero:12  name:64 (UTF-8, zero-padded, the last byte is zero)  zero:124  headerCrc:4
 * contents  = { word:4 } for each block: bits 0 to 29 are the number of the first block with the same data,
 *             bits 30 and 31 the kind: 0 swap, 1 letters, 2 constant
 * slots     = { slots:48 } for each block; of blocks that are not the first of their content, and of constant ones, zero
 *             swap: { slot:2 } x 24, with bits 0 to 11 the position of a byte and bits 12 to 15 the distance to the other one, less 1
 *             letters: position:2  alphabet:16  zero:30
 * padding   = zero bytes to a multiple of 4096
 * data      = { byte x 4096 } for each block
 * </pre>
 *
 * <p>All checksums are CRC-32C (RFC 3720, appendix B.4): {@code headerCrc} of the header before it.
 * {@code chunkBytes}, {@code seed}, {@code distinct} and {@code constant} (numbers of contents) are for information.
 */
final class SegmentFormat {

    static final int BLOCK_BYTES = 4096;
    static final int MAX_BLOCKS = 1 << 26;
    static final int HEADER_BYTES = 256;

    /** Bits of a stamp, each of which decides about a slot. */
    static final int STAMP_BITS = 24;

    /** Size of the alphabet of a block of kind {@link #KIND_LETTERS}. */
    static final int ALPHABET_BYTES = 16;

    /** Bytes that such a block has a stamp in: each is four bits of it. */
    static final int LETTERS = STAMP_BITS / 4;

    static final int SLOT_BYTES = Short.BYTES * STAMP_BITS;

    /** The largest distance between the two bytes of a slot that swaps them. */
    static final int MAX_SWAP_DISTANCE = 16;

    static final int SWAP_DISTANCE_SHIFT = 12;

    static final int KIND_SWAP = 0;
    static final int KIND_LETTERS = 1;
    static final int KIND_CONSTANT = 2;
    static final int KIND_SHIFT = 30;

    /** The bits of a word that name the content. */
    static final int CONTENT_MASK = (1 << KIND_SHIFT) - 1;

    static final int STAMP_MASK = (1 << STAMP_BITS) - 1;

    private SegmentFormat() {}

    static long contentsBytes(int blocks) {
        return (long) Integer.BYTES * blocks;
    }

    static long slotsOffset(int blocks) {
        return HEADER_BYTES + contentsBytes(blocks);
    }

    static long dataOffset(int blocks) {
        long end = slotsOffset(blocks) + (long) SLOT_BYTES * blocks;
        return (end + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
    }

    /** Returns the position of the first byte of a slot that swaps. */
    static int firstOf(int slot) {
        return slot & (BLOCK_BYTES - 1);
    }

    /** Returns the position of the second byte of a slot that swaps; after the end of the block only in a damaged file. */
    static int secondOf(int slot) {
        return firstOf(slot) + 1 + (slot >>> SWAP_DISTANCE_SHIFT);
    }
}
