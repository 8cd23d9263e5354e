package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.MimicModel;

/**
 * The share of a chunk that is random bytes, changed until zlib saves as much of the text beside them as of the original. Blocks that are random in
 * part, such as those of archives and images, are counted as text, and are found in the text of their class: it compresses too little.
 */
final class NoiseShare {

    /** All of a chunk, as {@link MimicModel.Recipe#noise} counts it. */
    private static final int ALL = 255;

    /** Part of the text that is saved at least, if it is to say how much text is needed. */
    private static final double LEAST_SAVED = 1 / 16.0;

    /** Bytes of text for each byte that is to be saved, where less is. */
    private static final int TEXT_OF_SAVED = 8;

    /** Factors by which the text changes at most at a time. */
    private static final double LEAST_CHANGE = 0.5;

    private static final double MOST_CHANGE = 3;

    /** Bytes to which it may grow whatever it was. */
    private static final int SMALL_TEXT = 1536;

    private NoiseShare() {}

    /**
     * Returns a recipe with another share, by the secant from a chunk that is all random.
     *
     * @param recipe returned as it is if the chunk has a template or nothing random
     * @param length bytes of the chunk
     * @param size bytes that zlib leaves with the recipe
     * @param wanted bytes that it leaves of the original
     */
    static MimicModel.Recipe changed(MimicModel.Recipe recipe, int length, double size, double wanted) {
        if (recipe.template() >= 0 || recipe.noise() == 0) {
            return recipe;
        }
        double text = (double) length * (ALL - recipe.noise()) / ALL;
        double saved = length - size;
        double needed =
                saved <= LEAST_SAVED * text ? TEXT_OF_SAVED * (length - wanted) : text * (length - wanted) / saved;
        double most = Math.max(SMALL_TEXT, MOST_CHANGE * text);
        double share = Math.max(LEAST_CHANGE * text, Math.min(most, needed)) / length;
        int noise = (int) StrictMath.round(ALL * Math.max(0, 1 - share));
        return new MimicModel.Recipe(recipe.contentClass(), recipe.template(), recipe.window(), recipe.rate(), noise);
    }
}
