package dev.mimeo.characterization.mimic;

import java.util.List;

/**
 * Content classes and parse templates that the chunks of a data set share. Immutable and thread-safe.
 *
 * @param classes kinds of content, at most {@value #MAX_CLASSES}, whose texts have {@value #MAX_TEXT_BYTES} bytes together
 *     at most
 * @param templates parses that chunks follow
 */
public record MimicModel(List<ContentClass> classes, List<ParseTemplate> templates) {

    /** Most classes. */
    public static final int MAX_CLASSES = 128;

    /** Most bytes of the texts of all classes. Generators hold up to six times as much. */
    public static final long MAX_TEXT_BYTES = 32 << 20;

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
    }
}
