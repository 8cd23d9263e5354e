package dev.mimeo.scan.internal.mimic;

import java.util.Arrays;

/**
 * Symbols that follow one context: how often, in how many chunks, and after how many different bytes before the
 * context. Not thread-safe.
 */
final class Followers {

    /** Only these bits of the number of a chunk are kept. Chunks that agree in them count as one, so counts may be too low. */
    private static final int CHUNK_MASK = 127;

    private static final int WORDS = 4 + (CHUNK_MASK + 1) / 64;

    final int[] counts = new int[256];

    /** By symbol: four words of a set of bytes before the context, then the set of chunks. */
    private final long[] sets = new long[256 * WORDS];

    /** Symbols that follow, and those of them that are not to be listed, as sets of bits. */
    private final long[] seen = new long[4];

    private final long[] unlisted = new long[4];

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
        for (int symbol = next(0); symbol >= 0; symbol = next(symbol + 1)) {
            counts[symbol] = 0;
            Arrays.fill(sets, symbol * WORDS, symbol * WORDS + WORDS, 0);
        }
        Arrays.fill(seen, 0);
        Arrays.fill(unlisted, 0);
        chunks = countedChunks;
    }

    /** Counts an occurrence. */
    void add(int symbol, int before, int chunk) {
        counts[symbol]++;
        seen[symbol >>> 6] |= 1L << (symbol & 63);
        int at = symbol * WORDS;
        sets[at + (before >>> 6)] |= 1L << (before & 63);
        int bit = chunk & CHUNK_MASK;
        sets[at + 4 + (bit >>> 6)] |= 1L << (bit & 63);
    }

    /** Returns the first symbol that follows from a number on, or -1. */
    int next(int from) {
        for (int word = from >>> 6; word < seen.length; word++) {
            long left = word == from >>> 6 ? seen[word] & -1L << (from & 63) : seen[word];
            if (left != 0) {
                return 64 * word + Long.numberOfTrailingZeros(left);
            }
        }
        return -1;
    }

    /** Says that a symbol is one of those that are not told apart. */
    void unlist(int symbol) {
        unlisted[symbol >>> 6] |= 1L << (symbol & 63);
    }

    /** Returns whether a symbol that follows is told. */
    boolean isListed(int symbol) {
        return (unlisted[symbol >>> 6] >>> (symbol & 63) & 1) == 0;
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
