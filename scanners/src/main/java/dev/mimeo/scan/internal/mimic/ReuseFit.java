package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.Reuse;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds how much, and how far back, the text of a model must repeat itself so that codecs with small and large windows compress it as
 * well as the original. Counts tell after which bytes a text goes on as before. They do not see all that bounds what is new in the
 * original, so the probability of something new is scaled. For one thread.
 */
final class ReuseFit {

    /** Codec with a large window, which finds short repeats of long ago, and one that compresses pieces. */
    private static final List<String> CODECS = List.of("zstd:9", "zstd:1");

    private static final int PIECE = 1 << 15;

    /** Logarithm of the scale of what is new, and share of near positions. */
    private static final double[] PROBES = {-0.25, 96};

    private static final double[] LEAST = {-1.6, 0};
    private static final double[] MOST = {1.6, 256};
    private static final double[] START = {0, 64};

    /** So much is new that nothing is reused. */
    private static final double[] NO_REUSE = {20, 0};

    private static final double GOOD = 2e-4;

    /** Deviation of a piece without reuse from which on a whole text without it is not good. */
    private static final double NEARLY = 0.15;

    /** Bytes of the text that are searched for runs of the original, at most. */
    private static final int CHECKED = 1 << 19;

    /** Bytes of the text that tell whether it has far too many of these runs. */
    private static final int FIRST_CHECKED = 1 << 17;

    /** Shares of new bytes that depend on one byte alone: the least that is tried after none, and the greatest. */
    private static final int FEW_SURPRISES = 8;

    private static final int MOST_SURPRISES = 256;

    /** Texts with nearly as many surprises that are tried if those with the most are not within the bound. */
    private static final int OTHER_TEXTS = 16;

    private static final int LEAD = Long.BYTES;

    private final ContextModel model;
    private final byte[] data;
    private final int length;
    private final Effort effort;
    private final byte[] text;

    /** Counts of the data for the share of near positions that was asked for last. */
    private @Nullable Reuse counted;

    /**
     * @param data original bytes, of which as many of each text are compared
     */
    private ReuseFit(ContextModel model, byte[] data, int length, Effort effort) {
        this.model = model;
        this.data = data;
        this.length = length;
        this.effort = effort;
        this.text = new byte[LEAD + length];
    }

    /**
     * Returns a model with texts that repeat themselves, and no more of the original than is allowed.
     *
     * @param data original bytes, of which as many of each text are compared
     * @param bound bound of what a text may repeat of the original
     * @param textBytes bytes of the text
     * @param effort how many numbers are fitted, and how often they are corrected
     */
    static ContextModel fit(
            ContextModel model, byte[] data, int length, RepetitionBound bound, int textBytes, Effort effort) {
        ReuseFit fit = new ReuseFit(model, data, length, effort);
        int checked = Math.min(textBytes, CHECKED);
        ContextModel fitted = fit.fit(0);
        int surprises = fit.surprises(fitted, 0, bound, checked);
        if (surprises > 0 && effort != Effort.FAST) {
            // Text with surprises must repeat itself more, and so may repeat more of the original.
            fitted = fit.fit(surprises);
            surprises = fit.surprises(fitted, surprises, bound, checked);
        }
        return withSurprises(fitted, surprises);
    }

    /**
     * Returns the least share of surprises, of at least some, with which a text is within a bound. If there is none, as where all
     * strings are equally likely, returns the one of some whose text comes nearest.
     */
    private int surprises(ContextModel reusing, int least, RepetitionBound bound, int textBytes) {
        byte[] start = new byte[LEAD + textBytes];
        int best = least;
        double fewest = Double.MAX_VALUE;
        int others = OTHER_TEXTS;
        for (int surprises = least; fewest > 0 && others > 0; ) {
            double excess = excess(withSurprises(reusing, surprises), bound, start, Math.min(FIRST_CHECKED, textBytes));
            if (!bound.isFarBelow(excess) && textBytes > FIRST_CHECKED) {
                excess = excess(withSurprises(reusing, surprises), bound, start, textBytes);
            }
            if (excess < fewest) {
                fewest = excess;
                best = surprises;
            }
            others -= others < OTHER_TEXTS || surprises == MOST_SURPRISES ? 1 : 0;
            if (surprises >= MOST_SURPRISES - OTHER_TEXTS && bound.isFarBelow(excess)) {
                break;
            }
            surprises = others < OTHER_TEXTS ? surprises - 1 : Math.min(MOST_SURPRISES, 3 * surprises + FEW_SURPRISES);
        }
        return best;
    }

    private static double excess(ContextModel reusing, RepetitionBound bound, byte[] text, int length) {
        reusing.draw(0, text, LEAD, length);
        return bound.excess(text, LEAD, length);
    }

    private static ContextModel withSurprises(ContextModel reusing, int surprises) {
        return reusing.with(Objects.requireNonNull(reusing.reuse()).withSurprises(surprises));
    }

    private ContextModel fit(int surprises) {
        try (CodecSizes codecs = new CodecSizes(CODECS)) {
            double far = log(codecs.size(0, data, 0, length));
            double near = log(pieces(codecs, data, 0));
            Function<double[], double[]> residuals = numbers -> {
                reusing(numbers, surprises).draw(0, text, LEAD, length);
                return new double[] {
                    log(codecs.size(0, text, LEAD, length)) - far, log(pieces(codecs, text, LEAD)) - near
                };
            };
            if (mayDoWithout(codecs)) {
                double[] none = residuals.apply(NO_REUSE);
                if (none[0] * none[0] + none[1] * none[1] <= GOOD) {
                    return reusing(NO_REUSE, surprises);
                }
            }
            int fitted = effort.reuseNumbers();
            LeastSquares search = new LeastSquares(residuals, Arrays.copyOf(PROBES, fitted), LEAST, MOST);
            double[] start = Arrays.copyOf(START, fitted);
            return reusing(search.minimize(start, GOOD, effort.reuseTrials()), surprises);
        }
    }

    /** Returns whether the first bytes of a text without reuse, which takes longest to draw, are nearly as large as the original's. */
    private boolean mayDoWithout(CodecSizes codecs) {
        int part = Math.min(length, PIECE);
        // With the share of near positions that is counted next anyway.
        reusing(new double[] {NO_REUSE[0], START[1]}, 0).draw(0, text, LEAD, part);
        return Math.abs(log(codecs.size(1, text, LEAD, part)) - log(codecs.size(1, data, 0, part))) <= NEARLY;
    }

    private ContextModel reusing(double[] numbers, int surprises) {
        int near = (int) StrictMath.round(numbers.length > 1 ? numbers[1] : START[1]);
        if (counted == null || counted.near() != near) {
            counted = Reuse.of(data, 0, length, near);
        }
        return model.with(counted.scaled(StrictMath.exp(numbers[0])).withSurprises(surprises));
    }

    private int pieces(CodecSizes codecs, byte[] bytes, int offset) {
        int sum = 0;
        for (int at = 0; at < length; at += PIECE) {
            sum += codecs.size(1, bytes, offset + at, Math.min(PIECE, length - at));
        }
        return sum;
    }

    private static double log(int size) {
        return StrictMath.log(Math.max(1, size));
    }
}
