package dev.mimeo.codec;

import java.util.zip.DataFormatException;

/**
 * Compresses and decompresses single blocks, each on its own, into arrays of the caller.
 *
 * <p>A codec may hold native state and reuse it between calls, but no block depends on the block before it. Instances
 * are for one thread at a time; open one per thread with {@link Codecs#open(String)} and {@linkplain #close() close} it.
 */
public interface Codec extends AutoCloseable {

    /** Returns the canonical name with its level where it has one, for example {@code lz4} or {@code zlib:6}. */
    String name();

    /**
     * Returns how many bytes {@code length} bytes of any content can take after compression.
     *
     * @param length uncompressed bytes, at least 0
     * @throws IllegalArgumentException if the length is negative, or the bound exceeds what an array can hold
     */
    int maxCompressedLength(int length);

    /**
     * Returns the sum of a length and what compression may add to it, for implementations of {@link #maxCompressedLength}.
     *
     * @param length uncompressed bytes
     * @param added bytes, at least 0
     * @throws IllegalArgumentException if the length is negative, or the sum exceeds what an array can hold
     */
    static int checkedBound(int length, long added) {
        if (length < 0 || added > Integer.MAX_VALUE - (long) length) {
            throw new IllegalArgumentException("no array holds the compressed form of " + length + " bytes");
        }
        return (int) (length + added);
    }

    /**
     * Compresses one block.
     *
     * @param dstLength room in {@code dst}, bytes
     * @return the compressed size in bytes, or -1 if the result does not fit into {@code dstLength} bytes; the
     *     destination range holds no promise then
     * @throws IndexOutOfBoundsException if a range is not inside its array
     */
    int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength);

    /**
     * Decompresses one block made by {@link #compress} of the same codec, at any level.
     *
     * @param dstLength room in {@code dst}, bytes; nothing is written beyond it whatever the input says
     * @return the decompressed size in bytes, at most {@code dstLength}
     * @throws DestinationTooSmallException where the codec can tell that only room is missing
     * @throws DataFormatException if the input is malformed, truncated, followed by other bytes, or needs more than
     *     {@code dstLength} bytes
     * @throws IndexOutOfBoundsException if a range is not inside its array
     */
    int decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength)
            throws DataFormatException;

    /** Frees native state; the codec must not be used afterwards. Closing twice is harmless. */
    @Override
    void close();

    /** Says that a compressed block holds more bytes than its caller has room for; what was decompressed so far was sound. */
    final class DestinationTooSmallException extends DataFormatException {
        private static final long serialVersionUID = 1L;

        /**
         * Makes the exception.
         *
         * @param codec name of the codec
         * @param room room that the caller gave, bytes
         */
        public DestinationTooSmallException(String codec, int room) {
            super(codec + " block holds more than the " + room + " bytes expected");
        }
    }
}
