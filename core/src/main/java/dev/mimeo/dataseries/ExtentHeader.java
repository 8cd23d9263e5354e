package dev.mimeo.dataseries;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.bytes.EitherEndian;

/**
 * Header of an extent, without its parts. Layout, in the byte order of the file:
 *
 * <pre>
 *  0  int32   compressed bytes of the fixed part
 *  4  int32   compressed bytes of the variable part
 *  8  int32   rows
 * 12  int32   uncompressed bytes of the variable part
 * 16  uint32  Adler-32 of the extent as stored, without this word
 * 20  uint32  Bob Jenkins' hash of the uncompressed parts
 * 24  byte    compression code of the fixed part
 * 25  byte    compression code of the variable part
 * 26  byte    length of the type name
 * 27  byte    zero
 * 28  type name, zeros to a multiple of 4, fixed part, zeros, variable part, zeros
 * </pre>
 *
 * @param offset offset of the extent in the file, bytes
 * @param sizeBytes bytes of the whole extent as stored
 * @param typeName name of the type of its rows
 * @param rows number of rows
 * @param fixedBytes stored bytes of the fixed part
 * @param variableBytes stored bytes of the variable part
 * @param variableSize uncompressed bytes of the variable part, with its first four, which are not stored
 * @param fixedMode compression code of the fixed part, 0 to 255; means nothing if that part is empty
 * @param variableMode compression code of the variable part, 0 to 255; means nothing if that part is empty
 * @param adler checksum of the stored bytes
 * @param hash checksum of the uncompressed bytes
 */
public record ExtentHeader(
        long offset,
        long sizeBytes,
        String typeName,
        int rows,
        int fixedBytes,
        int variableBytes,
        int variableSize,
        int fixedMode,
        int variableMode,
        int adler,
        int hash) {

    static final int FIXED_SIZE = 28;
    static final int MAX_SIZE = FIXED_SIZE + 256;
    static final int ADLER_OFFSET = 16;

    /** Compressed parts are smaller than this. */
    static final int PART_LIMIT = 1 << 29;

    /** First word of the trailer, which no extent starts with. */
    static final int TRAILER_MARKER = -1;

    /**
     * Reads the header of an extent that is in memory as a whole.
     *
     * @throws DataSeriesException if the bytes do not start with all of an extent
     */
    static ExtentHeader parse(byte[] extent, boolean bigEndian, Place place) throws DataSeriesException {
        if (extent.length < FIXED_SIZE) {
            throw place.error("no extent", extent.length + " bytes");
        }
        return parse(extent, extent.length, bigEndian, place);
    }

    /**
     * Reads a header.
     *
     * @param bytes from the start of the extent, as many as a header can have or the file still has
     * @param left bytes of the file from the start of the extent on
     */
    static ExtentHeader parse(byte[] bytes, long left, boolean bigEndian, Place place) throws DataSeriesException {
        int fixedBytes = EitherEndian.getInt(bytes, 0, bigEndian);
        int variableBytes = EitherEndian.getInt(bytes, 4, bigEndian);
        if (fixedBytes == TRAILER_MARKER) {
            throw place.error("trailer instead of an extent");
        }
        checkPartSize(fixedBytes, "fixed", place);
        checkPartSize(variableBytes, "variable", place);
        int rows = EitherEndian.getInt(bytes, 8, bigEndian);
        if (rows < 0) {
            throw place.error("bad extent", "number of rows is " + rows);
        }
        int variableSize = EitherEndian.getInt(bytes, 12, bigEndian);
        if (variableSize < 4 || (variableSize & 7) != 4) {
            throw place.error("bad extent", "size of the variable part is " + variableSize);
        }
        int nameLength = bytes[26] & 0xff;
        if (nameLength == 0) {
            throw place.error("bad extent", "type name is empty");
        }
        long size = (long) padded(FIXED_SIZE + nameLength) + padded(fixedBytes) + padded(variableBytes);
        if (size > left) {
            throw place.error(Reason.TRUNCATED, "truncated extent", left + " bytes of " + size);
        }
        return new ExtentHeader(
                place.offset(),
                size,
                new String(bytes, FIXED_SIZE, nameLength, UTF_8),
                rows,
                fixedBytes,
                variableBytes,
                variableSize,
                bytes[24] & 0xff,
                bytes[25] & 0xff,
                EitherEndian.getInt(bytes, ADLER_OFFSET, bigEndian),
                EitherEndian.getInt(bytes, 20, bigEndian));
    }

    /** Returns where the name of the type ends in the bytes of an extent. */
    static int nameEnd(byte[] extent) {
        return FIXED_SIZE + (extent[26] & 0xff);
    }

    private static void checkPartSize(int size, String part, Place place) throws DataSeriesException {
        if (size < 0 || size >= PART_LIMIT) {
            throw place.error("bad extent", "compressed size of the " + part + " part is " + size);
        }
    }

    /** Returns what the extent contributes to the chained checksum of a file. */
    int checksum() {
        return hash ^ adler;
    }

    /** Returns the offset of the fixed part in the extent. */
    int fixedStart() {
        return Math.toIntExact(sizeBytes - padded(variableBytes) - padded(fixedBytes));
    }

    /** Returns the offset of the variable part in the extent. */
    int variableStart() {
        return Math.toIntExact(sizeBytes - padded(variableBytes));
    }

    /** Returns a length with the padding to a multiple of 4 that each part of an extent has. */
    static int padded(int length) {
        return (length + 3) & ~3;
    }
}
