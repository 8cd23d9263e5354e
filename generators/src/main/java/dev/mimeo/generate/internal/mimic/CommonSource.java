package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.mimic.MimicModel;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The texts that chunks of the classes of a model have in common with others, chosen when the first chunk has any: {@link CommonTexts} needs
 * the texts of all classes. Thread-safe.
 */
final class CommonSource implements Serializable {

    private static final long serialVersionUID = 1L;

    private final MimicModel model;
    private final List<@Nullable ClassText> texts;

    private volatile @Nullable List<@Nullable CommonText> chosen;

    /** @param texts by class, null where a class has none */
    CommonSource(MimicModel model, List<@Nullable ClassText> texts) {
        this.model = model;
        this.texts = texts;
    }

    /** Makes a source of texts that were chosen elsewhere. */
    CommonSource(MimicModel model, List<@Nullable ClassText> texts, List<@Nullable CommonText> chosen) {
        this(model, texts);
        this.chosen = chosen;
    }

    /** Returns the texts by class, null where a class has no text. */
    List<@Nullable CommonText> get() {
        List<@Nullable CommonText> known = chosen;
        if (known != null) {
            return known;
        }
        // Before the lock, so that all threads that wait for the choice draw.
        for (ClassText text : texts) {
            if (text != null) {
                text.drawUnclaimed();
            }
        }
        return choose();
    }

    private synchronized List<@Nullable CommonText> choose() {
        List<@Nullable CommonText> known = chosen;
        if (known == null) {
            List<@Nullable TextPool> pools = new ArrayList<>();
            for (ClassText text : texts) {
                pools.add(text == null ? null : text.get());
            }
            known = CommonTexts.of(model, pools);
            chosen = known;
        }
        return known;
    }
}
