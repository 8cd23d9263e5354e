package dev.mimeo.dataseries;

import dev.mimeo.internal.bytes.EitherEndian;
import java.util.Arrays;
import java.util.zip.DataFormatException;

/**
 * The strings of an extent: four zero bytes, which are the empty string, then entries of a 32-bit length, the bytes, and
 * zeros up to the next offset that is 4 modulo 8.
 */
final class VariablePart {

    /** The largest array that virtual machines allocate, with some room. */
    static final int MAX_ARRAY = Integer.MAX_VALUE - 16;

    /** Length words are hashed this many at a time. */
    private static final int HASH_BATCH = 1024;

    private static final int HASH_SEED = 1972;

    private VariablePart() {}

    /** Bytes that a string takes with its length and padding; negative if beyond an int. */
    static int entrySize(int length) {
        return 4 + length + padding(length);
    }

    private static int padding(int length) {
        return (12 - length % 8) % 8;
    }

    /** Writes an entry and returns the offset after it. */
    static int append(byte[] part, int at, byte[] value, int offset, int length, boolean bigEndian) {
        EitherEndian.putInt(part, at, length, bigEndian);
        System.arraycopy(value, offset, part, at + 4, length);
        int end = at + entrySize(length);
        Arrays.fill(part, at + 4 + length, end, (byte) 0);
        return end;
    }

    /**
     * Checks that an offset is that of a string.
     *
     * @throws DataFormatException if it is not; the message says why
     */
    static void check(byte[] part, int entry, boolean bigEndian) throws DataFormatException {
        if (entry == 0) {
            return;
        }
        if (entry < 0 || entry > part.length - 4 || (entry & 7) != 4) {
            throw new DataFormatException("string offset " + entry + " in " + part.length + " bytes of strings");
        }
        int length = EitherEndian.getInt(part, entry, bigEndian);
        // The part ends 4 modulo 8, so a string that fits has room for its padding too.
        if (length < 0 || length > part.length - 4 - entry) {
            throw new DataFormatException(
                    "string of " + length + " bytes at offset " + entry + " in " + part.length + " bytes of strings");
        }
        int end = entry + entrySize(length);
        for (int at = entry + 4 + length; at < end; at++) {
            if (part[at] != 0) {
                throw new DataFormatException("string at offset " + entry + " is not padded with zeros");
            }
        }
    }

    /** Computes the first two thirds of the hash of an extent: of the fixed and of the variable part. */
    static int hashParts(byte[] fixed, int fixedLength, byte[] variable) {
        int hash = JenkinsHash.hash(HASH_SEED, fixed, 0, fixedLength);
        return JenkinsHash.hash(hash, variable, 0, variable.length);
    }

    /**
     * Computes the first two thirds of the hash of two extents.
     *
     * @return as {@link JenkinsHash#hashPair}; {@link #hashLengths} completes each
     */
    static long hashPartsOfTwo(
            byte[] fixed1, int fixedLength1, byte[] variable1, byte[] fixed2, int fixedLength2, byte[] variable2) {
        long fixed = JenkinsHash.hashPair(HASH_SEED, fixed1, fixedLength1, HASH_SEED, fixed2, fixedLength2);
        return JenkinsHash.hashPair(
                (int) fixed, variable1, variable1.length, (int) (fixed >>> 32), variable2, variable2.length);
    }

    /**
     * Computes the last third of the hash of unpacked extents, that of the length words.
     *
     * @param hashOfParts hash of the fixed and the variable part
     * @throws DataFormatException if an entry reaches beyond the part
     */
    static int hashLengths(int hashOfParts, byte[] variable, boolean bigEndian) throws DataFormatException {
        if (variable.length == 4) {
            return JenkinsHash.hash(hashOfParts, variable, 0, 0);
        }
        int hash = hashOfParts;
        byte[] batch = new byte[4 * HASH_BATCH];
        int used = 0;
        for (int at = 4; at < variable.length; ) {
            int length = EitherEndian.getInt(variable, at, bigEndian);
            if (length < 0 || length > variable.length - 4 - at) {
                throw new DataFormatException("string of " + length + " bytes at offset " + at + " in "
                        + variable.length + " bytes of strings");
            }
            System.arraycopy(variable, at, batch, used, 4);
            used += 4;
            if (used == batch.length) {
                hash = JenkinsHash.hash(hash, batch, 0, used);
                used = 0;
            }
            at += entrySize(length);
        }
        return JenkinsHash.hash(hash, batch, 0, used);
    }

    /** Returns an array, or a larger copy of it, that has room for more bytes behind those in use. */
    static byte[] withRoom(byte[] array, int used, int more) {
        if (array.length - used >= more) {
            return array;
        }
        long doubled = Math.max(2L * array.length, (long) used + more);
        return Arrays.copyOf(array, (int) Math.min(MAX_ARRAY, doubled));
    }
}
