package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.internal.random.SplitMix64;

/**
 * Range of the text of its class that a chunk walks through, and the lengths of its pieces. For one thread at a time.
 */
final class WalkRange {

    /** Chunks in a row whose places in the text are near each other. */
    private static final int NEIGHBOURS = 4;

    private static final double ONE = 1L << 32;

    private final PieceLengths pieces = new PieceLengths();
    private double share;
    private long low;

    /**
     * Sets the range of a chunk.
     *
     * @param number number of the chunk: those near to each other use places near to each other
     * @param seed decides all random choices
     */
    void set(ContentClass content, MimicModel.Recipe recipe, long number, long seed) {
        double reach = content.reach() / 256.0;
        share = Math.min(reach, StrictMath.pow(2, -recipe.window() / 16.0));
        double near = content.near() / 256.0;
        double place = near * fraction(SplitMix64.derive(0, number / NEIGHBOURS))
                + (1 - near) * fraction(SplitMix64.mix64(seed));
        low = (long) (place * (reach - share) * ONE);
        pieces.set(content.stride() * StrictMath.pow(2, recipe.rate() / 32.0));
    }

    private static double fraction(long bits) {
        return (bits >>> 32) * 0x1p-32;
    }

    /** Returns where the range begins, in units of 2^-32 of the text. */
    long low() {
        return low;
    }

    /** Returns the length of the range, in units of 2^-32 of the text. */
    long window() {
        return (long) (share * ONE);
    }

    /** Returns how long pieces are. */
    PieceLengths pieces() {
        return pieces;
    }

    /** Returns the position whose context a part of the chunk begins with: one in the range. */
    int position(TextPool pool, long seed, int part) {
        long start = low + (long) (fraction(SplitMix64.derive(seed, part)) * share * ONE);
        return pool.at(Math.min(start, (1L << 32) - 1));
    }

    /**
     * Draws one of the places of a context from the share of them that a chunk uses.
     *
     * @param number number of places
     * @param bits random ones
     */
    static int choose(int number, long low, long window, long bits) {
        return (int) ((low * number + (((bits >>> 40) * ((window * number) >>> 20)) >>> 4)) >>> 32);
    }
}
