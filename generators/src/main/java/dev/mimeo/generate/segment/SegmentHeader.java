package dev.mimeo.generate.segment;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.bytes.LittleEndian;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The first {@value SegmentFormat#HEADER_BYTES} bytes of a segment file.
 *
 * @param name name of the characterization; at most {@value #NAME_BYTES} - 1 bytes of it are in the file
 * @param blocks 1 to {@value SegmentFormat#MAX_BLOCKS}
 * @param chunkBytes chunk size of the characterization
 * @param seed seed of the generated data
 * @param distinct number of contents
 * @param constant how many of these are constant
 * @param contentsCrc checksum of the contents
 * @param slotsCrc checksum of the slots
 * @param dataCrc checksum of the data
 */
record SegmentHeader(
        String name,
        int blocks,
        int chunkBytes,
        long seed,
        int distinct,
        int constant,
        int contentsCrc,
        int slotsCrc,
        int dataCrc) {

    private static final byte[] MAGIC = "MIMEOSEG".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;
    private static final int NAME_AT = 64;
    private static final int NAME_BYTES = 64;
    private static final int CRC_AT = SegmentFormat.HEADER_BYTES - Integer.BYTES;

    /** Returns whether bytes begin as those of a segment file do. */
    static boolean isMagic(byte[] bytes) {
        return bytes.length >= MAGIC.length && Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    /**
     * Reads the header of a file.
     *
     * @param header the first bytes of the file, fewer if it has fewer
     * @param source name of the file, for messages
     * @throws MimeoException if the file is none of this version, or the header is damaged
     */
    static SegmentHeader parse(byte[] header, Object source) throws MimeoException {
        if (!isMagic(header)) {
            throw MimeoException.of(source, Reason.CORRUPT, "not a segment file");
        }
        if (header.length < SegmentFormat.HEADER_BYTES) {
            throw MimeoException.of(source, Reason.TRUNCATED, "the segment file ends within its header");
        }
        int version = LittleEndian.getInt(header, 8);
        if (Integer.compareUnsigned(version, VERSION) > 0) {
            throw MimeoException.of(
                    source,
                    Reason.TOO_NEW,
                    "a segment file of version " + Integer.toUnsignedString(version)
                            + ", and this version of Mimeo reads version " + VERSION);
        }
        SegmentHeader parsed = new SegmentHeader(
                name(header),
                LittleEndian.getInt(header, 16),
                LittleEndian.getInt(header, 20),
                LittleEndian.getLong(header, 24),
                LittleEndian.getInt(header, 32),
                LittleEndian.getInt(header, 36),
                LittleEndian.getInt(header, 40),
                LittleEndian.getInt(header, 44),
                LittleEndian.getInt(header, 48));
        if (LittleEndian.getInt(header, CRC_AT) != checksum(header)
                || version != VERSION
                || LittleEndian.getInt(header, 12) != SegmentFormat.BLOCK_BYTES
                || parsed.blocks < 1
                || parsed.blocks > SegmentFormat.MAX_BLOCKS
                || header[NAME_AT + NAME_BYTES - 1] != 0) {
            throw MimeoException.of(source, Reason.CORRUPT, "the header of the segment file is damaged");
        }
        return parsed;
    }

    private static String name(byte[] header) {
        int end = NAME_AT;
        while (end < NAME_AT + NAME_BYTES && header[end] != 0) {
            end++;
        }
        return new String(header, NAME_AT, end - NAME_AT, StandardCharsets.UTF_8);
    }

    /** Returns the bytes of the header. */
    byte[] bytes() {
        byte[] header = new byte[SegmentFormat.HEADER_BYTES];
        System.arraycopy(MAGIC, 0, header, 0, MAGIC.length);
        LittleEndian.putInt(header, 8, VERSION);
        LittleEndian.putInt(header, 12, SegmentFormat.BLOCK_BYTES);
        LittleEndian.putInt(header, 16, blocks);
        LittleEndian.putInt(header, 20, chunkBytes);
        LittleEndian.putLong(header, 24, seed);
        LittleEndian.putInt(header, 32, distinct);
        LittleEndian.putInt(header, 36, constant);
        LittleEndian.putInt(header, 40, contentsCrc);
        LittleEndian.putInt(header, 44, slotsCrc);
        LittleEndian.putInt(header, 48, dataCrc);
        putName(header);
        LittleEndian.putInt(header, CRC_AT, checksum(header));
        return header;
    }

    /** Writes as many whole characters of the name as there is room for. */
    private void putName(byte[] header) {
        ByteBuffer room = ByteBuffer.wrap(header, NAME_AT, NAME_BYTES - 1);
        StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .encode(CharBuffer.wrap(name), room, true);
    }

    private static int checksum(byte[] header) {
        CRC32C crc = new CRC32C();
        crc.update(header, 0, CRC_AT);
        return (int) crc.getValue();
    }
}
