package dev.mimeo.garage.internal.codec;

import org.jspecify.annotations.Nullable;

/**
 * Chooses how to store a column of floating point numbers, by what a sample would take. For one thread at a time.
 */
final class FloatPlanner {

    private static final int RUN = BitEstimate.RUN;
    private static final int SAMPLES = 4 * RUN;

    /** Makes multiples win where they take as much as bits: the numbers that describe ranges of them are smaller. */
    private static final double TIE = 1 + 1e-9;

    /** Values that are examined before a divisor is rejected. */
    private static final int FIRST_LOOK = 32;

    /**
     * An encoding of a column.
     *
     * @param numbers values to encode
     * @param method encoding of the values
     * @param bits bits that a value would take
     * @param order order of differences of the integers
     * @param divisor for {@link Method#MULTIPLES}
     */
    record Plan(OrderedFloats numbers, Method method, double bits, int order, double divisor) {}

    private final BitEstimate estimate = new BitEstimate();
    private final Divisors divisors = new Divisors();
    private final double[] values = new double[SAMPLES];
    private final double[] seconds = new double[SAMPLES];
    private final long[] ordered = new long[SAMPLES];
    private final long[] multiples = new long[SAMPLES];
    private final long[] corrections = new long[SAMPLES];

    /** Number of the samples of the column that was planned last. */
    private int taken;

    /** Number of the examined samples for which the divisor that was tried last needs corrections. */
    private int wrong;

    /** Order of differences of the multiples that were tried last. */
    private int order;

    /** Returns the encoding that takes the fewest bits, by an estimate; a dictionary is not among them. */
    Plan plan(OrderedFloats numbers, @Nullable RowTimes times) {
        taken = sample(numbers, times);
        // Of encodings that take the same, multiples have the smaller numbers to describe ranges.
        Plan best = new Plan(numbers, Method.BITS, estimate.bits(ordered, taken) * TIE, estimate.order(), 0);
        double exact = 0;
        for (double divisor : divisors.candidates(numbers.values(), numbers.count(), numbers.isSingle())) {
            // With a multiple of a divisor that leaves nothing to correct the integers are only larger.
            if (exact > 0 && divisor % exact == 0) {
                continue;
            }
            double bits = multipleBits(numbers, divisor, false, best.bits());
            exact = wrong == 0 ? divisor : exact;
            if (bits < best.bits()) {
                best = new Plan(numbers, Method.MULTIPLES, bits, order, divisor);
            }
        }
        if (times != null) {
            double bits = multipleBits(numbers, 0, true, best.bits());
            if (bits < best.bits()) {
                best = new Plan(numbers, Method.RATES, bits, order, 0);
            }
        }
        return best;
    }

    /** Returns the encoding of numbers by their bits. */
    Plan planBits(OrderedFloats numbers) {
        taken = BitEstimate.sample(numbers.ordered(), numbers.count(), ordered);
        return new Plan(numbers, Method.BITS, estimate.bits(ordered, taken), estimate.order(), 0);
    }

    /** Returns the encoding with a dictionary, which has found its values. */
    Plan planDictionary(OrderedFloats numbers, DictionaryCodec dictionary) {
        int codes = BitEstimate.sample(dictionary.codes(), numbers.count(), multiples);
        double bits = estimate.bits(multiples, codes);
        int codeOrder = estimate.order();
        int values = BitEstimate.sample(dictionary.distinct(), dictionary.found(), multiples);
        double valueBits = estimate.bits(multiples, values) * dictionary.found() / numbers.count();
        return new Plan(numbers, Method.DICTIONARY, bits + valueBits, codeOrder, 0);
    }

    private int sample(OrderedFloats numbers, @Nullable RowTimes times) {
        int count = numbers.count();
        int runs = count <= SAMPLES ? 1 : SAMPLES / RUN;
        int length = count <= SAMPLES ? count : RUN;
        for (int run = 0; run < runs; run++) {
            int from = count <= SAMPLES ? 0 : BitEstimate.runStart(run, runs, count);
            System.arraycopy(numbers.values(), from, values, run * RUN, length);
            System.arraycopy(numbers.ordered(), from, ordered, run * RUN, length);
            if (times != null) {
                System.arraycopy(times.seconds(), from, seconds, run * RUN, length);
            }
        }
        return runs * length;
    }

    /** Returns what a value takes as a multiple, or infinity as soon as it is clear that it takes more than a limit. */
    private double multipleBits(OrderedFloats numbers, double divisor, boolean rate, double limit) {
        wrong = 0;
        for (int i = 0; i < taken; i++) {
            double by = rate ? seconds[i] : divisor;
            multiples[i] = MultipleCodec.multiple(values[i], by);
            corrections[i] = ordered[i] - numbers.ordered(multiples[i] / by);
            wrong += corrections[i] == 0 ? 0 : 1;
            if (i == FIRST_LOOK && wrong > FIRST_LOOK / 2) {
                return Double.POSITIVE_INFINITY;
            }
        }
        double bits = estimate.bits(multiples, taken);
        order = estimate.order();
        return bits >= limit || wrong == 0 ? bits : bits + estimate.bits(corrections, taken);
    }
}
