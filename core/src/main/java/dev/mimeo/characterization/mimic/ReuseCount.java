package dev.mimeo.characterization.mimic;

/** Counts how often a text goes on as it did before. For one thread. */
final class ReuseCount extends ReuseProcess {

    private final int[] cases = new int[Reuse.SIZE];
    private final int[] reused = new int[Reuse.SIZE];

    private ReuseCount(byte[] text, int near) {
        super(text, text.length, text.length - LEAD, near);
    }

    /** Counts in a text after {@value ReuseProcess#LEAD} other bytes. */
    static Reuse count(byte[] text, int near) {
        ReuseCount count = new ReuseCount(text, near);
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
