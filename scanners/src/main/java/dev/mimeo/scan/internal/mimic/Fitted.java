package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.Recipe;
import java.util.List;

/**
 * Model and recipes fitted to some chunks. Immutable and thread-safe.
 *
 * @param recipes by chunk
 */
record Fitted(MimicModel model, List<Recipe> recipes) {

    Fitted {
        recipes = List.copyOf(recipes);
    }
}
