package dev.mimeo.integrations.segment;

import dev.mimeo.internal.bytes.LittleEndian;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

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

    private static final byte[] MAGIC = "MIMEOSEG".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;
    private static final int NAME_AT = 64;
    private static final int NAME_BYTES = 64;
    private static final int CRC_AT = HEADER_BYTES - Integer.BYTES;

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

    /** Returns whether bytes begin as those of a segment file do. */
    static boolean isMagic(byte[] bytes) {
        return Arrays.equals(Arrays.copyOf(bytes, MAGIC.length), MAGIC);
    }

    /** Returns the header of a file. */
    static byte[] header(SegmentSummary summary, int chunkBytes, int contentsCrc, int slotsCrc, int dataCrc) {
        byte[] header = new byte[HEADER_BYTES];
        System.arraycopy(MAGIC, 0, header, 0, MAGIC.length);
        LittleEndian.putInt(header, 8, VERSION);
        LittleEndian.putInt(header, 12, BLOCK_BYTES);
        LittleEndian.putInt(header, 16, summary.blocks());
        LittleEndian.putInt(header, 20, chunkBytes);
        LittleEndian.putLong(header, 24, summary.seed());
        LittleEndian.putInt(header, 32, summary.distinctBlocks());
        LittleEndian.putInt(header, 36, summary.constantBlocks());
        LittleEndian.putInt(header, 40, contentsCrc);
        LittleEndian.putInt(header, 44, slotsCrc);
        LittleEndian.putInt(header, 48, dataCrc);
        putName(summary.name(), header);
        CRC32C crc = new CRC32C();
        crc.update(header, 0, CRC_AT);
        LittleEndian.putInt(header, CRC_AT, (int) crc.getValue());
        return header;
    }

    /** Writes as many whole characters of a name as there is room for. */
    private static void putName(String name, byte[] header) {
        ByteBuffer room = ByteBuffer.wrap(header, NAME_AT, NAME_BYTES - 1);
        StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .encode(CharBuffer.wrap(name), room, true);
    }
}
