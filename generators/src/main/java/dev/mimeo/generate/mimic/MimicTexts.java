package dev.mimeo.generate.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.random.SplitMix64;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The texts that chunks of a model share, drawn once. Immutable and thread-safe. */
public final class MimicTexts {

    private final MimicModel model;
    private final List<@Nullable TextPool> pools = new ArrayList<>();

    /** Draws the texts: some tenths of a second for 1 MiB. */
    public MimicTexts(MimicModel model) {
        this.model = model;
        for (int i = 0; i < model.classes().size(); i++) {
            ContentClass content = model.classes().get(i);
            ContextModel contexts = content.model();
            pools.add(
                    contexts == null
                            ? null
                            : new TextPool(
                                    contexts,
                                    content.run(),
                                    content.order(),
                                    content.poolBits(),
                                    SplitMix64.derive(0, i)));
        }
    }

    MimicModel model() {
        return model;
    }

    @Nullable TextPool pool(int contentClass) {
        return pools.get(contentClass);
    }
}
