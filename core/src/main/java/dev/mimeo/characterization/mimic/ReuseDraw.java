package dev.mimeo.characterization.mimic;

import dev.mimeo.internal.random.SplitMix64;

/** Draws a text that goes on as it did before as often as {@link Reuse} says. For one thread. */
final class ReuseDraw extends ReuseProcess {

    /** New bytes that are drawn to take the one that a text has too few of, so that it has all as often as the original. */
    private static final int CANDIDATES = 2;

    private final Reuse reuse;
    private final SplitMix64 random;
    private final OtherBytes others;
    private final int offset;

    /** By value: its share in all bytes, and how often it was drawn. */
    private final double[] shares = new double[256];

    private final int[] counts = new int[256];

    private ReuseDraw(ContextSampler sampler, Reuse reuse, long seed, byte[] target, int offset, int length) {
        super(target, offset + length, length, reuse.near());
        this.reuse = reuse;
        // Another text for each share of surprises, even where no byte depends on two others.
        this.random = new SplitMix64(SplitMix64.derive(seed, reuse.surprises()));
        this.others = new OtherBytes(sampler);
        this.offset = offset;
        for (int value = 0; value < shares.length; value++) {
            shares[value] = sampler.share((byte) value);
        }
    }

    /** Fills a range with a text. At least {@value ReuseProcess#LEAD} bytes are before it. */
    static void draw(ContextModel model, Reuse reuse, long seed, byte[] target, int offset, int length) {
        new ReuseDraw(model.sampler(), reuse, seed, target, offset, length).run(offset, offset + length);
    }

    @Override
    int reuses(int number, int at, int first, int second) {
        if (random.nextLong() >>> 40 >= reuse.probability(number)) {
            return 0;
        }
        byte value = text[first];
        text[at] = value;
        counts[value & 0xff]++;
        return first;
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
