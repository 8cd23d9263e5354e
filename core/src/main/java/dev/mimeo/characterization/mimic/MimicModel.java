package dev.mimeo.characterization.mimic;

import java.util.List;

/**
 * What the chunks of a data set have in common. Immutable and thread-safe.
 *
 * @param classes kinds of content
 * @param templates parses that chunks follow
 */
public record MimicModel(List<ContentClass> classes, List<ParseTemplate> templates) {

    /** Copies the lists. */
    public MimicModel {
        classes = List.copyOf(classes);
        templates = List.copyOf(templates);
    }
}
