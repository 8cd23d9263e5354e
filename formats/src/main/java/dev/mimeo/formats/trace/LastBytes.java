package dev.mimeo.formats.trace;

import dev.mimeo.internal.bytes.LittleEndian;
import java.util.zip.CRC32;

/**
 * The last bytes that were read of a compressed file. Where a library wanted more, they tell a stream that is cut off from a few other
 * bytes behind a whole one. Not thread-safe.
 */
final class LastBytes {

    private static final int KEPT = 32;

    private static final byte[] LZ4 = {0x04, 0x22, 0x4d, 0x18};
    private static final byte[] XZ = {(byte) 0xfd, '7', 'z', 'X', 'Z', 0};

    /** Bytes of the header and of the footer of a stream: The .xz File Format 1.2, sections 2.1.1 and 2.1.2. */
    private static final int XZ_BYTES = 12;

    private static final int XZ_CHECKED = 6;

    private final byte[] ring = new byte[KEPT];
    private long count;

    void add(int value) {
        ring[(int) (count++ % KEPT)] = (byte) value;
    }

    void add(byte[] bytes, int offset, int length) {
        for (int i = Math.max(0, length - KEPT); i < length; i++) {
            add(bytes[offset + i]);
        }
    }

    /** Returns the bytes from a distance before the end on. */
    private byte[] from(int distance, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = ring[(int) ((count - distance + i) % KEPT)];
        }
        return bytes;
    }

    /** Returns whether the file ends with the first bytes of the header of an lz4 stream. */
    boolean areStartOfHeader() {
        for (int length = 1; length < LZ4.length; length++) {
            if (count >= length && isStart(from(length, length), LZ4)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isStart(byte[] bytes, byte[] magic) {
        for (int i = 0; i < Math.min(bytes.length, magic.length); i++) {
            if (bytes[i] != magic[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the file ends with the footer of an xz stream, and then less than a header, which does not start as one. */
    boolean areRestOfXz() {
        for (int rest = 1; rest < XZ_BYTES; rest++) {
            if (count >= rest + XZ_BYTES && isXzFooter(from(rest + XZ_BYTES, XZ_BYTES))) {
                return !isStart(from(rest, rest), XZ);
            }
        }
        return false;
    }

    private static boolean isXzFooter(byte[] bytes) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes, Integer.BYTES, XZ_CHECKED);
        return bytes[XZ_BYTES - 2] == 'Y'
                && bytes[XZ_BYTES - 1] == 'Z'
                && LittleEndian.getInt(bytes, 0) == (int) checksum.getValue();
    }
}
