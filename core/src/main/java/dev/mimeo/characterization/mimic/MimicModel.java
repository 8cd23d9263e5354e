package dev.mimeo.characterization.mimic;

import java.io.Serializable;
import java.util.List;

/**
 * Content classes and parse templates that the chunks of a data set share. Immutable and thread-safe.
 *
 * @param classes kinds of content, at most {@value #MAX_CLASSES}, whose texts have {@value #MAX_TEXT_BYTES} bytes together
 *     at most
 * @param templates parses that chunks follow
 */
public record MimicModel(List<ContentClass> classes, List<ParseTemplate> templates) implements Serializable {

    /** Most classes. */
    public static final int MAX_CLASSES = 128;

    /** Most bytes of the texts of all classes. Generators hold up to eight times as much; an eighth of the tables for numbers counts. */
    public static final long MAX_TEXT_BYTES = 32 << 20;

    private static final int FACTOR = 8;

    /** Copies the lists and checks their sizes. */
    public MimicModel {
        classes = List.copyOf(classes);
        templates = List.copyOf(templates);
        if (classes.size() > MAX_CLASSES) {
            throw new IllegalArgumentException(classes.size() + " classes, expected at most " + MAX_CLASSES);
        }
        long text = 0;
        for (ContentClass content : classes) {
            text += content.model() == null ? 0 : 1L << content.poolBits();
            text += content.numbers() == null ? 0 : content.numbers().tableBytes() / FACTOR;
        }
        if (text > MAX_TEXT_BYTES) {
            throw new IllegalArgumentException("texts of " + text + " bytes, expected at most " + MAX_TEXT_BYTES);
        }
    }

    /**
     * Checks that a recipe names a class and a template of this model.
     *
     * @throws IllegalArgumentException if not
     */
    public void check(Recipe recipe) {
        if (recipe.contentClass() >= classes.size() || recipe.template() >= templates.size()) {
            throw new IllegalArgumentException("a recipe of class " + recipe.contentClass() + " of " + classes.size()
                    + " with template " + recipe.template() + " of " + templates.size());
        }
        boolean isOfNumbers = classes.get(recipe.contentClass()).numbers() != null;
        if (isOfNumbers ? recipe.template() >= 0 : recipe.noise() > Recipe.MAX_NOISE) {
            throw new IllegalArgumentException("a recipe of class " + recipe.contentClass() + " with template "
                    + recipe.template() + " and noise " + recipe.noise());
        }
    }

    /**
     * Parameters from which generator {@code mimic} generates one chunk.
     *
     * @param contentClass number of the class whose text it is made of
     * @param template number of the parse that it follows, or -1 for none
     * @param window without a template how much of the class text it uses: 0 all, each 16 more half of it; with one how
     *     frequent its literals are: each {@value #NEUTRAL_WINDOW} more the most frequent of one more that might be there, each
     *     less the rarest; of numbers how many stay as they are: {@value #NEUTRAL_WINDOW} as many as those of the class, and
     *     {@value #ALL_STAY} all; 0 to 255
     * @param rate share of the copies of the template that are left out (below 0) or of the literal runs that are covered by the
     *     copy before them (above 0), in 1/128; without a template the logarithm of the bytes taken from the text at a time
     *     relative to those of the class, in 1/32 octaves; of numbers the same of their changes; -127 to 127
     * @param noise without a template the share of the chunk, at its end, that is random bytes, in 1/255; with one the share of what the
     *     chunk does not copy from others that repeats what it copies, in 1/256; 0 to 255; of numbers where the first one is among those
     *     of the class in their order, 0 to {@value #MAX_START}
     */
    public record Recipe(int contentClass, int template, int window, int rate, int noise) implements Serializable {

        /** Window of a recipe with a template whose literals are as frequent as those of the class. */
        public static final int NEUTRAL_WINDOW = 64;

        /** Window of a recipe of numbers all of which stay as they are. */
        public static final int ALL_STAY = 160;

        private static final int MAX_NOISE = 255;

        /** Noise of a chunk of numbers that begins with the greatest one of its class. */
        public static final int MAX_START = 0xffff;

        /** Checks the ranges. */
        public Recipe {
            if (contentClass < 0
                    || template < -1
                    || window < 0
                    || window > 255
                    || rate < -127
                    || rate > 127
                    || noise < 0
                    || noise > MAX_START) {
                throw new IllegalArgumentException("recipe out of range: class " + contentClass + ", template "
                        + template + ", window " + window + ", rate " + rate + ", noise " + noise);
            }
        }

        /** Returns the share of what a chunk does not copy from others that repeats what it copies, in 1/256. */
        public int echo() {
            return template < 0 ? 0 : noise;
        }

        /** Returns this recipe with another share of random or repeated bytes. */
        public Recipe with(int otherNoise) {
            return new Recipe(contentClass, template, window, rate, otherNoise);
        }
    }
}
