package dev.mimeo.fidelity.audit;

import dev.mimeo.internal.random.SplitMix64;

/**
 * The probability of bytes for a writer who knows no more of the original than its form: how often each byte value occurs
 * nearby, and the strings that are everywhere in it, such as tags, prefixes of lines and separators with what surrounds them.
 *
 * <p>A string of {@value #LONG} bytes is form where it occurs at {@value #FLOOR} places or more, and at least once in {@value #SPACING} bytes
 * on average. The writer knows how often it occurs, and how often it goes on with which byte. What is rarer is content, even where
 * it occurs many times: the e-mail address of one person, for example.
 *
 * <p>Unlike the writer of {@link ChanceModel}, this one does not know which byte follows which few. A generator does: it chains a
 * frequent first name, a frequent surname and a frequent domain to the address of one person. Measured with the knowledge that the
 * generator has, nothing that it writes would be a surprise.
 *
 * <p>Counts are kept of at most 16 MiB of the original, in two tables of hashes, the smaller count of which holds. Not thread-safe
 * while it is filled.
 */
final class FormModel {

    /** A sequence that occurs less often is not form, however small the original. */
    static final int FLOOR = 6;

    /** Bytes of the original for each occurrence that a sequence needs, on average, to be form. */
    static final int SPACING = 32 << 10;

    /** Bytes of a string that can be form. */
    static final int LONG = 12;

    /** Within a run a byte costs nothing that repeats the one so many places before: the period of lines of dashes and of fill patterns. */
    private static final int MAX_PERIOD = 8;

    private static final int LONG_BITS = 22;

    private final Counts strings = new Counts();
    private final Counts longer = new Counts();
    private long bytes;

    /** Counts the sequences of a piece of the original. */
    void add(byte[] data, int offset, int length) {
        bytes += length;
        for (int end = offset + LONG; end <= offset + length; end++) {
            strings.add(hash(data, end, LONG));
            if (end > offset + LONG) {
                longer.add(hash(data, end, LONG + 1));
            }
        }
    }

    /** Returns a hash of the bytes before an end, {@value #LONG} or one more. */
    private static long hash(byte[] data, int end, int length) {
        return SplitMix64.mix64(GramIndex.gram(data, end - length)) ^ GramIndex.gram(data, end - GramIndex.GRAM);
    }

    /**
     * Returns the binary logarithm of the probability of a run: that of the likeliest way to write it.
     *
     * @param near logarithms of the frequencies of the byte values near the run
     */
    double log2(byte[] data, int offset, int length, double[] near) {
        long form = Math.max(FLOOR, bytes / SPACING);
        double[] best = new double[length + 1];
        for (int i = 1; i <= length; i++) {
            int at = offset + i - 1;
            double log = isPeriodic(data, offset, at) ? 0 : near[data[at] & 0xff];
            if (i > LONG) {
                int count = longer.count(hash(data, at + 1, LONG + 1));
                if (count >= form) {
                    log = Math.max(log, ratio(count, strings.count(hash(data, at, LONG))));
                }
            }
            best[i] = best[i - 1] + log;
            if (i >= LONG) {
                int count = strings.count(hash(data, at + 1, LONG));
                if (count >= form) {
                    best[i] = Math.max(best[i], best[i - LONG] + ratio(count, bytes));
                }
            }
        }
        return best[length];
    }

    /** Returns whether a byte and the {@value #MAX_PERIOD} before it in the run repeat what is a period before. */
    private static boolean isPeriodic(byte[] data, int start, int at) {
        for (int period = 1; period <= MAX_PERIOD; period++) {
            int from = at - MAX_PERIOD;
            if (from - period < start) {
                return false;
            }
            int i = from;
            while (i <= at && data[i] == data[i - period]) {
                i++;
            }
            if (i > at) {
                return true;
            }
        }
        return false;
    }

    private static double ratio(int count, long all) {
        return ChanceModel.log2(Math.min(1, (double) count / Math.max(1, all)));
    }

    /** Counts by hash, too high at most where hashes collide in both tables. */
    static final class Counts {
        private final char[] one = new char[1 << LONG_BITS];
        private final char[] other = new char[1 << LONG_BITS];

        void add(long hash) {
            long mixed = SplitMix64.mix64(hash);
            increment(one, (int) (mixed >>> (64 - LONG_BITS)));
            increment(other, (int) mixed & ((1 << LONG_BITS) - 1));
        }

        private static void increment(char[] counts, int slot) {
            if (counts[slot] < Character.MAX_VALUE) {
                counts[slot]++;
            }
        }

        int count(long hash) {
            long mixed = SplitMix64.mix64(hash);
            return Math.min(one[(int) (mixed >>> (64 - LONG_BITS))], other[(int) mixed & ((1 << LONG_BITS) - 1)]);
        }
    }
}
