package dev.mimeo.characterization.mimic;

import dev.mimeo.internal.random.SplitMix64;

/** Draws a text that goes on as it did before as often as {@link Reuse} says. For one thread. */
final class ReuseDraw extends ReuseProcess {

    /** New bytes that are drawn to take the one that a text has too few of, so that it has all as often as the original. */
    private static final int CANDIDATES = 2;

    /** Probability 1. */
    private static final double ONE = 1 << 24;

    /** Bytes of each value that are counted before the text begins, so that its first ones say little about frequencies. */
    private static final double COUNTED_BEFORE = 48;

    /** Greatest factor by which odds change for the frequency of a byte. */
    private static final double MOST_FACTOR = 4;

    private final Reuse reuse;
    private final SplitMix64 random;
    private final OtherBytes others;
    private final int offset;

    /** By value: its share in all bytes, and how often it was drawn. */
    private final double[] shares = new double[256];

    private final int[] counts = new int[256];

    private ReuseDraw(
            ContextSampler sampler, OtherBytes others, Reuse reuse, long seed, byte[] target, int offset, int length) {
        super(target, offset, offset + length, reuse.near(), reuse.isByLikelihood() ? others : null);
        this.reuse = reuse;
        // Another text for each share of surprises, even where no byte depends on two others.
        this.random = new SplitMix64(SplitMix64.derive(seed, reuse.surprises()));
        this.others = others;
        this.offset = offset;
        for (int value = 0; value < shares.length; value++) {
            shares[value] = sampler.share((byte) value);
        }
    }

    /** Fills a range with a text. At least {@value ReuseProcess#LEAD} bytes are before it. */
    static void draw(ContextModel model, Reuse reuse, long seed, byte[] target, int offset, int length) {
        ContextSampler sampler = model.sampler();
        new ReuseDraw(sampler, new OtherBytes(sampler), reuse, seed, target, offset, length)
                .run(offset, offset + length);
    }

    @Override
    int reuses(int number, int at, int first, int second) {
        byte value = text[first];
        int probability = reuse.probability(number);
        if (random.nextLong() >>> 40 >= (reuse.isByLikelihood() ? balanced(probability, value, at) : probability)) {
            return 0;
        }
        text[at] = value;
        counts[value & 0xff]++;
        return first;
    }

    /**
     * Returns a probability of a byte, in units of 2^-24, that is smaller the more of such bytes the text has too many. What a text has
     * often it repeats most, and by likelihood all the more, so that few values would drive out the others.
     */
    private int balanced(int probability, byte value, int at) {
        double excess =
                (counts[value & 0xff] + COUNTED_BEFORE) / (shares[value & 0xff] * (at - offset) + COUNTED_BEFORE);
        double odds = Math.max(1 / MOST_FACTOR, Math.min(MOST_FACTOR, excess * excess));
        return (int) (probability / (probability + (ONE - probability) * odds) * ONE);
    }

    @Override
    void renew(int at) {
        boolean surprising = random.nextLong() >>> 56 < reuse.surprises();
        int start = surprising ? Math.max(offset, at - 1) : offset;
        double most = Double.NEGATIVE_INFINITY;
        byte best = 0;
        others.goTo(text, start, at, tried, triedCount);
        for (int candidate = 0; candidate < CANDIDATES; candidate++) {
            byte value = others.draw(random);
            // The number of bytes of the value that the text has too few.
            double missing = shares[value & 0xff] * (at - offset) - counts[value & 0xff];
            if (missing > most) {
                most = missing;
                best = value;
            }
        }
        text[at] = best;
        counts[best & 0xff]++;
    }
}
