package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
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

    /** Returns the same with other shares of what chunks have in common. */
    Fitted with(List<ContentClass> classes) {
        MimicModel changed = new MimicModel(classes, model.templates());
        return new Fitted(changed, recipes, texts.with(changed));
    }

    /**
     * Returns a class with another share of what its chunks have in common.
     *
     * @param content the only class of the model, changed
     * @param common text that all classes have in common
     */
    Fitted with(ContentClass content, CommonText common) {
        return new Fitted(model, recipes, texts.withCommon(common)).with(List.of(content));
    }
}
