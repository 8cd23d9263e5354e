package dev.mimeo.codec.internal;

import dev.mimeo.internal.bytes.LittleEndian;

/**
 * The copies of literals and matches in Lempel-Ziv codecs, several bytes at a time. Every access is checked against its array.
 * Thread-safe.
 */
final class LzCopies {

    /** From this length on, the call of the JDK's copy pays. */
    private static final int BULK = 64;

    /** Factors that repeat the lowest 1 to 7 bytes of a word, of which the others are 0. */
    private static final long[] REPEAT = {
        0,
        0x01010101_01010101L,
        0x00010001_00010001L,
        0x00010000_01000001L,
        0x00000001_00000001L,
        0x00000100_00000001L,
        0x00010000_00000001L,
        0x01000000_00000001L
    };

    /** The largest multiple of a distance of 1 to 7 that is at most 8. */
    private static final int[] STEP = {0, 8, 8, 6, 8, 5, 6, 7};

    /** Bytes that may be written after a match. */
    static final int MATCH_SLACK = 16;

    private LzCopies() {}

    /** Copies eight bytes. */
    static void copyLong(byte[] from, int fromAt, byte[] to, int toAt) {
        LittleEndian.putLong(to, toAt, LittleEndian.getLong(from, fromAt));
    }

    /**
     * Copies a run of bytes between arrays; the caller has checked that it fits on both sides. Bytes after the run may
     * be written too, but none at or after {@code toEnd}, and none at or after {@code fromEnd} are read.
     */
    static void copyLiterals(byte[] from, int fromAt, int fromEnd, byte[] to, int toAt, int toEnd, int length) {
        if (length >= BULK || fromEnd - fromAt < length + 16 || toEnd - toAt < length + 16) {
            System.arraycopy(from, fromAt, to, toAt, length);
            return;
        }
        int i = 0;
        do {
            copyLong(from, fromAt + i, to, toAt + i);
            copyLong(from, fromAt + i + 8, to, toAt + i + 8);
            i += 16;
        } while (i < length);
    }

    /**
     * Repeats {@code length} bytes from {@code distance} bytes back, as if byte by byte. The caller has checked that source
     * and result are inside, and up to {@link #MATCH_SLACK} bytes after the result may be written too.
     */
    static void copyMatch(byte[] array, int at, int distance, int length) {
        int from = at - distance;
        if (distance < 8) {
            copyNear(array, at, distance, length);
            return;
        }
        copyLong(array, from, array, at);
        copyLong(array, from + 8, array, at + 8);
        for (int i = 16; i < length; i += 16) {
            copyLong(array, from + i, array, at + i);
            copyLong(array, from + i + 8, array, at + i + 8);
        }
    }

    /**
     * Repeats 1 to 7 bytes: they fill a word, which is written again and again, at steps that are whole repetitions. So
     * nothing that was just written has to be read again, which would take its time.
     */
    private static void copyNear(byte[] array, int at, int distance, int length) {
        long pattern = (LittleEndian.getLong(array, at - distance) & (-1L >>> (64 - 8 * distance))) * REPEAT[distance];
        int step = STEP[distance];
        int stop = at + length;
        for (int to = at; to < stop; to += step) {
            LittleEndian.putLong(array, to, pattern);
        }
    }

    /**
     * Repeats {@code length} bytes from {@code distance} bytes back, as if byte by byte: where the distance is less than
     * the length, bytes just written are read again. The caller has checked that source and result are inside. Bytes
     * after the result may be written too, but none at or after {@code end}.
     */
    static void copyMatch(byte[] array, int at, int distance, int length, int end) {
        int to = at;
        int stop = at + length;
        int from = at - distance;
        if (end - stop < 16) {
            while (to < stop) {
                array[to++] = array[from++];
            }
            return;
        }
        if (distance < 8) {
            copyNear(array, at, distance, length);
            return;
        }
        // Most matches are short: two copies without asking cost less than a mispredicted branch.
        do {
            copyLong(array, from, array, to);
            copyLong(array, from + 8, array, to + 8);
            to += 16;
            from += 16;
        } while (to < stop);
    }
}
