package dev.mimeo.characterization.mimic;

import dev.mimeo.internal.random.Mixing;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Odds with which a text goes on as it did at an earlier position, where its last bytes were the same. A text drawn with them
 * repeats its own words and phrases, the more the more frequent they are already: the process by which words get frequencies as in
 * Zipf's law (Yule: "A mathematical theory of evolution", 1925; Simon: "On a class of skew distribution functions", Biometrika 42,
 * 1955). None of these words need be one of the data that the odds were counted in. Immutable and thread-safe.
 */
public final class Reuse implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Most equal bytes in a row of texts that odds are counted in, and of those drawn with them. */
    public static final int LONGEST_RUN = 64;

    /** Numbers of equal bytes before two positions that are told apart. */
    private static final int LEVELS = 8;

    /** Relations of a byte to those at other positions after the same bytes: they differ, there is none, they are the same. */
    static final int CONTRADICTED = 0;

    static final int ALONE = 1;
    static final int CONFIRMED = 2;
    static final int RELATIONS = 3;

    /** Distances that are told apart: those below the first limit, then those from each limit on. */
    private static final int[] DISTANCE_LIMITS = {1 << 5, 1 << 8, 1 << 12};

    private static final int DISTANCES = DISTANCE_LIMITS.length + 1;

    /** Bytes of the contexts whose last position is known, longest first. */
    private static final int[] CONTEXTS = {5, 3};

    /** Odds: of going on as at the current earlier position, then as at the last position of each context. */
    static final int SIZE = RELATIONS * (LEVELS + CONTEXTS.length * DISTANCES);

    /** Shares are in units of 1/{@value}. */
    static final int ONE = 256;

    /** Code of even odds. */
    private static final int EVEN = 64;

    /** Code of the greatest odds: a text must leave each of its phrases. */
    private static final int MOST = 2 * EVEN - 1;

    /** Codes by which the natural logarithm of odds differs by 1. */
    private static final double CODES = 8;

    /** Equal bytes before two positions at which a text goes on in the same way, at least. */
    private static final int FEWEST_EQUAL = 4;

    /** By number of equal bytes, of which more than the last are alike: the first of the odds of going on. */
    private static final byte[] GOING_ON = new byte[(1 << (LEVELS - 2)) + 2];

    /** By code: the probability in units of 2^-24. */
    private static final int[] PROBABILITIES = new int[MOST + 1];

    static {
        for (int code = 1; code < PROBABILITIES.length; code++) {
            PROBABILITIES[code] = (int) StrictMath.round(0x1p24 / (1 + StrictMath.exp((EVEN - code) / CODES)));
        }
        for (int equal = FEWEST_EQUAL; equal < GOING_ON.length; equal++) {
            int level = equal <= 6 ? equal - FEWEST_EQUAL : Integer.SIZE - Integer.numberOfLeadingZeros(equal - 1);
            GOING_ON[equal] = (byte) (RELATIONS * Math.min(LEVELS - 1, level));
        }
    }

    private final byte[] odds;
    private final int near;
    private final int surprises;
    private final boolean endsRuns;

    /**
     * Takes odds.
     *
     * @param odds 48 of them: 0 for never, otherwise {@value #EVEN} plus 8 times the natural logarithm of the odds, 1 to
     *     {@value #MOST}; copied
     * @param near share of the positions that may go on only as at one of the {@value ReuseProcess#NEAR} before them, in units of
     *     1/{@value #ONE}; 0 to {@value #ONE}
     * @param surprises share of the new bytes that depend on one byte alone, in units of 1/{@value #ONE}; 0 to {@value #ONE}
     * @param endsRuns whether chunks end runs that repeat a few bytes where the text does; models of earlier versions did not, and
     *     their chunks may repeat such bytes to the end
     * @throws IllegalArgumentException if it is another number of odds, or a number is out of range
     */
    public Reuse(byte[] odds, int near, int surprises, boolean endsRuns) {
        if (odds.length != SIZE) {
            throw new IllegalArgumentException(odds.length + " odds of reuse, expected " + SIZE);
        }
        if (near < 0 || near > ONE || surprises < 0 || surprises > ONE) {
            throw new IllegalArgumentException("shares of near reuse and surprises " + near + " and " + surprises);
        }
        for (byte code : odds) {
            if (code < 0) {
                throw new IllegalArgumentException("odds of reuse " + (code & 0xff));
            }
        }
        this.odds = odds.clone();
        this.near = near;
        this.surprises = surprises;
        this.endsRuns = endsRuns;
    }

    /**
     * Counts how often a text goes on as it did before.
     *
     * @param near share of the positions at which only the last {@value ReuseProcess#NEAR} bytes count, in units of 1/{@value #ONE}
     * @throws IllegalArgumentException if the text has more than 16 MiB
     */
    public static Reuse of(byte[] text, int offset, int length, int near) {
        byte[] copy = new byte[ReuseProcess.LEAD + length];
        System.arraycopy(text, offset, copy, ReuseProcess.LEAD, length);
        return ReuseCount.count(copy, near);
    }

    /**
     * Returns how often a text goes on as it did before, by counts.
     *
     * @param cases by number of the odds: how often they decided
     * @param reused how often the text went on as before
     */
    static Reuse of(int[] cases, int[] reused, int near) {
        byte[] result = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            // Another case may differ where all of some are alike (Krichevsky, Trofimov 1981).
            result[i] = reused[i] == 0 ? 0 : code(StrictMath.log((reused[i] + 0.5) / (cases[i] - reused[i] + 0.5)));
        }
        return new Reuse(result, near, 0, true);
    }

    private static byte code(double logOdds) {
        return (byte) limited(StrictMath.round(EVEN + CODES * logOdds));
    }

    private static long limited(long code) {
        return Math.max(0, Math.min(MOST, code));
    }

    /**
     * Returns the same with other odds of something new.
     *
     * @param factor factor for these odds, more than 0; less than 1 makes a text more repetitive
     */
    public Reuse scaled(double factor) {
        byte[] result = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            // Of a change by part of a code, as many odds change by one.
            double part = (Mixing.fibonacci32(i) >>> 8) * 0x1p-24;
            result[i] = odds[i] == 0
                    ? 0
                    : (byte) limited((long) Math.floor(odds[i] - CODES * StrictMath.log(factor) + part));
        }
        return new Reuse(result, near, surprises, endsRuns);
    }

    /**
     * Returns the same with another share of new bytes that depend on one byte alone: the more, the rarer are strings of the original.
     *
     * @param otherSurprises in units of 1/{@value #ONE}
     */
    public Reuse withSurprises(int otherSurprises) {
        return new Reuse(odds, near, otherSurprises, endsRuns);
    }

    /** Returns the probability with a number, from 0, in units of 2^-24. */
    int probability(int number) {
        return PROBABILITIES[odds[number]];
    }

    /**
     * Returns the number of the odds of going on as at an earlier position.
     *
     * @param equal number of bytes that are the same before both positions, at least 4
     * @param relation relation of the byte there to those at other positions
     */
    static int goingOn(int equal, int relation) {
        return GOING_ON[Math.min(equal, GOING_ON.length - 1)] + relation;
    }

    /** Returns the number of the odds of going on as at the last positions of a context, the first of which is at a distance. */
    static int jumping(int context, int relation, int distance) {
        int far = 0;
        while (far < DISTANCE_LIMITS.length && distance >= DISTANCE_LIMITS[far]) {
            far++;
        }
        return RELATIONS * (LEVELS + context * DISTANCES + far) + relation;
    }

    /** Returns the number of contexts. */
    static int contexts() {
        return CONTEXTS.length;
    }

    /** Returns the bytes of a context, by its number from 0; each is shorter than the one before. */
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

    /** Returns whether chunks end runs that repeat a few bytes where the text does. */
    public boolean endsRuns() {
        return endsRuns;
    }

    /** Returns the odds, as the constructor takes them; a copy. */
    public byte[] odds() {
        return odds.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Reuse reuse
                && near == reuse.near
                && surprises == reuse.surprises
                && endsRuns == reuse.endsRuns
                && Arrays.equals(odds, reuse.odds);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * Arrays.hashCode(odds) + near) + surprises) + Boolean.hashCode(endsRuns);
    }
}
