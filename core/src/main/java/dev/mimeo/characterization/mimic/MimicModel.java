package dev.mimeo.characterization.mimic;

import java.util.List;

/**
 * What the chunks of a data set have in common. Immutable and thread-safe.
 *
 * @param classes kinds of content, at most {@value #MAX_CLASSES}
 * @param templates parses that chunks follow
 */
public record MimicModel(List<ContentClass> classes, List<ParseTemplate> templates) {

    /** Most classes. */
    public static final int MAX_CLASSES = 128;

    /** Copies the lists and checks their sizes. */
    public MimicModel {
        classes = List.copyOf(classes);
        templates = List.copyOf(templates);
        if (classes.size() > MAX_CLASSES) {
            throw new IllegalArgumentException(classes.size() + " classes where at most " + MAX_CLASSES + " may be");
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
