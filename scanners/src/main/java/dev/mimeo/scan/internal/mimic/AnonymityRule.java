package dev.mimeo.scan.internal.mimic;

import dev.mimeo.internal.random.LaplaceNoise;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Limits on the content statistics that a model may reveal. Immutable and thread-safe.
 *
 * <p>It is told where it occurs {@code occurrences} times, in three chunks, and after three different bytes: then it is a
 * string of many places, as in k-anonymity (Sweeney: "k-anonymity: a model for protecting privacy", 2002), of at most five
 * bytes. What always comes after the same one or two bytes is a link of a longer string, and links of one string make a chain
 * by which all of it could be drawn, a key as well as a word. A longer string must be more common: eight times as often, in 16
 * chunks, or in half of them where there are few.
 *
 * @param occurrences least number of occurrences, 1 to {@value #MAX_OCCURRENCES}
 * @param anonymity limits what generated data may repeat
 * @param noiseScale mean absolute value of the Laplace noise on counts, or 0 for exact ones
 * @param seed decides the noise
 */
public record AnonymityRule(int occurrences, Anonymity anonymity, double noiseScale, long seed)
        implements Serializable {

    /** The rule where nothing else is said: 6 occurrences, normal anonymity, exact counts. */
    public static final AnonymityRule DEFAULT = new AnonymityRule(6, Anonymity.NORMAL, 0, 0);

    /** More than this is more than all chunks that are counted have. */
    public static final int MAX_OCCURRENCES = 1_000_000;

    private static final int CHUNKS = 3;
    private static final int NEIGHBOURS = 3;
    private static final int LONG_FACTOR = 8;
    private static final int LONG_CHUNKS = 16;

    /** Checks the ranges. */
    public AnonymityRule {
        if (occurrences < 1 || occurrences > MAX_OCCURRENCES) {
            throw new IllegalArgumentException(
                    "least number of occurrences must be 1 to " + MAX_OCCURRENCES + ", got " + occurrences);
        }
        if (!(noiseScale >= 0) || noiseScale == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("the scale of noise must be at least 0, got " + noiseScale);
        }
    }

    /**
     * Returns whether a string may be told.
     *
     * @param count number of occurrences
     * @param chunks in how many chunks
     * @param neighbours after how many different bytes
     * @param counted number of chunks examined
     */
    boolean allows(int count, int chunks, int neighbours, int counted) {
        if (count < occurrences || chunks < CHUNKS) {
            return false;
        }
        return neighbours >= NEIGHBOURS
                || (count >= (long) LONG_FACTOR * occurrences && chunks >= Math.min(LONG_CHUNKS, (counted + 1) / 2));
    }

    /** Returns new noise for a model, or null if counts are exact. */
    @Nullable LaplaceNoise noise() {
        return noiseScale == 0 ? null : new LaplaceNoise(noiseScale, seed);
    }
}
