package dev.mimeo.internal.statistics;

import dev.mimeo.internal.random.SplitMix64;
import java.util.Arrays;

/**
 * The chain of order 2 of some data: each byte depends on the two before it, as often as in the data. A text of it has the strings of
 * the data that chance gives to a writer who knows no more than that. Takes a kilobyte for each pair of bytes that occurs, at most 64 MiB. Not
 * thread-safe.
 */
public final class OrderTwoChain {

    /** More bytes are not counted, so that counts are below 2^31. */
    public static final long MAX_BYTES = 1 << 30;

    private static final int PAIRS = 1 << 16;
    private static final int BYTES = 1 << 8;

    private static final int[] NEVER = {};

    /** By two bytes, once they occurred, and the one that follows: how often, then how often that one or a smaller one follows. */
    private final int[][] counts = new int[PAIRS][];

    /** The most frequent pair, or -1 if there is none; known once counts are summed. */
    private int start = -1;

    private boolean summed;

    /** Starts with no data. */
    public OrderTwoChain() {
        Arrays.fill(counts, NEVER);
    }

    /** Counts the bytes that follow pairs that begin in a range, as far as they are there. */
    public void add(byte[] data, int from, int limit, int length) {
        for (int i = from; i < limit && i + 2 < length; i++) {
            int pair = ((data[i] & 0xff) << 8) | (data[i + 1] & 0xff);
            if (counts[pair].length == 0) {
                counts[pair] = new int[BYTES];
            }
            counts[pair][data[i + 2] & 0xff]++;
        }
    }

    /** Fills an array with a text, or with zeros if nothing was counted. */
    public void draw(SplitMix64 random, byte[] text) {
        if (!summed) {
            sum();
        }
        if (start < 0) {
            Arrays.fill(text, (byte) 0);
            return;
        }
        int pair = start;
        for (int i = 0; i < text.length; i++) {
            int[] row = counts[pair];
            if (row.length == 0) {
                // The last bytes of the data, which nothing follows.
                pair = start;
                row = counts[pair];
            }
            int next = follower(row, (int) random.below(row[BYTES - 1]));
            text[i] = (byte) next;
            pair = (pair << 8 | next) & (PAIRS - 1);
        }
    }

    private static int follower(int[] row, int place) {
        int low = 0;
        int high = BYTES - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (row[middle] > place) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Adds up the counts of each pair, and finds the most frequent one. */
    private void sum() {
        int most = 0;
        for (int pair = 0; pair < PAIRS; pair++) {
            int[] row = counts[pair];
            for (int i = 1; i < row.length; i++) {
                row[i] += row[i - 1];
            }
            if (row.length > 0 && row[BYTES - 1] > most) {
                most = row[BYTES - 1];
                start = pair;
            }
        }
        summed = true;
    }
}
