package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.mimic.ContextTable;
import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.internal.random.SplitMix64;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The number of times that the copies of a template repeat each of its literals, and the values that the most repeated ones have, so
 * that a chunk has the byte frequencies of its class: a few literals give most of its bytes. Immutable and thread-safe.
 */
final class LiteralRepeats {

    /** Of a template whose literals are all alike. */
    static final LiteralRepeats NONE = new LiteralRepeats(new char[1], new int[0], new byte[0], new int[256]);

    /** A literal that gives this part of the chunk has a fixed value. */
    private static final int FIXED_PART = 1024;

    /** Fewest repeats of such a literal. */
    private static final int LEAST_FIXED = 32;

    /** Flag of a step in which a literal has a fixed value. */
    private static final int FIXED = 1 << 15;

    /**
     * By step, and of the bytes after the last step: how often its literals are repeated, or 0 if not more than most are; and a
     * flag.
     */
    private final char[] steps;

    /** Offsets in the chunk of literals whose values are fixed, ascending. */
    private final int[] fixed;

    /** Values of these. */
    private final byte[] values;

    /** By byte value: bytes of a chunk that the literals which are repeated more than most should give. */
    private final int[] wanted;

    private LiteralRepeats(char[] steps, int[] fixed, byte[] values, int[] wanted) {
        this.steps = steps;
        this.fixed = fixed;
        this.values = values;
        this.wanted = wanted;
    }

    /**
     * Counts the repeats of a template.
     *
     * @param chunkCodes as of {@link dev.mimeo.characterization.mimic.ContextModel#chunkCodes()}; if empty, no literal counts as
     *     repeated
     * @param text by byte value, how often it occurs in the text that the other literals are drawn from
     */
    static LiteralRepeats of(ParseTemplate template, byte[] chunkCodes, int[] text) {
        char[] steps = new char[template.steps() + 1];
        if (chunkCodes.length == 0) {
            return new LiteralRepeats(steps, new int[0], new byte[0], new int[256]);
        }
        int size = template.size();
        int[] repeats = repeats(template);
        double[] missing = shares(chunkCodes, size);
        int least = Math.max(LEAST_FIXED, size / FIXED_PART);
        int[] fixed = IntStream.range(0, size).filter(i -> repeats[i] >= least).toArray();
        byte[] values = new byte[fixed.length];
        // Equally repeated ones in random order: in that of their positions, values would ascend again and again.
        int[] mostRepeatedFirst = IntStream.range(0, fixed.length)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(i -> -repeats[fixed[i]])
                        .thenComparingLong(SplitMix64::mix64))
                .mapToInt(i -> i)
                .toArray();
        for (int i : mostRepeatedFirst) {
            int value = 0;
            for (int other = 1; other < 256; other++) {
                value = missing[other] > missing[value] ? other : value;
            }
            missing[value] -= repeats[fixed[i]];
            values[i] = (byte) value;
        }
        long bytes = 0;
        int literals = 0;
        for (int i = 0; i < size; i++) {
            bytes += repeats[i] < least ? repeats[i] : 0;
            literals += repeats[i] > 0 && repeats[i] < least ? 1 : 0;
        }
        long others = weigh(template, repeats, least, (double) bytes / Math.max(1, literals), steps);
        double drawn = Math.max(1, Arrays.stream(text).sum());
        int[] wanted = new int[256];
        for (int value = 0; value < 256; value++) {
            wanted[value] = (int) (missing[value] - others * (text[value] / drawn));
        }
        return new LiteralRepeats(steps, fixed, values, wanted);
    }

    /** Returns how many bytes of the chunk each literal gives, itself included; 0 for bytes that are copied. */
    private static int[] repeats(ParseTemplate template) {
        int[] repeats = new int[template.size()];
        Arrays.fill(repeats, 1);
        int end = 0;
        for (int step = 0; step < template.steps(); step++) {
            end += template.run(step) + template.length(step);
        }
        for (int step = template.steps() - 1; step >= 0; step--) {
            int start = end - template.length(step);
            for (int i = end - 1; i >= start; i--) {
                repeats[i - template.distance(step)] += repeats[i];
                repeats[i] = 0;
            }
            end = start - template.run(step);
        }
        return repeats;
    }

    /** Returns how often each byte value should occur in a chunk. */
    private static double[] shares(byte[] codes, int size) {
        double[] shares = new double[256];
        double sum = 0;
        for (int value = 0; value < 256; value++) {
            shares[value] = codes[value] < 0 ? 0 : ContextTable.weight(codes[value]);
            sum += shares[value];
        }
        for (int value = 0; value < 256; value++) {
            shares[value] *= size / sum;
        }
        return shares;
    }

    /** Sets the repeats of steps that are above a mean; returns the bytes that all other literals give. */
    private static long weigh(ParseTemplate template, int[] repeats, int least, double mean, char[] steps) {
        long others = 0;
        int at = 0;
        for (int step = 0; step < steps.length; step++) {
            boolean last = step == template.steps();
            int end = last ? template.size() : at + template.run(step);
            int bytes = 0;
            int literals = 0;
            for (int i = at; i < end; i++) {
                bytes += repeats[i] < least ? repeats[i] : 0;
                literals += repeats[i] < least ? 1 : 0;
            }
            if (literals > 0 && bytes >= mean * literals) {
                steps[step] = (char) Math.min(FIXED - 1, Math.max(1, bytes / literals));
            } else {
                others += bytes;
            }
            if (literals < end - at) {
                steps[step] = (char) (steps[step] | FIXED);
            }
            at = last ? end : end + template.length(step);
        }
        return others;
    }

    /** Returns whether a step is like most: neither is it repeated more nor has a literal of it a fixed value. */
    boolean isUsual(int step) {
        return steps[step] == 0;
    }

    /** Returns how often the literals of a step are repeated, or 0 if not more than most are. */
    int repeats(int step) {
        return steps[step] & (FIXED - 1);
    }

    /**
     * Puts the bytes that literals which are repeated more than most should give, by byte value, into an array.
     *
     * @param share share of the literals that are asked for, in 1/256
     */
    void wanted(int[] target, int share) {
        for (int value = 0; value < wanted.length; value++) {
            target[value] = (int) (((long) wanted[value] * share) >> 8);
        }
    }

    /**
     * Overwrites the literals that have a fixed value.
     *
     * @param to position of a run of literals
     * @param start its offset in the template
     */
    void fix(byte[] target, int to, int start, int length) {
        int found = Arrays.binarySearch(fixed, start);
        for (int i = found < 0 ? ~found : found; i < fixed.length && fixed[i] < start + length; i++) {
            target[to + fixed[i] - start] = values[i];
        }
    }
}
