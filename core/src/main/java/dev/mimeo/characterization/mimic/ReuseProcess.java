package dev.mimeo.characterization.mimic;

import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.Mixing;
import dev.mimeo.internal.random.SplitMix64;
import java.util.Arrays;

/**
 * A text that goes on as it did at earlier positions, byte by byte. After a byte that is the one at an earlier position, the next may
 * be as there again. If it is not, it may be as at the last position after the same 5 or 3 bytes. If it is not either, it is new: it
 * depends on the last bytes alone, as a {@link ContextModel} says. The process counts these choices in a text that is there, or makes
 * them at random. For one thread.
 */
final class ReuseProcess {

    /** Bytes before the text, which count as part of its first contexts. */
    static final int LEAD = Long.BYTES;

    /** Bytes before a position that count as near. */
    static final int NEAR = 1 << 14;

    private static final int MIN_BITS = 10;
    private static final int MAX_BITS = 17;

    /** New bytes that are drawn to take the one that a text has too few of, so that it has all as often as the original. */
    private static final int CANDIDATES = 2;

    /** Equal bytes before two positions are counted up to this number where the positions meet. */
    private static final int MOST_EQUAL = 32;

    private final byte[] text;

    /** By context and hash of its bytes: two of the last positions after them, 0 for none. */
    private final int[][] last;

    private final int hashShift;
    private final int near;

    /** Bytes with which a text does not go on, while the next one is looked for. */
    private final long[] tried = new long[4];

    /** Decides whether a text goes on as at an earlier position. */
    private interface Choice {

        /**
         * Decides, and writes the byte if the text is drawn.
         *
         * @param number number of the odds
         * @param first an earlier position
         * @param second another one, or 0
         * @return one of both, or 0 if the text goes on in another way
         */
        int reuses(int number, int at, int first, int second);

        /** Writes or ignores a byte that is new. */
        void renew(int at);
    }

    /**
     * @param text whose first {@value #LEAD} bytes are there
     * @param length bytes that will be counted or drawn
     * @param near as of {@link Reuse#near}
     */
    private ReuseProcess(byte[] text, int length, int near) {
        this.near = near;
        this.text = text;
        int bits = Math.max(MIN_BITS, Math.min(MAX_BITS, 30 - Integer.numberOfLeadingZeros(length)));
        this.hashShift = 64 - bits;
        this.last = new int[Reuse.contexts()][2 << bits];
    }

    /** Counts how often a text after {@value #LEAD} other bytes goes on as before. */
    static Reuse count(byte[] text, int near) {
        int[] cases = new int[Reuse.SIZE];
        int[] reused = new int[Reuse.SIZE];
        new ReuseProcess(text, text.length - LEAD, near).run(LEAD, text.length, new Choice() {
            @Override
            public int reuses(int number, int at, int first, int second) {
                int position = text[at] == text[first] ? first : second != 0 && text[at] == text[second] ? second : 0;
                cases[number]++;
                reused[number] += position == 0 ? 0 : 1;
                return position;
            }

            @Override
            public void renew(int at) {
                // It is there.
            }
        });
        return Reuse.of(cases, reused, near);
    }

    /** Fills a range with a text. At least {@value #LEAD} bytes are before it. */
    static void draw(ContextModel model, Reuse reuse, long seed, byte[] target, int offset, int length) {
        // Another text for each share of surprises, even where no byte depends on two others.
        SplitMix64 random = new SplitMix64(SplitMix64.derive(seed, reuse.surprises()));
        ContextSampler sampler = model.sampler();
        OtherBytes others = new OtherBytes(sampler);
        int[] counts = new int[256];
        ReuseProcess process = new ReuseProcess(target, length, reuse.near());
        process.run(offset, offset + length, new Choice() {
            @Override
            public int reuses(int number, int at, int first, int second) {
                if (random.nextLong() >>> 40 >= reuse.probability(number)) {
                    return 0;
                }
                target[at] = target[first];
                counts[target[at] & 0xff]++;
                return first;
            }

            @Override
            public void renew(int at) {
                boolean surprising = random.nextLong() >>> 56 < reuse.surprises();
                int start = surprising ? Math.max(offset, at - 1) : offset;
                double most = Double.NEGATIVE_INFINITY;
                byte best = 0;
                others.goTo(target, start, at, process.tried);
                for (int candidate = 0; candidate < CANDIDATES; candidate++) {
                    byte value = others.draw(random);
                    double missing = missing(value, at - offset);
                    if (missing > most) {
                        most = missing;
                        best = value;
                    }
                }
                target[at] = best;
                counts[best & 0xff]++;
            }

            /** Returns how many more bytes of a value a text should have. */
            private double missing(byte value, int drawn) {
                return sampler.share(value) * drawn - counts[value & 0xff];
            }
        });
    }

    private void run(int from, int to, Choice choice) {
        int earlier = 0;
        int equal = 0;
        for (int at = from; at < to; at++) {
            // A text does not repeat the same bytes forever.
            boolean ended = equal >= Reuse.LONGEST_RUN && at - earlier < Reuse.LONGEST_RUN;
            long before = LittleEndian.getLong(text, at - Long.BYTES);
            // The same in a text that is counted as in one that is drawn.
            int bits = (int) SplitMix64.mix64(at);
            if (equal > 0
                    && !ended
                    && choice.reuses(Reuse.goingOn(equal, relation(before, earlier)), at, earlier, 0) != 0) {
                earlier++;
                equal++;
            } else {
                int position = other(before, equal > 0 ? text[earlier] & 0xff : -1, bits, at, choice);
                if (position > 0) {
                    equal = equalBefore(position, at) + 1;
                    earlier = position + 1;
                } else {
                    choice.renew(at);
                    equal = 0;
                }
            }
            for (int i = 0; i < Reuse.contexts(); i++) {
                last[i][slot(before, i) | (bits >>> (8 + i) & 1)] = at;
            }
        }
    }

    /** Returns how the byte at an earlier position is related to those at the last positions after the longest context. */
    private int relation(long before, int earlier) {
        int slot = slot(before, 0);
        int relation = Reuse.ALONE;
        for (int i = 0; i < 2; i++) {
            int position = last[0][slot | i];
            if (position > 0 && position != earlier && follows(position, before, 0)) {
                if (text[position] != text[earlier]) {
                    return Reuse.CONTRADICTED;
                }
                relation = Reuse.CONFIRMED;
            }
        }
        return relation;
    }

    /** Returns whether a context is before a position. */
    private boolean follows(int position, long before, int context) {
        return (before ^ LittleEndian.getLong(text, position - Long.BYTES)) >>> (64 - 8 * Reuse.context(context)) == 0;
    }

    private int slot(long before, int context) {
        return (int) (Mixing.fibonacci64(before >>> (64 - 8 * Reuse.context(context))) >>> hashShift) << 1;
    }

    /** Returns an earlier position after the same context as at which the text goes on, or 0. */
    private int other(long before, int refused, int bits, int at, Choice choice) {
        Arrays.fill(tried, 0);
        int oldest = bits >>> 24 < near ? Math.max(1, at - NEAR) : 1;
        if (refused >= 0) {
            tried[refused >>> 6] |= 1L << refused;
        }
        for (int i = 0; i < Reuse.contexts(); i++) {
            int slot = slot(before, i);
            int first = candidate(last[i][slot | (bits >>> i & 1)], oldest, before, i);
            int second = candidate(last[i][slot | (~bits >>> i & 1)], oldest, before, i);
            if (first == 0) {
                first = second;
                second = 0;
            }
            if (first != 0) {
                int relation =
                        second == 0 ? Reuse.ALONE : text[first] == text[second] ? Reuse.CONFIRMED : Reuse.CONTRADICTED;
                int position = choice.reuses(Reuse.jumping(i, relation, at - first), at, first, second);
                if (position != 0) {
                    return position;
                }
                tried[(text[first] & 0xff) >>> 6] |= 1L << text[first];
                tried[(text[second] & 0xff) >>> 6] |= second == 0 ? 0 : 1L << text[second];
            }
        }
        return 0;
    }

    /** Returns a position if it is not too old, after a context, and before a byte that was not tried, else 0. */
    private int candidate(int position, int oldest, long before, int context) {
        if (position < oldest) {
            return 0;
        }
        int value = text[position] & 0xff;
        return follows(position, before, context) && (tried[value >>> 6] >>> value & 1) == 0 ? position : 0;
    }

    private int equalBefore(int position, int at) {
        int equal = 0;
        while (equal < MOST_EQUAL && position > equal && text[position - 1 - equal] == text[at - 1 - equal]) {
            equal++;
        }
        return equal;
    }
}
