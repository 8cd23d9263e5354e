package dev.mimeo.sql;

import dev.mimeo.internal.bytes.LittleEndian;

/** Checks text. */
final class Utf8 {

    private static final long HIGH_BITS = 0x8080808080808080L;

    private Utf8() {}

    /**
     * Returns whether bytes are well-formed UTF-8, as table 3-7 of the Unicode Standard has it: shortest forms only, no
     * surrogates, nothing above U+10FFFF.
     */
    static boolean isValid(byte[] array, int offset, int length) {
        int end = offset + length;
        int at = offset;
        while (at < end) {
            while (at + Long.BYTES <= end && (LittleEndian.getLong(array, at) & HIGH_BITS) == 0) {
                at += Long.BYTES;
            }
            if (at == end) {
                return true;
            }
            int first = array[at] & 0xff;
            int size = first < 0x80 ? 1 : size(first);
            if (size == 0 || at + size > end || (size > 1 && !isSequence(array, at, first, size))) {
                return false;
            }
            at += size;
        }
        return true;
    }

    private static int size(int first) {
        if (first < 0xc2 || first > 0xf4) {
            return 0;
        }
        return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    }

    private static boolean isSequence(byte[] array, int at, int first, int size) {
        int second = array[at + 1] & 0xff;
        int low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
        int high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
        if (second < low || second > high) {
            return false;
        }
        for (int i = 2; i < size; i++) {
            if ((array[at + i] & 0xc0) != 0x80) {
                return false;
            }
        }
        return true;
    }
}
