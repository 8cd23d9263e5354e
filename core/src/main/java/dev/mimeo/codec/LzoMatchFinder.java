package dev.mimeo.codec;

import java.util.Arrays;

/**
 * Finds, for a position, the nearest match of each length that LZO1X can express: hash chains of three bytes over the
 * window, and the last place of each pair of bytes.
 */
final class LzoMatchFinder {
    private static final int HASH_BITS = 16;

    /** More than the largest distance, so a place in the chains is not used again while it can be reached. */
    private static final int CHAIN_MASK = (1 << 16) - 1;

    private final int depth;
    private final int nice;
    private final int[] heads = new int[1 << HASH_BITS];
    private final int[] pairs = new int[1 << 16];
    private final int[] chain = new int[CHAIN_MASK + 1];
    private byte[] src = {};
    private int srcOffset;
    private int end;
    private int next;
    private int count;
    private final int[] lengths;
    private final int[] distances;

    /**
     * @param depth candidates that are tried at most
     * @param nice a match of this length ends a search
     */
    LzoMatchFinder(int depth, int nice) {
        this.depth = depth;
        this.nice = nice;
        this.lengths = new int[nice + 1];
        this.distances = new int[nice + 1];
    }

    void begin(byte[] source, int offset, int length) {
        src = source;
        srcOffset = offset;
        end = offset + length;
        next = offset;
        Arrays.fill(heads, -1);
        Arrays.fill(pairs, -1);
    }

    /** Forgets the block. */
    void release() {
        src = new byte[0];
    }

    /** Returns how many matches the last search found; both lengths and distances rise. */
    int count() {
        return count;
    }

    int length(int index) {
        return lengths[index];
    }

    int distance(int index) {
        return distances[index];
    }

    /** Searches at a position after all those before it; positions that were passed over are entered. */
    void search(int at) {
        while (next < at) {
            enter(next++);
        }
        count = 0;
        if (end - at < 4) {
            return;
        }
        int four = Wide.getInt(src, at);
        int pair = pairs[four & 0xffff];
        if (pair >= 0 && at - pair <= LzoOutput.M1_DISTANCE) {
            add(2, at - pair);
        }
        int best = 2;
        int oldest = Math.max(srcOffset, at - LzoOutput.M4_DISTANCE);
        int candidate = heads[hash(four)];
        for (int tries = depth; candidate >= oldest && tries > 0; tries--) {
            if (src[candidate + best] == src[at + best] && ((Wide.getInt(src, candidate) ^ four) & 0xffffff) == 0) {
                int length = 3 + Wide.matchLength(src, candidate + 3, at + 3, end);
                if (length > best) {
                    best = length;
                    add(length, at - candidate);
                    if (length >= nice || at + length == end) {
                        break;
                    }
                }
            }
            int before = chain[candidate & CHAIN_MASK];
            if (before >= candidate) {
                break;
            }
            candidate = before;
        }
    }

    private void add(int length, int distance) {
        lengths[count] = length;
        distances[count] = distance;
        count++;
    }

    private void enter(int at) {
        if (end - at < 4) {
            return;
        }
        int four = Wide.getInt(src, at);
        pairs[four & 0xffff] = at;
        int slot = hash(four);
        chain[at & CHAIN_MASK] = heads[slot];
        heads[slot] = at;
    }

    private static int hash(int four) {
        return ((four << 8) * 0x9e3779b1) >>> (32 - HASH_BITS);
    }
}
