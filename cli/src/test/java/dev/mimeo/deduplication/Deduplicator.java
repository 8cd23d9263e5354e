package dev.mimeo.deduplication;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** Deduplication as a store does it: a set of SHA-256 sums of blocks. */
final class Deduplicator {

    private static final int WINDOW = 48;

    private Deduplicator() {}

    /** Finds the end of the block that begins at a place. */
    @FunctionalInterface
    interface Cutter {
        int end(byte[] data, int start);
    }

    /** Returns all bytes over those of different blocks. */
    static double ratio(byte[] data, Cutter cutter) throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        Set<String> seen = new HashSet<>();
        long distinct = 0;
        int end;
        for (int start = 0; start < data.length; start = end) {
            end = cutter.end(data, start);
            digest.update(data, start, end - start);
            if (seen.add(new String(digest.digest(), StandardCharsets.ISO_8859_1))) {
                distinct += end - start;
            }
        }
        return (double) data.length / distinct;
    }

    /** Blocks of one size. */
    static Cutter fixed(int size) {
        return (data, start) -> Math.min(data.length, start + size);
    }

    /**
     * Content-defined blocks of 2 to 64 KiB with a cyclic polynomial over 48 bytes (Cohen 1997), which is neither the hash
     * nor the window of FastCDC.
     *
     * @param bits bits of the mask: blocks of 2 KiB + 2^bits on average
     * @param seed seed of the table
     */
    static Cutter contentDefined(int bits, long seed) {
        long[] table = new Random(seed).longs(256).toArray();
        return (data, start) -> {
            int at = start + 2048;
            if (at >= data.length) {
                return data.length;
            }
            long hash = 0;
            for (int i = at - WINDOW; i < at; i++) {
                hash = Long.rotateLeft(hash, 1) ^ table[data[i] & 0xff];
            }
            int last = Math.min(data.length, start + 65_536);
            for (; at < last && (hash >>> 13 & (1L << bits) - 1) != 5; at++) {
                hash = Long.rotateLeft(hash, 1)
                        ^ table[data[at] & 0xff]
                        ^ Long.rotateLeft(table[data[at - WINDOW] & 0xff], WINDOW);
            }
            return at;
        };
    }
}
