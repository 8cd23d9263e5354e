package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.ContextTable;
import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.internal.random.SplitMix64;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The number of times that the copies of a template repeat each of its literals, and the values that the most repeated ones have: a few
 * literals give most of the bytes of a chunk. The values are those that give the byte frequencies of the class. Where chunks have their own
 * ({@link ContextModel#repeats}), they change where a chunk has too few bytes of a value for it. Most values are the same in all chunks of a
 * template, in which codecs find the same lines of a log, for example. Immutable and thread-safe.
 */
final class LiteralRepeats {

    /** Of a template whose literals are all alike. */
    static final LiteralRepeats NONE = new LiteralRepeats(new char[1], ContextModel.Repeats.OF_CLASS);

    /** A literal that gives this part of the chunk has a fixed value. */
    private static final int FIXED_PART = 1024;

    /** Fewest repeats of such a literal. */
    private static final int LEAST_FIXED = 32;

    /** Flag of a step in which a literal has a fixed value. */
    private static final int FIXED = 1 << 15;

    /** Flag of a step that is neither left out nor covered by another, as much of the chunk depends on it. */
    private static final int KEPT = 1 << 14;

    /** Flag of a step whose copy is not left out, as much of the chunk repeats what it ends with. */
    private static final int COPY_KEPT = 1 << 13;

    /** A copy that ends with a byte that gives this part of the chunk is not left out: all of that part would change with it. */
    private static final int PASSED_ON_PART = 2048;

    /** Fewest bytes that such a byte gives. */
    private static final int LEAST_PASSED_ON = 16;

    /** A literal keeps the value that it has in the class if the chunk still wants this part of the bytes that it gives. */
    private static final double KEEPING_PART = 0.5;

    /** Bytes of a copy that are left out: what follows copies the others, of a long run of zeros for example. */
    private static final int LEFT_OUT = 16;

    /**
     * By step, and of the bytes after the last step: how often its literals are repeated, or 0 if not more than most are; and
     * flags.
     */
    private final char[] steps;

    private final ContextModel.Repeats kind;

    /** Bytes of the chunk. */
    private final int size;

    /** Offsets in the chunk of literals whose values are fixed, ascending. */
    private final int[] fixed;

    /** Number of bytes of the chunk that each of these gives. */
    private final int[] given;

    /** Indexes of these, those first that give most. */
    private final int[] mostGivenFirst;

    /** Values that these have in the class. */
    private final byte[] values;

    /** By byte value: bytes of a chunk that literals give which are not repeated more than most. */
    private final double[] usual = new double[256];

    /**
     * By byte value: bytes of a chunk that literals without a fixed value give if they are as frequent as in the text. Fixed values are for the
     * rest: if they gave all of the frequent bytes, these would be too many with those that are drawn, and the others too few. Zeros in models
     * of earlier versions.
     */
    private final double[] drawn = new double[256];

    /** By byte value: bytes of a chunk that the literals which are repeated more than most should give, for the frequencies of the class. */
    private final int[] wanted = new int[256];

    private LiteralRepeats(char[] steps, ContextModel.Repeats kind) {
        this.steps = steps;
        this.kind = kind;
        this.size = 0;
        this.fixed = new int[0];
        this.given = fixed;
        this.mostGivenFirst = fixed;
        this.values = new byte[0];
    }

    /** Counts the repeats of a template, and gives the most repeated literals the values that a chunk of the class has most of. */
    private LiteralRepeats(ParseTemplate template, ContextModel model, int[] text) {
        steps = new char[template.steps() + 1];
        kind = model.repeats();
        size = template.size();
        boolean[] passesOn = new boolean[steps.length];
        int[] repeats = repeats(template, passesOn);
        int least = Math.max(LEAST_FIXED, size / FIXED_PART);
        fixed = IntStream.range(0, size).filter(i -> repeats[i] >= least).toArray();
        given = IntStream.of(fixed).map(i -> repeats[i]).toArray();
        // Equally repeated ones in random order: in that of their positions, values would ascend again and again.
        mostGivenFirst = IntStream.range(0, fixed.length)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(i -> -given[i]).thenComparingLong(SplitMix64::mix64))
                .mapToInt(i -> i)
                .toArray();
        values = new byte[fixed.length];
        long bytes = 0;
        int literals = 0;
        for (int i = 0; i < size; i++) {
            bytes += repeats[i] < least ? repeats[i] : 0;
            literals += repeats[i] > 0 && repeats[i] < least ? 1 : 0;
        }
        long others = weigh(template, repeats, passesOn, least, (double) bytes / Math.max(1, literals));
        double texts = Math.max(1, Arrays.stream(text).sum());
        for (int value = 0; value < 256; value++) {
            usual[value] = others * (text[value] / texts);
            drawn[value] = kind == ContextModel.Repeats.KEPT ? bytes * (text[value] / texts) : 0;
        }
        MissingBytes missing = new MissingBytes();
        missing.start(shares(model.chunkCodes(), text), size, drawn);
        for (int i : mostGivenFirst) {
            int value = missing.most();
            missing.take(value, given[i]);
            values[i] = (byte) value;
        }
        for (int value = 0; value < 256; value++) {
            wanted[value] = (int) (missing.count(value) + drawn[value] - usual[value]);
        }
    }

    /**
     * Counts the repeats of a template.
     *
     * @param model model of the literals; if chunks do not have their own byte frequencies, and it has no {@link ContextModel#chunkCodes}, no literal counts as
     *     repeated
     * @param text by byte value, how often it occurs in the text that the other literals are drawn from
     */
    static LiteralRepeats of(ParseTemplate template, ContextModel model, int[] text) {
        return model.repeats() != ContextModel.Repeats.OF_CLASS || model.chunkCodes().length > 0
                ? new LiteralRepeats(template, model, text)
                : alike(template);
    }

    /** Returns those of a template whose literals all count as alike. */
    static LiteralRepeats alike(ParseTemplate template) {
        return new LiteralRepeats(new char[template.steps() + 1], ContextModel.Repeats.OF_CLASS);
    }

    /**
     * Returns how many bytes of the chunk each literal gives, itself included; 0 for bytes that are copied.
     *
     * @param passesOn receives, by step, whether its copy ends with a byte that gives much of the chunk
     */
    private static int[] repeats(ParseTemplate template, boolean[] passesOn) {
        int much = Math.max(LEAST_PASSED_ON, template.size() / PASSED_ON_PART);
        int[] repeats = new int[template.size()];
        Arrays.fill(repeats, 1);
        int end = 0;
        for (int step = 0; step < template.steps(); step++) {
            end += template.run(step) + template.length(step);
        }
        for (int step = template.steps() - 1; step >= 0; step--) {
            int start = end - template.length(step);
            for (int i = end - 1; i >= start; i--) {
                passesOn[step] |= i >= end - LEFT_OUT && repeats[i] >= much;
                repeats[i - template.distance(step)] += repeats[i];
                repeats[i] = 0;
            }
            end = start - template.run(step);
        }
        return repeats;
    }

    /** Returns how often each byte value occurs in a chunk of the class, relative to the others: as in the text if it is not known. */
    private static double[] shares(byte[] codes, int[] text) {
        double[] shares = new double[256];
        for (int value = 0; value < 256; value++) {
            if (codes.length == 0) {
                shares[value] = text[value];
            } else {
                shares[value] = codes[value] < 0 ? 0 : ContextTable.weight(codes[value]);
            }
        }
        return shares;
    }

    /** Sets the repeats of steps that are above a mean, and the flags; returns the bytes that all other literals give. */
    private long weigh(ParseTemplate template, int[] repeats, boolean[] passesOn, int least, double mean) {
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
            int number = 0;
            if (literals > 0 && bytes >= mean * literals) {
                number = Math.min(COPY_KEPT - 1, Math.max(1, bytes / literals));
            } else {
                others += bytes;
            }
            boolean hasFixed = literals < end - at;
            boolean isKept = isByChunk() && (hasFixed || isContinued(template, step));
            boolean isCopyKept = kind == ContextModel.Repeats.KEPT && passesOn[step];
            steps[step] = (char) (number | (hasFixed ? FIXED : 0) | (isKept ? KEPT : 0) | (isCopyKept ? COPY_KEPT : 0));
            at = last ? end : end + template.length(step);
        }
        return others;
    }

    /** Returns whether the next step does nothing but to go on repeating what a step ends with. */
    private static boolean isContinued(ParseTemplate template, int step) {
        int next = step + 1;
        return next < template.steps() && template.run(next) == 0 && template.distance(next) < template.length(next);
    }

    /** Returns whether the literals of a step are like most: neither are they repeated more nor has one of them a fixed value. */
    boolean isUsual(int step) {
        return (steps[step] & ~COPY_KEPT) == 0;
    }

    /** Returns how often the literals of a step are repeated, or 0 if not more than most are. */
    int repeats(int step) {
        return steps[step] & (COPY_KEPT - 1);
    }

    /** Returns whether a step is neither left out nor covered by another, whatever the recipe. */
    boolean isKept(int step) {
        return (steps[step] & KEPT) != 0;
    }

    /** Returns whether the copy of a step is not left out, whatever the recipe. */
    boolean isCopyKept(int step) {
        return (steps[step] & COPY_KEPT) != 0;
    }

    /** Returns how many bytes of a copy are left out at most. */
    int mostLeftOut() {
        return isByChunk() ? LEFT_OUT : Integer.MAX_VALUE;
    }

    /** Returns whether literals with fixed values have them where those of all chunks of the template are the same, too. */
    boolean fixesShared() {
        return isByChunk();
    }

    private boolean isByChunk() {
        return kind != ContextModel.Repeats.OF_CLASS;
    }

    /**
     * Returns the values of the literals that have a fixed one.
     *
     * @param histogram histogram of the chunk; null for a chunk like the class
     * @param missing used for the chunk
     * @param target receives, by byte value, the bytes that literals should give which are repeated more than most
     * @param share share of the literals that are asked for, in 1/256
     */
    byte[] values(@Nullable ByteHistogram histogram, MissingBytes missing, int[] target, int share) {
        if (!isByChunk() || histogram == null) {
            for (int value = 0; value < target.length; value++) {
                target[value] = part(wanted[value], share);
            }
            return values;
        }
        byte[] own = new byte[fixed.length];
        missing.start(histogram, size, drawn);
        for (int i : mostGivenFirst) {
            int value = values[i] & 0xff;
            if (missing.count(value) + KEEPING_PART * drawn[value] < KEEPING_PART * given[i]) {
                value = missing.most();
            }
            missing.take(value, given[i]);
            own[i] = (byte) value;
        }
        for (int value = 0; value < target.length; value++) {
            target[value] = part((int) (missing.count(value) + drawn[value] - usual[value]), share);
        }
        return own;
    }

    private static int part(int bytes, int share) {
        return (int) (((long) bytes * share) >> 8);
    }

    /**
     * Overwrites the literals that have a fixed value.
     *
     * @param values as of {@link #values}
     * @param to position of a run of literals
     * @param start its offset in the template
     */
    void fix(byte[] values, byte[] target, int to, int start, int length) {
        int found = Arrays.binarySearch(fixed, start);
        for (int i = found < 0 ? ~found : found; i < fixed.length && fixed[i] < start + length; i++) {
            target[to + fixed[i] - start] = values[i];
        }
    }
}
