package dev.mimeo.generate.internal.mimic;

import dev.mimeo.internal.random.SplitMix64;
import org.jspecify.annotations.Nullable;

/** Draws the literals of replayed parses of a class from its text. For one thread at a time. */
final class LiteralRuns {

    /** Bytes of the text among which one is chosen for a literal that is repeated more than most. */
    private static final int CANDIDATES = 4;

    private final TextPool pool;
    private final PieceLengths pieces = new PieceLengths();
    private final LiteralRanks ranks = new LiteralRanks();

    /** By byte value, the bytes that literals which are repeated more than most should still give. */
    private final int[] missing = new int[256];

    private int repeats;
    private long random;

    /**
     * @param pool a text that is sorted by frequency
     * @param stride bytes taken at a time, on average
     */
    LiteralRuns(TextPool pool, int stride) {
        this.pool = pool;
        pieces.set(stride);
    }

    /** Returns a smaller index of the text, or null if there is none or pieces are too long for it. */
    @Nullable LiteralPlaces places() {
        return pieces.longest() > LiteralPlaces.LONGEST ? null : pool.literals;
    }

    /** Returns the text that places are in. */
    byte[] text() {
        return pool.text;
    }

    /** Returns how long pieces are. */
    PieceLengths pieces() {
        return pieces;
    }

    /** Returns how frequent what is drawn is, until the next chunk begins. */
    int[] ranks() {
        return ranks.table();
    }

    /** Begins a chunk. */
    void start(int window, long seed) {
        ranks.prepare(window);
        random = seed;
    }

    /** Returns where to put, by byte value, the bytes that literals which are repeated more than most should give. */
    int[] missing() {
        return missing;
    }

    /** Sets how often what is drawn next is repeated; 0 if not more than most is. */
    void setRepeats(int number) {
        repeats = number;
    }

    /** Sets what decides the literals that follow, and returns what did. */
    long reseed(long seed) {
        long before = random;
        random = seed;
        return before;
    }

    /**
     * Appends literals.
     *
     * @param context the four bytes before, as {@link TextPool#hash} takes them
     * @param avoided bytes between here and a byte that the first literal should differ from, or 0
     */
    void draw(byte[] target, int start, int length, int context, int avoided) {
        byte[] text = pool.text;
        byte[] positions = pool.positions;
        int to = start;
        int end = start + length;
        int before = context;
        int[] table = ranks.table();
        long counter = random;
        int avoiding = avoided;
        while (to < end) {
            counter += SplitMix64.GOLDEN_GAMMA;
            long bits = SplitMix64.mix64(counter);
            int n = Math.min(end - to, pieces.length(bits));
            long bucket = TextPool.bucket(pool.buckets, pool.hash(before));
            int first = (int) bucket;
            int number = (int) (bucket >>> 32) - first;
            if (number == 0) {
                first = 0;
                number = pool.places;
            }
            int from = TextPool.position(positions, first + LiteralRanks.draw(table, bits, number));
            if (repeats > 0) {
                from = mostMissing(from, first, number, table, bits);
            }
            if (avoiding != 0) {
                // Adds one where the copy before would have been longer, without a branch, which would be
                // mispredicted.
                int other =
                        TextPool.position(positions, first + LiteralRanks.draw(table, SplitMix64.mix64(bits), number));
                int same = (((text[from] ^ target[to - avoiding]) & 0xff) - 1) >> 31;
                from ^= (from ^ other) & same;
                avoiding = 0;
            }
            WildCopy.copy(text, from, target, to, n);
            before = WildCopy.last(before, text, from, n);
            for (int i = 0; i < n && repeats > 0; i++) {
                missing[text[from + i] & 0xff] -= repeats;
            }
            to += n;
        }
        random = counter;
    }

    /** Returns the position, of a drawn one and some others, with the byte of which most is missing in the chunk. */
    private int mostMissing(int drawn, int first, int number, int[] table, long bits) {
        int best = drawn;
        long more = bits;
        for (int i = 1; i < CANDIDATES; i++) {
            more = SplitMix64.mix64(more);
            int other = TextPool.position(pool.positions, first + LiteralRanks.draw(table, more, number));
            best = missing[pool.text[other] & 0xff] > missing[pool.text[best] & 0xff] ? other : best;
        }
        return best;
    }
}
