package dev.mimeo.dataseries;

/**
 * Bob Jenkins' hash of 1996, known as lookup2 ("Hash functions for hash table lookup"): the checksum of unpacked extents
 * and of the trailer. Words are taken little-endian whatever the file's byte order is.
 */
final class JenkinsHash {

    private static final int GOLDEN_RATIO = 0x9e3779b9;

    private JenkinsHash() {}

    static int hash(int seed, byte[] bytes, int offset, int length) {
        int a = GOLDEN_RATIO;
        int b = GOLDEN_RATIO;
        int c = seed;
        int at = offset;
        for (int left = length; left >= 12; left -= 12) {
            a += Words.getInt(bytes, at);
            b += Words.getInt(bytes, at + 4);
            c += Words.getInt(bytes, at + 8);
            at += 12;

            a = (a - b - c) ^ (c >>> 13);
            b = (b - c - a) ^ (a << 8);
            c = (c - a - b) ^ (b >>> 13);
            a = (a - b - c) ^ (c >>> 12);
            b = (b - c - a) ^ (a << 16);
            c = (c - a - b) ^ (b >>> 5);
            a = (a - b - c) ^ (c >>> 3);
            b = (b - c - a) ^ (a << 10);
            c = (c - a - b) ^ (b >>> 15);
        }
        c += length;
        int end = offset + length;
        for (int i = 0; at + i < end; i++) {
            int value = bytes[at + i] & 0xff;
            if (i < 4) {
                a += value << (8 * i);
            } else if (i < 8) {
                b += value << (8 * (i - 4));
            } else {
                // The low byte of c is left to the length.
                c += value << (8 * (i - 7));
            }
        }
        return mix(a, b, c);
    }

    /** Mixes three words and returns the third. */
    static int mix(int first, int second, int third) {
        int a = first;
        int b = second;
        int c = third;
        a = (a - b - c) ^ (c >>> 13);
        b = (b - c - a) ^ (a << 8);
        c = (c - a - b) ^ (b >>> 13);
        a = (a - b - c) ^ (c >>> 12);
        b = (b - c - a) ^ (a << 16);
        c = (c - a - b) ^ (b >>> 5);
        a = (a - b - c) ^ (c >>> 3);
        b = (b - c - a) ^ (a << 10);
        return (c - a - b) ^ (b >>> 15);
    }
}
