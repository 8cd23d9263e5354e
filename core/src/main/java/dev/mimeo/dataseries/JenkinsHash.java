package dev.mimeo.dataseries;

import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.Mixing;

/**
 * Bob Jenkins' hash of 1996, known as lookup2 ("Hash functions for hash table lookup"): the checksum of unpacked extents
 * and of the trailer. It reads words as little-endian, whatever the byte order of the file. Thread-safe.
 */
final class JenkinsHash {

    private static final int GOLDEN_RATIO = 0x9e3779b9;

    /** Bytes that are mixed at a time. */
    private static final int BLOCK = 12;

    private JenkinsHash() {}

    /**
     * Hashes a range of an array.
     *
     * @param seed any value; the hash of a first part of the input, to continue it with a second part
     */
    static int hash(int seed, byte[] bytes, int offset, int length) {
        return finish(GOLDEN_RATIO, GOLDEN_RATIO, seed, bytes, offset, offset + length, length);
    }

    /**
     * Hashes the starts of two arrays at once. Each step of a hash depends on the previous step, so one hash alone leaves a
     * CPU idle half of the time. The steps of two independent hashes overlap.
     *
     * @return the hash of the first array in the low 32 bits, that of the second in the high ones
     */
    static long hashPair(int seed1, byte[] bytes1, int length1, int seed2, byte[] bytes2, int length2) {
        int a = GOLDEN_RATIO;
        int b = GOLDEN_RATIO;
        int c = seed1;
        int d = GOLDEN_RATIO;
        int e = GOLDEN_RATIO;
        int f = seed2;
        int end = Math.min(length1, length2) - BLOCK;
        int at = 0;
        for (; at <= end; at += BLOCK) {
            a += LittleEndian.getInt(bytes1, at);
            d += LittleEndian.getInt(bytes2, at);
            b += LittleEndian.getInt(bytes1, at + 4);
            e += LittleEndian.getInt(bytes2, at + 4);
            c += LittleEndian.getInt(bytes1, at + 8);
            f += LittleEndian.getInt(bytes2, at + 8);

            a = (a - b - c) ^ (c >>> 13);
            d = (d - e - f) ^ (f >>> 13);
            b = (b - c - a) ^ (a << 8);
            e = (e - f - d) ^ (d << 8);
            c = (c - a - b) ^ (b >>> 13);
            f = (f - d - e) ^ (e >>> 13);
            a = (a - b - c) ^ (c >>> 12);
            d = (d - e - f) ^ (f >>> 12);
            b = (b - c - a) ^ (a << 16);
            e = (e - f - d) ^ (d << 16);
            c = (c - a - b) ^ (b >>> 5);
            f = (f - d - e) ^ (e >>> 5);
            a = (a - b - c) ^ (c >>> 3);
            d = (d - e - f) ^ (f >>> 3);
            b = (b - c - a) ^ (a << 10);
            e = (e - f - d) ^ (d << 10);
            c = (c - a - b) ^ (b >>> 15);
            f = (f - d - e) ^ (e >>> 15);
        }
        int hash1 = finish(a, b, c, bytes1, at, length1, length1);
        int hash2 = finish(d, e, f, bytes2, at, length2, length2);
        return (long) hash2 << 32 | (hash1 & 0xffff_ffffL);
    }

    /** Continues a hash from a state: the bytes up to the end, and then the length of the whole input. */
    private static int finish(int first, int second, int third, byte[] bytes, int offset, int end, int length) {
        int a = first;
        int b = second;
        int c = third;
        int at = offset;
        for (; at <= end - BLOCK; at += BLOCK) {
            a += LittleEndian.getInt(bytes, at);
            b += LittleEndian.getInt(bytes, at + 4);
            c += LittleEndian.getInt(bytes, at + 8);

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
        return Mixing.jenkins96(a, b, c);
    }
}
