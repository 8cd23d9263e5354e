package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.mimic.MimicModel;

/**
 * Draws places in a list that is sorted by frequency: the highest or the least of some uniformly distributed ones, from one
 * random number through a table of the inverse distribution function. For one thread at a time.
 */
final class LiteralRanks {

    private static final int TABLE_BITS = 8;
    private static final int DRAWN_BITS = 24;

    /** Bits between two entries of a table. */
    private static final int BETWEEN = DRAWN_BITS - TABLE_BITS;

    /** Points at which the distribution function is computed to be inverted. */
    private static final int POINTS = 1024;

    /** By window of the recipe, once it was used. */
    private final int[][] tables = new int[256][];

    private int[] table = table(MimicModel.Recipe.NEUTRAL_WINDOW);

    /** Chooses how frequent what is drawn shall be, as {@link MimicModel.Recipe#window} says. */
    void prepare(int window) {
        table = table(window);
    }

    /** Returns what decides how frequent what is drawn is, for {@link #draw}. */
    int[] table() {
        return table;
    }

    /**
     * Draws a place.
     *
     * @param table as of {@link #table}
     * @param bits random ones, of which the highest {@value #DRAWN_BITS} decide
     * @param number number of places
     */
    static int draw(int[] table, long bits, int number) {
        int drawn = (int) (bits >>> (64 - DRAWN_BITS));
        int entry = drawn >>> BETWEEN;
        long low = table[entry];
        long share = low + (((table[entry + 1] - low) * (drawn & ((1 << BETWEEN) - 1))) >> BETWEEN);
        return (int) ((share * number) >> DRAWN_BITS);
    }

    private int[] table(int window) {
        int[] known = tables[window];
        if (known == null) {
            known = inverse(window);
            tables[window] = known;
        }
        return known;
    }

    private static int[] inverse(int window) {
        double more = Math.abs(window - MimicModel.Recipe.NEUTRAL_WINDOW) * 4 / 256.0;
        int[] result = new int[(1 << TABLE_BITS) + 1];
        int point = 0;
        double before = 0;
        for (int i = 0; i < result.length; i++) {
            double wanted = (double) i / (1 << TABLE_BITS);
            while (point < POINTS && highest((point + 1.0) / POINTS, more) < wanted) {
                point++;
                before = highest((double) point / POINTS, more);
            }
            double after = highest((point + 1.0) / POINTS, more);
            double place = point == POINTS ? 1 : (point + (wanted - before) / (after - before)) / POINTS;
            result[i] = (int) (Math.min(1, place) * (1 << DRAWN_BITS));
        }
        if (window < MimicModel.Recipe.NEUTRAL_WINDOW) {
            reverse(result);
        }
        return result;
    }

    /** Returns how probable it is that none of 1 + {@code more} drawn numbers is above a share, the last with a probability. */
    private static double highest(double share, double more) {
        int whole = (int) more;
        double result = share;
        for (int i = 0; i < whole; i++) {
            result *= share;
        }
        return result * (1 - (more - whole) * (1 - share));
    }

    /** Turns the highest of numbers into the least. */
    private static void reverse(int[] table) {
        for (int low = 0, high = table.length - 1; low <= high; low++, high--) {
            int first = table[low];
            table[low] = (1 << DRAWN_BITS) - table[high];
            table[high] = (1 << DRAWN_BITS) - first;
        }
    }
}
