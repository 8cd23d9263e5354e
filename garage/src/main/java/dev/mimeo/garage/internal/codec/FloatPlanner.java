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

    /** Decimals may have steps of 2 or 5. */
    private static final int[] PARTS = {2, 5};

    /** One in this many samples may be between two steps. */
    private static final int FEW = 64;

    /**
     * An encoding of a column.
     *
     * @param numbers values to encode
     * @param method encoding of the values
     * @param bits bits that a value would take
     * @param order order of differences of the integers
     * @param divisor for {@link Method#MULTIPLES} and {@link Method#SCALED_RATES}
     */
    record Plan(OrderedFloats numbers, Method method, double bits, int order, double divisor) {}

    private final BitEstimate estimate = new BitEstimate();
    private final Divisors divisors = new Divisors();
    private final double[] values = new double[SAMPLES];
    private final double[] seconds = new double[SAMPLES];
    private final double[] products = new double[SAMPLES];
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
            best = better(best, best.bits(), Method.MULTIPLES, divisor);
            exact = wrong == 0 ? divisor : exact;
        }
        if (best.method() == Method.MULTIPLES) {
            // The estimate divides by what the samples have in common, but one other value leaves nothing in common.
            tryMultiples(numbers, best.divisor(), false, taken);
            int few = wrong + taken / FEW;
            for (int part : PARTS) {
                double divisor = best.divisor() / part;
                if (tryMultiples(numbers, divisor, false, few)) {
                    best = better(best, best.bits() * TIE, Method.MULTIPLES, divisor);
                }
            }
        }
        return times == null ? best : bestRate(best);
    }

    private Plan bestRate(Plan other) {
        Plan best = better(other, other.bits(), Method.RATES, 1);
        double max = 0;
        for (int i = 0; i < taken; i++) {
            max = values[i] > max && values[i] < Double.POSITIVE_INFINITY ? values[i] : max;
        }
        int size = 0;
        for (int i = 1; i < taken; i++) {
            // Of the first sample the time before may be unknown, and percentages are often clipped.
            if (values[i] < max) {
                products[size++] = values[i] * seconds[i];
            }
        }
        double found = divisors.find(products, size, other.numbers().isSingle());
        return found == 0 || found == 1 ? best : better(best, best.bits(), Method.SCALED_RATES, found);
    }

    /** Returns the encoding with a divisor if it takes fewer bits than a limit, else another. */
    private Plan better(Plan other, double limit, Method method, double divisor) {
        double bits = multipleBits(other.numbers(), divisor, method != Method.MULTIPLES, limit);
        return bits < limit ? new Plan(other.numbers(), method, bits, order, divisor) : other;
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
        if (!tryMultiples(numbers, divisor, rate, taken)) {
            return Double.POSITIVE_INFINITY;
        }
        double bits = estimate.bits(multiples, taken);
        order = estimate.order();
        return bits >= limit || wrong == 0
                ? bits
                : bits + estimate.bits(corrections, taken) + entropy((double) wrong / taken);
    }

    /** Finds multiples and their corrections; returns whether few enough of the first and of all are not zero. */
    private boolean tryMultiples(OrderedFloats numbers, double divisor, boolean rate, int mostWrong) {
        wrong = 0;
        for (int i = 0; i < taken; i++) {
            double by = rate ? seconds[i] * divisor : divisor;
            multiples[i] = MultipleCodec.multiple(values[i], by);
            corrections[i] = ordered[i] - numbers.ordered(multiples[i] / by);
            wrong += corrections[i] == 0 ? 0 : 1;
            if (i == FIRST_LOOK && wrong > FIRST_LOOK / 2) {
                return false;
            }
        }
        return wrong <= mostWrong;
    }

    /** Returns the bits that say for a value whether it is one of a part of all. */
    private static double entropy(double part) {
        return part == 1 ? 0 : -(part * Math.log(part) + (1 - part) * Math.log(1 - part)) / Math.log(2);
    }
}
