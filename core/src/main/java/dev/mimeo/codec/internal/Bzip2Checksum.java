package dev.mimeo.codec.internal;

import dev.mimeo.internal.bytes.LittleEndian;
import java.util.zip.CRC32;

/**
 * The checksum of bzip2: the polynomial of {@link CRC32}, with the highest bit of each byte first instead of the lowest. So the bits of each
 * byte are reversed before that class takes them, and those of the result. Not thread-safe.
 */
final class Bzip2Checksum {
    private static final int PIECE = 4096;

    private final CRC32 crc = new CRC32();
    private final byte[] reversed = new byte[PIECE];

    /** Returns the checksum of one range. */
    int of(byte[] bytes, int start, int end) {
        reset();
        update(bytes, start, end);
        return value();
    }

    void reset() {
        crc.reset();
    }

    /** Adds a range. */
    void update(byte[] bytes, int start, int end) {
        for (int at = start; at < end; at += PIECE) {
            int length = Math.min(PIECE, end - at);
            int whole = length & -Long.BYTES;
            for (int i = 0; i < whole; i += Long.BYTES) {
                LittleEndian.putLong(reversed, i, Long.reverseBytes(Long.reverse(LittleEndian.getLong(bytes, at + i))));
            }
            for (int i = whole; i < length; i++) {
                reversed[i] = (byte) (Integer.reverse(bytes[at + i]) >>> (Integer.SIZE - Byte.SIZE));
            }
            crc.update(reversed, 0, length);
        }
    }

    /** Returns the checksum of the ranges since the last reset. */
    int value() {
        return Integer.reverse((int) crc.getValue());
    }

    /** Returns the checksum of a stream after another block of it. */
    static int combine(int stream, int block) {
        return Integer.rotateLeft(stream, 1) ^ block;
    }
}
