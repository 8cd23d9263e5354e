package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.generate.internal.mimic.CommonText;
import dev.mimeo.generate.internal.mimic.MimicTexts;
import java.io.Serializable;
import java.util.List;

/**
 * Model and recipes fitted to some chunks. Immutable and thread-safe.
 *
 * @param recipes by chunk
 * @param texts texts of the model, which take too long to be drawn again
 */
record Fitted(MimicModel model, List<MimicModel.Recipe> recipes, MimicTexts texts) implements Serializable {

    Fitted {
        recipes = List.copyOf(recipes);
    }

    /** Returns the same, but with another text that chunks of all classes may have in common. */
    Fitted withCommon(CommonText ofAll) {
        return new Fitted(model, recipes, texts.withCommon(ofAll));
    }

    /**
     * Returns the same, but all classes have another share of the text that chunks of all classes may have in common.
     *
     * @param common 0 to 256, in 1/256
     */
    Fitted withCommon(int common) {
        MimicModel changed = new MimicModel(
                model.classes().stream()
                        .map(content -> content.withCommon(common))
                        .toList(),
                model.templates());
        return new Fitted(changed, recipes, texts.with(changed));
    }
}
