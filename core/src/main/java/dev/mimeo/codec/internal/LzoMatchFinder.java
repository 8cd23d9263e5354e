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

    /** Few, as only the last 1024 positions matter. */
    private static final int PAIR_BITS = 12;

    /** More than the largest distance, so a place in the chains is not used again while it can be reached. */
    private static final int CHAIN_MASK = (1 << 16) - 1;

    /** More than the largest distance, and the largest value in a chain. */
    private static final int OUT_OF_REACH = (1 << 16) - 1;

    /** Being inside a match of which so much is left makes a search shorter. */
    private static final int GOOD = 20;

    /** And of so much, much shorter. */
    private static final int LONG = 48;

    /** With fewer candidates left to try, it takes longer to choose a chain than to follow the first one. */
    private static final int WORTH_CHOOSING = 32;

    private final int depth;
    private final int nice;
    private final int[] heads = new int[1 << HASH_BITS];
    private final int[] threes = new int[1 << HASH_BITS];
    private final int[] pairs = new int[1 << PAIR_BITS];

    /** By position: the distance to the one before with the same hash of four bytes, or {@link #OUT_OF_REACH}. */
    private final char[] chain = new char[CHAIN_MASK + 1];

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
        int nowhere = offset - OUT_OF_REACH;
        Arrays.fill(heads, nowhere);
        Arrays.fill(threes, nowhere);
        Arrays.fill(pairs, nowhere);
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
        int pair = pairs[pairSlot(four)];
        int three = threes[threeSlot(four)];
        int head = heads[slot(four)];
        enter(at);
        next = at + 1;
        int oldest = Math.max(srcOffset, at - LzoOutput.M4_DISTANCE);
        if (pair >= Math.max(srcOffset, at - LzoOutput.M1_DISTANCE)
                && LittleEndian.getShort(src, pair) == (short) four) {
            add(2, at - pair);
        }
        int best = 2;
        if (three >= oldest && ((LittleEndian.getInt(src, three) ^ four) & 0xffffff) == 0) {
            best = 3;
            add(3, at - three);
        }
        int covered = coveredEnd - at;
        best = followChain(at, four, head, oldest, best, effort(covered));
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
    private int followChain(int at, int four, int head, int oldest, int bestSoFar, int effort) {
        int best = Math.max(3, bestSoFar);
        int tail = LittleEndian.getInt(src, at + best - 3);
        int found = bestSoFar;
        int offset = 0;
        int candidate = head;
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
            candidate -= chain[candidate + offset & CHAIN_MASK];
        }
        return found;
    }

    /** Returns the distance from a position to the one, of some from there on, whose chain leads farthest back. */
    private int rarest(int from, int positions) {
        int rarest = 0;
        int farthest = chain[from & CHAIN_MASK];
        for (int i = 1; i < positions; i++) {
            int step = chain[from + i & CHAIN_MASK];
            if (step > farthest) {
                farthest = step;
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
        pairs[pairSlot(four)] = at;
        threes[threeSlot(four)] = at;
        int slot = slot(four);
        chain[at & CHAIN_MASK] = (char) Math.min(at - heads[slot], OUT_OF_REACH);
        heads[slot] = at;
    }

    private static int slot(int four) {
        return Mixing.fibonacci32(four) >>> (32 - HASH_BITS);
    }

    private static int threeSlot(int four) {
        return Mixing.fibonacci32(four << 8) >>> (32 - HASH_BITS);
    }

    private static int pairSlot(int four) {
        return Mixing.fibonacci32(four << 16) >>> (32 - PAIR_BITS);
    }
}
