package dev.mimeo.scan.mimic;

import java.util.Arrays;

/**
 * What follows one context: how often, in how many chunks, and after how many different bytes before the context. Not
 * thread-safe.
 */
final class Followers {

    /** Chunks are told apart by so many bits: more would only be taken for fewer. */
    private static final int CHUNK_MASK = 127;

    private static final int WORDS = 4 + (CHUNK_MASK + 1) / 64;

    final int[] counts = new int[256];

    /** By symbol: four words of a set of bytes before the context, then the set of chunks. */
    private final long[] sets = new long[256 * WORDS];

    private final AnonymityRule rule;
    private int chunks;

    Followers(AnonymityRule rule) {
        this.rule = rule;
    }

    /**
     * Forgets all.
     *
     * @param countedChunks chunks that are counted in all
     */
    void clear(int countedChunks) {
        Arrays.fill(counts, 0);
        Arrays.fill(sets, 0);
        chunks = countedChunks;
    }

    /** Counts an occurrence. */
    void add(int symbol, int before, int chunk) {
        counts[symbol]++;
        int at = symbol * WORDS;
        sets[at + (before >>> 6)] |= 1L << (before & 63);
        int bit = chunk & CHUNK_MASK;
        sets[at + 4 + (bit >>> 6)] |= 1L << (bit & 63);
    }

    /** Returns whether it may be told that a symbol follows. */
    boolean isCommon(int symbol) {
        return counts[symbol] > 0 && rule.allows(counts[symbol], size(symbol, 4, WORDS), size(symbol, 0, 4), chunks);
    }

    private int size(int symbol, int from, int to) {
        int size = 0;
        for (int i = from; i < to; i++) {
            size += Long.bitCount(sets[symbol * WORDS + i]);
        }
        return size;
    }
}
