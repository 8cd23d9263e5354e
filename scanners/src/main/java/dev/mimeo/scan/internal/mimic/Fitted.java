package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.MimicModel;
import java.util.List;

/**
 * Model and recipes fitted to some chunks. Immutable and thread-safe.
 *
 * @param recipes by chunk
 */
record Fitted(MimicModel model, List<MimicModel.Recipe> recipes) {

    Fitted {
        recipes = List.copyOf(recipes);
    }
}
