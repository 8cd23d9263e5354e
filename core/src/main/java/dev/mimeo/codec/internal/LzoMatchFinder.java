package dev.mimeo.codec.internal;

import dev.mimeo.internal.bytes.CommonPrefix;
import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.Mixing;
import java.util.Arrays;

/**
 * Finds, for a position, the nearest match of each length: hash chains of four bytes over the window, and the last place
 * of the same two and three bytes.
 */
final class LzoMatchFinder {
    private static final int HASH_BITS = 16;

    /** More than the largest distance, so a place in the chains is not used again while it can be reached. */
    private static final int CHAIN_MASK = (1 << 16) - 1;

    /** Being inside a match of which so much is left makes a search shorter. */
    private static final int GOOD = 12;

    /** And of so much, much shorter. */
    private static final int LONG = 32;

    /** With fewer candidates left to try, it takes longer to choose a chain than to follow the first one. */
    private static final int WORTH_CHOOSING = 32;

    private final int depth;
    private final int nice;
    private final int[] heads = new int[1 << HASH_BITS];
    private final int[] threes = new int[1 << HASH_BITS];
    private final int[] pairs = new int[1 << 16];
    private final int[] chain = new int[CHAIN_MASK + 1];
    private byte[] src = {};
    private int srcOffset;
    private int end;
    private int next;

    /** End of the longest match found so far, and its distance. */
    private int coveredEnd;

    private int coveredDistance;
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
        coveredEnd = offset;
        Arrays.fill(heads, -1);
        Arrays.fill(threes, -1);
        Arrays.fill(pairs, -1);
    }

    /** Forgets the block. */
    void release() {
        src = new byte[0];
    }

    /** Returns how many matches the last search found, by rising length. */
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
        int four = LittleEndian.getInt(src, at);
        int pair = pairs[four & 0xffff];
        if (pair >= 0 && at - pair <= LzoOutput.M1_DISTANCE) {
            add(2, at - pair);
        }
        int best = 2;
        int oldest = Math.max(srcOffset, at - LzoOutput.M4_DISTANCE);
        int three = threes[hash3(four)];
        if (three >= oldest && ((LittleEndian.getInt(src, three) ^ four) & 0xffffff) == 0) {
            best = 3;
            add(3, at - three);
        }
        int covered = coveredEnd - at;
        best = followChain(at, four, oldest, best, effort(covered));
        if (covered > best) {
            add(covered, coveredDistance);
        } else if (best > 2) {
            coveredEnd = at + best;
            coveredDistance = distances[count - 1];
        }
    }

    /** Inside a long match, the rest of it serves; a better one is worth less effort. */
    private int effort(int covered) {
        if (covered >= LONG) {
            return 1 + (depth >> 5);
        }
        return covered >= GOOD ? 1 + (depth >> 2) : depth;
    }

    /**
     * Adds matches longer than the best so far and returns the length of the longest.
     *
     * <p>A longer match agrees with the best one at each of its positions, so it is in the chain of each of them. The chain is followed
     * whose next place is the farthest away, as LZ4 HC does: that passes over candidates that cannot be longer.
     */
    private int followChain(int at, int four, int oldest, int bestSoFar, int effort) {
        int best = Math.max(3, bestSoFar);
        int tail = LittleEndian.getInt(src, at + best - 3);
        int found = bestSoFar;
        int offset = 0;
        int candidate = heads[hash(four)];
        for (int tries = effort; candidate >= oldest && tries > 0; tries--) {
            if (LittleEndian.getInt(src, candidate + best - 3) == tail && LittleEndian.getInt(src, candidate) == four) {
                int length = 4 + CommonPrefix.length(src, candidate + 4, at + 4, end - at - 4);
                if (length > best) {
                    best = length;
                    found = length;
                    add(length, at - candidate);
                    if (length >= nice || at + length == end) {
                        break;
                    }
                    tail = LittleEndian.getInt(src, at + best - 3);
                    offset = tries < WORTH_CHOOSING ? offset : rarest(candidate, Math.min(length - 3, at - candidate));
                }
            }
            int before = chain[candidate + offset & CHAIN_MASK] - offset;
            if (before >= candidate) {
                break;
            }
            candidate = before;
        }
        return found;
    }

    /** Returns the distance from a position to the one, of some from there on, whose chain leads farthest back. */
    private int rarest(int from, int positions) {
        int rarest = 0;
        int farthest = chain[from & CHAIN_MASK];
        for (int i = 1; i < positions; i++) {
            int before = chain[from + i & CHAIN_MASK] - i;
            if (before < farthest) {
                farthest = before;
                rarest = i;
            }
        }
        return rarest;
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
        int four = LittleEndian.getInt(src, at);
        pairs[four & 0xffff] = at;
        threes[hash3(four)] = at;
        int slot = hash(four);
        chain[at & CHAIN_MASK] = heads[slot];
        heads[slot] = at;
    }

    private static int hash(int four) {
        return Mixing.fibonacci32(four) >>> (32 - HASH_BITS);
    }

    private static int hash3(int four) {
        return Mixing.fibonacci32(four << 8) >>> (32 - HASH_BITS);
    }
}
