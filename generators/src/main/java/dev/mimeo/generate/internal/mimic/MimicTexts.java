package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The texts that chunks of a model share, drawn once. Thread-safe; what it hands out never changes. */
public final class MimicTexts implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Bytes of the texts that chunks of a template share, of all templates together. */
    private static final long MAX_COMMON_BYTES = 64 << 20;

    private final MimicModel model;
    private final List<@Nullable TextPool> pools;

    /** By class: text that its chunks have in common with those of similar classes; null where it has no text. */
    private final List<@Nullable CommonText> common;

    /** By template, once it was prepared. */
    private final AtomicReferenceArray<@Nullable PreparedTemplate> prepared;

    /** Number of templates, from the first on, that may have a common text. */
    private final int commonTemplates;

    /** A template with what its chunks of one class have in common. */
    static final class PreparedTemplate {
        final int contentClass;
        final ParseTemplate parse;
        final LiteralRepeats repeats;

        /** Text that the chunks may share, as {@link TemplateReplay#common} makes it, or empty. */
        final byte[] common;

        PreparedTemplate(int contentClass, ParseTemplate parse, LiteralRepeats repeats, byte[] common) {
            this.contentClass = contentClass;
            this.parse = parse;
            this.repeats = repeats;
            this.common = common;
        }
    }

    /** Draws the texts: some tenths of a second for 1 MiB. */
    public MimicTexts(MimicModel model) {
        this(model, List.of());
    }

    /**
     * Draws the texts, but takes those of other models that are the same.
     *
     * @param known texts of models, of which classes with the same context model, that very object, may have the same text
     */
    public MimicTexts(MimicModel model, List<MimicTexts> known) {
        this(model, pools(model, known), null);
    }

    private MimicTexts(MimicModel model, List<@Nullable TextPool> pools, @Nullable List<@Nullable CommonText> common) {
        this.model = model;
        this.pools = pools;
        this.prepared = new AtomicReferenceArray<>(model.templates().size());
        this.common = common == null ? CommonTexts.of(model, pools) : common;
        long bytes = 0;
        int templates = 0;
        while (templates < model.templates().size()
                && bytes + model.templates().get(templates).size() <= MAX_COMMON_BYTES) {
            bytes += model.templates().get(templates++).size();
        }
        this.commonTemplates = templates;
    }

    /**
     * Returns the texts of a changed model, whose chunks have the same text in common as those of this one: what is the same in both is not
     * drawn again.
     */
    public MimicTexts with(MimicModel changed) {
        return new MimicTexts(changed, pools(changed, List.of(this)), common);
    }

    /** Returns these texts of a model of one class, whose chunks have a text in common with those of others. */
    public MimicTexts withCommon(CommonText ofOthers) {
        return new MimicTexts(model, pools, List.of(ofOthers));
    }

    /** The serialized form: what was prepared can be prepared again. */
    private record Form(MimicModel model, List<@Nullable TextPool> pools, List<@Nullable CommonText> common)
            implements Serializable {
        private Object readResolve() {
            return new MimicTexts(model, pools, common);
        }
    }

    private Object writeReplace() {
        return new Form(model, pools, common);
    }

    private static List<@Nullable TextPool> pools(MimicModel model, List<MimicTexts> known) {
        List<@Nullable TextPool> pools = new ArrayList<>();
        for (ContentClass content : model.classes()) {
            ContextModel contexts = content.model();
            pools.add(contexts == null ? null : pool(known, content, contexts));
        }
        return pools;
    }

    private static TextPool pool(List<MimicTexts> known, ContentClass content, ContextModel contexts) {
        for (MimicTexts texts : known) {
            List<ContentClass> classes = texts.model.classes();
            for (int i = 0; i < classes.size(); i++) {
                ContentClass its = classes.get(i);
                TextPool pool = texts.pools.get(i);
                if (pool != null
                        && its.model() == contexts
                        && its.run() == content.run()
                        && its.poolBits() == content.poolBits()) {
                    return its.textOrder() == content.textOrder()
                            ? pool
                            : new TextPool(pool.text, content.textOrder(), content.run());
                }
            }
        }
        // The same seed for all, so that the text does not depend on what else is in a model.
        return new TextPool(
                TextPool.draw(contexts, content.run(), content.poolBits(), 0), content.textOrder(), content.run());
    }

    /** Returns whether a recipe is that of a chunk that generator {@code motif} makes. */
    public boolean isMotif(MimicModel.Recipe recipe) {
        return recipe.template() < 0
                && model.classes().get(recipe.contentClass()).isMotif();
    }

    /** Returns whether chunks of a recipe have the text of a model, not bytes drawn from their histograms. */
    public boolean hasText(MimicModel.Recipe recipe) {
        return pool(recipe.contentClass()) != null;
    }

    MimicModel model() {
        return model;
    }

    @Nullable TextPool pool(int contentClass) {
        return pools.get(contentClass);
    }

    /** Returns the text that chunks of a class may have in common with those of similar classes, null where it has no text. */
    public @Nullable CommonText commonText(int contentClass) {
        return common.get(contentClass);
    }

    /** Returns the text that chunks of a class which has one may have in common with others. */
    CommonText common(int contentClass) {
        return Objects.requireNonNull(common.get(contentClass));
    }

    /**
     * Returns whether chunks of a template may have a text in common: usual models have room for those of all
     * templates.
     */
    boolean hasCommon(int template) {
        return template < commonTemplates;
    }

    /** Returns what was kept of a template, or null. */
    @Nullable PreparedTemplate prepared(int template) {
        return prepared.get(template);
    }

    void keep(int template, PreparedTemplate made) {
        prepared.set(template, made);
    }
}
