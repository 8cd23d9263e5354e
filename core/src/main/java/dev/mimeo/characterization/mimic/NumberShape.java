package dev.mimeo.characterization.mimic;

import java.util.Arrays;

/** Constants that {@link AdaptiveEncoder} and {@link AdaptiveDecoder} must share. */
final class NumberShape {

    static final int PROBABILITY_BITS = 11;
    static final int ONE = 1 << PROBABILITY_BITS;

    /** Probabilities move by a sixteenth of the error: the tables are small and seen often. */
    static final int SPEED = 4;

    /** Bits below the highest one that are adaptive. */
    static final int ADAPTIVE_BITS = 2;

    /** Probabilities that a number takes. */
    static final int NUMBER = 32 + 32 * (1 << ADAPTIVE_BITS);

    private NumberShape() {}

    /** Returns the place of the probability of a bit below the highest of a number. */
    static int place(int bits, int node) {
        return 32 + bits * (1 << ADAPTIVE_BITS) + node;
    }

    /** Returns probabilities that know nothing yet. */
    static short[] fresh(int size) {
        short[] probabilities = new short[size];
        Arrays.fill(probabilities, (short) (ONE / 2));
        return probabilities;
    }

    /** Returns several tables of probabilities that know nothing yet. */
    static short[][] fresh(int tables, int size) {
        short[][] result = new short[tables][];
        for (int i = 0; i < tables; i++) {
            result[i] = fresh(size);
        }
        return result;
    }
}
