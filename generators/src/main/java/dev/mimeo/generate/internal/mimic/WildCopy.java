package dev.mimeo.generate.internal.mimic;

import dev.mimeo.internal.bytes.LittleEndian;

/**
 * Copies within and between arrays in steps of 8 bytes and more, the last of which may go beyond the end: the "wild copy" of LZ4.
 * They are the same on every machine, as the bytes of a stream must not depend on it. Thread-safe.
 */
final class WildCopy {

    /** Bytes that {@link #copy} may write beyond the end. */
    static final int SLACK = 32;

    private WildCopy() {}

    /** Copies 8 bytes. */
    private static void copyLong(byte[] source, int from, byte[] target, int to) {
        LittleEndian.putLong(target, to, LittleEndian.getLong(source, from));
    }

    /**
     * Copies in steps of 16 bytes, the first of them whatever the length, and the last of which may go beyond the end of
     * both. In the same array what is copied must begin at least 16 bytes earlier.
     */
    static void copy(byte[] source, int from, byte[] target, int to, int length) {
        copyLong(source, from, target, to);
        copyLong(source, from + 8, target, to + 8);
        for (int done = 16; done < length; done += 16) {
            copyLong(source, from + done, target, to + done);
            copyLong(source, from + done + 8, target, to + done + 8);
        }
    }

    /**
     * Copies like {@link #copy(byte[], int, byte[], int, int)}, but as much as the longest of many would need, up to 64 bytes: a
     * branch on the length would be mispredicted.
     *
     * @param longest at least {@code length}
     */
    static void copy(byte[] source, int from, byte[] target, int to, int length, int longest) {
        copyLong(source, from, target, to);
        copyLong(source, from + 8, target, to + 8);
        if (longest > 16) {
            copyLong(source, from + 16, target, to + 16);
            copyLong(source, from + 24, target, to + 24);
        }
        if (longest > 32) {
            copyLong(source, from + 32, target, to + 32);
            copyLong(source, from + 40, target, to + 40);
            copyLong(source, from + 48, target, to + 48);
            copyLong(source, from + 56, target, to + 56);
        }
        if (longest > 64) {
            for (int done = 64; done < length; done += 16) {
                copyLong(source, from + done, target, to + done);
                copyLong(source, from + done + 8, target, to + done + 8);
            }
        }
    }

    /**
     * Continues a string with what is some bytes before its end, which it may overlap, as the copies of Lempel-Ziv parses do.
     *
     * @param distance at least 1
     */
    static void repeat(byte[] data, int to, int distance, int length) {
        repeat(data, to, distance, length, SLACK);
    }

    /**
     * Continues a string like {@link #repeat(byte[], int, int, int)}.
     *
     * @param usual bytes written at once: 16, where few copies are longer, or 32; a branch on the length would be mispredicted
     */
    static void repeat(byte[] data, int to, int distance, int length, int usual) {
        int end = to + length;
        if (distance >= 8) {
            int from = to - distance;
            copyLong(data, from, data, to);
            copyLong(data, from + 8, data, to + 8);
            if (usual > 16) {
                copyLong(data, from + 16, data, to + 16);
                copyLong(data, from + 24, data, to + 24);
            }
            for (int at = to + usual; at < end; at += 16) {
                copyLong(data, at - distance, data, at);
                copyLong(data, at + 8 - distance, data, at + 8);
            }
            return;
        }
        int bits = 8 * distance;
        long word = LittleEndian.getLong(data, to - distance) & ((1L << bits) - 1);
        for (int filled = bits; filled < 64; filled += bits) {
            word |= word << bits;
        }
        int whole = 8 / distance * distance;
        for (int at = to; at < end; at += whole) {
            LittleEndian.putLong(data, at, word);
        }
    }

    /** Returns the last four bytes of a string after it was continued with a part of an array. */
    static int last(int before, byte[] source, int from, int length) {
        // Without a branch, as one on the length would be mispredicted.
        int taken = Math.min(4, length);
        long both = (before & 0xffffffffL) | (long) LittleEndian.getInt(source, from + length - taken) << 32;
        return (int) (both >>> (8 * taken));
    }
}
