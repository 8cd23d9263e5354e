package dev.mimeo.characterization.mimic;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Chunks of the same kind of content.
 *
 * @param model source of their text; null if literals are drawn from the byte histogram of each chunk
 * @param run bytes that are drawn from the model in a row: 0 for one text without end, else the model is one of literals after
 *     what they may follow, and runs of that many literals are drawn, each after a context of its own; 0 to 64; where there is no
 *     model, anything but 0 says that chunks without a template are what generator {@code motif} makes of them
 * @param order bytes before a position that decide where in the text it may continue, 1 to 4; of a text that repeats itself all 4 do, and
 *     this is the number of those that decide where in the chunk it may, see {@link #farthestRecent}
 * @param poolBits logarithm of the bytes of text that all its chunks share, 12 to 20
 * @param stride bytes taken from the text at a time, on average, 2 to 64
 * @param recent share of the pieces that continue the last place in the chunk with the same context, if there is one, rather
 *     than a place in the text, in 1/256; 0 to 255
 * @param reach share of the text that all chunks together use, in 1/256; 1 to 256
 * @param near for one text without end, how near to each other in it the places are that neighbouring chunks use: 0 for anywhere,
 *     256 for the same; of literals, what chunks have in common with those of all classes: see {@link #common()} and {@link #tail()};
 *     0 to 256, or 512
 * @param shared for literals, the share of those of a template that all its chunks have in common, in 1/256; for one text
 *     without end, what chunks have in common with those of all classes; 0 to 256, or 512
 * @param numbers what chunks that are arrays of numbers are drawn from; null where they are not, and else there is no other model
 */
public record ContentClass(
        @Nullable ContextModel model,
        int run,
        int order,
        int poolBits,
        int stride,
        int recent,
        int reach,
        int near,
        int shared,
        @Nullable NumberModel numbers)
        implements Serializable {

    /** Largest {@link #tail()}. */
    public static final int MOST_TAIL = 128;

    private static final int ALL = 256;

    /** Chunks whose literals are drawn from the byte histogram of each. */
    public static final ContentClass PLAIN = new ContentClass(null, 0, 1, 12, 8, 0, ALL, 0, 0, null);

    /** Chunks that generator {@code motif} makes. */
    public static final ContentClass MOTIF = new ContentClass(null, 1, 1, 12, 2, 0, ALL, 0, 0, null);

    /** Checks the ranges. */
    public ContentClass {
        if (run < 0
                || run > 64
                || order < 1
                || order > 4
                || poolBits < 12
                || poolBits > 20
                || stride < 2
                || stride > 64
                || recent < 0
                || recent > 255
                || reach < 1
                || reach > 256
                || near < 0
                || near > (run == 0 ? ALL : ALL + 2 * MOST_TAIL)
                || shared < 0
                || shared > (run == 0 ? ALL + 2 * MOST_TAIL : ALL)) {
            throw new IllegalArgumentException(
                    "class out of range: runs of " + run + ", order " + order + ", text of 2^"
                            + poolBits + " bytes, stride " + stride + ", recent " + recent + ", reach " + reach
                            + ", near " + near
                            + ", shared " + shared);
        }
        if (numbers != null && (model != null || run != 0)) {
            throw new IllegalArgumentException("a class of numbers has another model as well");
        }
    }

    /** Returns a class of chunks that are arrays of numbers. */
    public static ContentClass ofNumbers(NumberModel numbers) {
        return new ContentClass(null, 0, 1, 12, 8, 0, ALL, 0, 0, numbers);
    }

    /** Returns a class of chunks from one text without end, all of which they use, with nothing in common but that; parameters as above. */
    public static ContentClass ofText(ContextModel model, int order, int poolBits, int stride) {
        return new ContentClass(model, 0, order, poolBits, stride, 0, ALL, 0, 0, null);
    }

    /** Returns a class of chunks whose literals are from a model, with nothing in common but that; parameters as above. */
    public static ContentClass ofLiterals(ContextModel model, int run, int order, int poolBits, int stride) {
        return new ContentClass(model, run, order, poolBits, stride, 0, ALL, 0, 0, null);
    }

    /** Returns this class with other shares of what its chunks have in common. */
    public ContentClass with(int otherReach, int otherNear, int otherShared) {
        return new ContentClass(
                model, run, order, poolBits, stride, recent, otherReach, otherNear, otherShared, numbers);
    }

    /** Returns whether chunks are drawn from a model of any kind, not from the byte histogram of each or by generator {@code motif}. */
    public boolean hasModel() {
        return model != null || numbers != null;
    }

    /** Returns whether chunks are drawn from one endless text, not from literals or without a model. */
    public boolean isText() {
        return model != null && run == 0;
    }

    /**
     * Returns whether its text repeats itself, see {@link Reuse}. Chunks then continue in it only at positions whose contexts are the same,
     * not at others with the same hash.
     */
    public boolean isReusing() {
        return model != null && model.reuse() != null;
    }

    /** Returns how many bytes before a position decide where in the text it may continue. */
    public int textOrder() {
        return isReusing() ? ContextModel.MAX_ORDER : order;
    }

    /**
     * Returns how far back a chunk may continue a place in itself, bytes: 2,048 after contexts of two bytes, 4,096 after those of three, and
     * anywhere after those of the text. Real texts repeat most of what is near, where codecs with small windows find it, and blocks of a few
     * kilobytes have it.
     */
    public int farthestRecent() {
        return order < textOrder() ? 512 << order : Integer.MAX_VALUE;
    }

    /** Returns whether its chunks end runs of a short period where the text does, see {@link Reuse#endsRuns}. */
    public boolean endsRuns() {
        return model != null && model.reuse() != null && model.reuse().endsRuns();
    }

    /** Returns whether generator {@code motif} generates the chunks that have no template. */
    public boolean isMotif() {
        return model == null && run > 0;
    }

    /**
     * Returns the share of its chunks that is text in common with chunks of all classes, spread over a chunk, in 1/256; 0 to 256. Only
     * models of earlier versions have any.
     */
    public int common() {
        return inCommon() > ALL ? 0 : inCommon();
    }

    /**
     * Returns the share of its chunks that is text in common with the chunks next to them, of similar classes, in 1/256; 0 to
     * {@value #MOST_TAIL}. It is at the end of a chunk.
     */
    public int tail() {
        int tail = Math.max(0, inCommon() - ALL);
        return tail > MOST_TAIL ? tail - MOST_TAIL : tail;
    }

    /**
     * Returns whether {@link #tail()} is a template replayed with literals of its own, so that it repeats itself as chunks do which have much
     * less than their bytes to tell; else it is text that does not.
     */
    public boolean isTailReplayed() {
        return inCommon() > ALL + MOST_TAIL;
    }

    private int inCommon() {
        return run == 0 ? shared : near;
    }

    /**
     * Returns this class with another share of text in common with the chunks next to a chunk, and none spread over it.
     *
     * @param otherTail 0 to {@value #MOST_TAIL}, in 1/256
     * @param replayed whether it is a replayed template, which makes no difference if it is 0
     * @throws IllegalArgumentException if it is another number
     */
    public ContentClass withTail(int otherTail, boolean replayed) {
        if (otherTail < 0 || otherTail > MOST_TAIL) {
            throw new IllegalArgumentException("a tail of " + otherTail + "/256 of a chunk, not 0 to " + MOST_TAIL);
        }
        int inCommon = otherTail == 0 ? 0 : ALL + otherTail + (replayed ? MOST_TAIL : 0);
        return run == 0 ? with(reach, near, inCommon) : with(reach, inCommon, shared);
    }

    /** Returns this class with another share of pieces that continue places in the chunk itself. */
    public ContentClass withRecent(int otherRecent) {
        return new ContentClass(model, run, order, poolBits, stride, otherRecent, reach, near, shared, numbers);
    }
}
