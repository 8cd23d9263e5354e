package dev.mimeo.characterization.mimic;

import org.jspecify.annotations.Nullable;

/**
 * Chunks of the same kind of content.
 *
 * @param model what their text is drawn from; null if literals are drawn from the byte histogram of each chunk
 * @param run bytes that are drawn from the model in a row: 0 for one text without end, else the model is one of literals after
 *     what they may follow, and runs of so many literals are drawn, each after a context of its own; 0 to 64
 * @param order bytes before a position that decide where in the text it may continue, 1 to 4
 * @param poolBits logarithm of the bytes of text that all its chunks share, 12 to 20
 * @param stride bytes taken from the text at a time, in the mean, 2 to 64
 * @param recent share of the pieces that continue the last place in the chunk with the same context, if there is one, rather
 *     than a place in the text, in 1/256; 0 to 255
 * @param near share of the literal runs of a template that neighbouring chunks have in common, in 1/256; without a
 *     template, where it is not 0, neighbouring chunks use the same part of the text
 * @param far share of the literal runs of a template that all its chunks have in common, in 1/256
 */
public record ContentClass(
        @Nullable ContextModel model, int run, int order, int poolBits, int stride, int recent, int near, int far) {

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
                || near < 0
                || far < 0
                || near + far > 256) {
            throw new IllegalArgumentException(
                    "class out of range: runs of " + run + ", order " + order + ", text of 2^" + poolBits
                            + " bytes, stride " + stride + ", shares " + recent + ", " + near + " and " + far);
        }
    }
}
