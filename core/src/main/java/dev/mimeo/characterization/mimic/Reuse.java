package dev.mimeo.characterization.mimic;

import java.util.Arrays;

/**
 * Probabilities with which a text goes on as it did at an earlier position, where its last bytes were the same. A text drawn with them
 * repeats its own words and phrases, the more the more frequent they are already: the process by which words get frequencies as in
 * Zipf's law (Yule: "A mathematical theory of evolution", 1925; Simon: "On a class of skew distribution functions", Biometrika 42,
 * 1955). None of these words need be one of the data that the probabilities were counted in. Immutable and thread-safe.
 */
public final class Reuse {

    /** Numbers of equal bytes before two positions that are told apart. */
    static final int LEVELS = 16;

    /** Bytes of the contexts whose last position is known, longest first. */
    private static final int[] CONTEXTS = {5, 3};

    /** Probabilities: of going on as at the current earlier position, then as at the last position of each context. */
    static final int SIZE = LEVELS + CONTEXTS.length;

    /** Probabilities are in units of 1/{@value}. */
    static final int ONE = 256;

    /** Largest probability: a text must leave each of its phrases. */
    private static final int MOST = 253;

    private final byte[] probabilities;
    private final int near;
    private final int surprises;

    /**
     * Takes probabilities.
     *
     * @param probabilities 18 of them, in units of 1/{@value #ONE}, at most 253 each, as unsigned bytes; copied
     * @param near share of the positions that may go on only as at one of the {@value ReuseProcess#NEAR} before them, in units of
     *     1/{@value #ONE}; 0 to {@value #ONE}
     * @param surprises share of the new bytes that depend on one byte alone, in units of 1/{@value #ONE}; 0 to {@value #ONE}
     * @throws IllegalArgumentException if it is another number of probabilities, or a number is out of range
     */
    public Reuse(byte[] probabilities, int near, int surprises) {
        if (probabilities.length != SIZE) {
            throw new IllegalArgumentException(probabilities.length + " probabilities of reuse, expected " + SIZE);
        }
        if (near < 0 || near > ONE || surprises < 0 || surprises > ONE) {
            throw new IllegalArgumentException("shares of near reuse and surprises " + near + " and " + surprises);
        }
        for (byte probability : probabilities) {
            if ((probability & 0xff) > MOST) {
                throw new IllegalArgumentException("probability of reuse " + (probability & 0xff) + "/" + ONE);
            }
        }
        this.probabilities = probabilities.clone();
        this.near = near;
        this.surprises = surprises;
    }

    /**
     * Counts how often a text goes on as it did before.
     *
     * @param near share of the positions at which only the last {@value ReuseProcess#NEAR} bytes count, in units of 1/{@value #ONE}
     */
    public static Reuse of(byte[] text, int offset, int length, int near) {
        byte[] copy = new byte[ReuseProcess.LEAD + length];
        System.arraycopy(text, offset, copy, ReuseProcess.LEAD, length);
        return ReuseProcess.count(copy, near);
    }

    /**
     * Returns how often a text goes on as it did before, by counts.
     *
     * @param cases by number of the probability: how often it decided
     * @param reused how often the text went on as before
     */
    static Reuse of(int[] cases, int[] reused, int near) {
        byte[] result = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            result[i] = (byte) Math.min(MOST, Math.round((double) ONE * reused[i] / Math.max(1, cases[i])));
        }
        return new Reuse(result, near, 0);
    }

    /**
     * Returns these probabilities with the rest of each multiplied.
     *
     * @param factor of the probability of something new, more than 0; less than 1 makes a text more repetitive
     */
    public Reuse scaled(double factor) {
        byte[] result = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            result[i] = (byte) Math.max(0, Math.min(MOST, Math.round(ONE - (ONE - probability(i)) * factor)));
        }
        return new Reuse(result, near, surprises);
    }

    /**
     * Returns the same with another share of new bytes that depend on one byte alone: the more, the rarer are strings of the original.
     *
     * @param otherSurprises in units of 1/{@value #ONE}
     */
    public Reuse withSurprises(int otherSurprises) {
        return new Reuse(probabilities, near, otherSurprises);
    }

    /** Returns the probability with a number, from 0, in units of 1/{@value #ONE}. */
    int probability(int number) {
        return probabilities[number] & 0xff;
    }

    /** Returns the number of the probability of going on as at a position before which as many bytes are the same. */
    static int level(int equal) {
        if (equal <= 8) {
            return equal;
        }
        return equal <= 10 ? 9 : Math.min(LEVELS - 1, 38 - Integer.numberOfLeadingZeros(equal - 1));
    }

    /** Returns the bytes of a context, by its number from 0 to {@code SIZE - LEVELS - 1}; each is shorter than the one before. */
    static int context(int number) {
        return CONTEXTS[number];
    }

    /** Returns the share of the positions that may go on only as at one near before them, in units of 1/{@value #ONE}. */
    public int near() {
        return near;
    }

    /** Returns the share of the new bytes that depend on one byte alone, in units of 1/{@value #ONE}. */
    public int surprises() {
        return surprises;
    }

    /** Returns the probabilities, in units of 1/256; a copy. */
    public byte[] probabilities() {
        return probabilities.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Reuse reuse
                && near == reuse.near
                && surprises == reuse.surprises
                && Arrays.equals(probabilities, reuse.probabilities);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(probabilities) + near) + surprises;
    }
}
