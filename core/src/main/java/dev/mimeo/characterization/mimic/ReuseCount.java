package dev.mimeo.characterization.mimic;

import org.jspecify.annotations.Nullable;

/** Counts how often a text goes on as it did before. For one thread. */
final class ReuseCount extends ReuseProcess {

    private final int[] cases;
    private final int[] reused;

    private ReuseCount(@Nullable OtherBytes likely, byte[] text, int near) {
        super(text, LEAD, text.length, near, likely);
        this.cases = new int[likely == null ? Reuse.SIZE : Reuse.SIZE_BY_LIKELIHOOD];
        this.reused = new int[cases.length];
    }

    /**
     * Counts in a text after {@value ReuseProcess#LEAD} other bytes.
     *
     * @param sampler model of new bytes, by whose probabilities it counts; null for none
     */
    static Reuse count(@Nullable ContextSampler sampler, byte[] text, int near) {
        ReuseCount count = new ReuseCount(sampler == null ? null : new OtherBytes(sampler), text, near);
        count.run(LEAD, text.length);
        return Reuse.of(count.cases, count.reused, near);
    }

    @Override
    int reuses(int number, int at, int first, int second) {
        byte value = text[at];
        int position = value == text[first] ? first : second != 0 && value == text[second] ? second : 0;
        cases[number]++;
        reused[number] += position == 0 ? 0 : 1;
        return position;
    }

    @Override
    void renew(int at) {
        // It is there.
    }
}
