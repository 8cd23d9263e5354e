package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.generate.internal.mimic.MimicTexts;
import java.util.List;

/**
 * Model and recipes fitted to some chunks. Immutable and thread-safe.
 *
 * @param recipes by chunk
 * @param texts of the model, which take too long to be drawn again
 */
record Fitted(MimicModel model, List<MimicModel.Recipe> recipes, MimicTexts texts) {

    Fitted {
        recipes = List.copyOf(recipes);
    }
}
