package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.NumberModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The texts that chunks of a model share, each drawn once, when it is first needed. Thread-safe; what it hands out never changes. */
public final class MimicTexts implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Bytes of the texts that chunks of a template share, of all templates together. */
    private static final long MAX_COMMON_BYTES = 64 << 20;

    /** Bytes of the chunks of templates that are kept for more than one class. */
    private static final long MAX_FURTHER_BYTES = 64 << 20;

    private final MimicModel model;

    /** By class, null where it has no text. */
    private final List<@Nullable ClassText> texts;

    /** By class, null where it is not one of numbers. */
    private final List<@Nullable NumberDraw> numbers;

    private final CommonSource common;

    /** By template: what was prepared of it for classes, the last one first. */
    private final AtomicReferenceArray<@Nullable PreparedTemplate> prepared;

    /** Bytes of the chunks of templates that were kept for further classes. */
    private final AtomicLong furtherBytes = new AtomicLong();

    /** Number of templates, from the first on, that may have a common text. */
    private final int commonTemplates;

    /** A template with what its chunks of one class have in common. */
    static final class PreparedTemplate {
        final int contentClass;
        final ParseTemplate parse;
        final LiteralRepeats repeats;

        /** Text that the chunks may share, as {@link TemplateReplay#common} makes it, or empty. */
        final byte[] common;

        /** The same template for another class. */
        private final @Nullable PreparedTemplate next;

        PreparedTemplate(int contentClass, ParseTemplate parse, LiteralRepeats repeats, byte[] common) {
            this(contentClass, parse, repeats, common, null);
        }

        private PreparedTemplate(
                int contentClass,
                ParseTemplate parse,
                LiteralRepeats repeats,
                byte[] common,
                @Nullable PreparedTemplate next) {
            this.contentClass = contentClass;
            this.parse = parse;
            this.repeats = repeats;
            this.common = common;
            this.next = next;
        }

        private PreparedTemplate before(PreparedTemplate other) {
            return new PreparedTemplate(contentClass, parse, repeats, common, other);
        }
    }

    /** Makes texts that are not drawn yet. All together take some tenths of a second. */
    public MimicTexts(MimicModel model) {
        this(model, List.of());
    }

    /**
     * Makes texts that are not drawn yet, but takes those of other models that are the same.
     *
     * @param known texts of models, of which classes with the same context model, that very object, may have the same text
     */
    public MimicTexts(MimicModel model, List<MimicTexts> known) {
        this(model, texts(model, known), numbers(model, known), null);
    }

    private MimicTexts(
            MimicModel model,
            List<@Nullable ClassText> texts,
            List<@Nullable NumberDraw> numbers,
            @Nullable CommonSource common) {
        this.model = model;
        this.texts = texts;
        this.numbers = numbers;
        this.prepared = new AtomicReferenceArray<>(model.templates().size());
        this.common = common == null ? new CommonSource(model, texts) : common;
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
        return new MimicTexts(changed, texts(changed, List.of(this)), numbers(changed, List.of(this)), common);
    }

    /** Returns these texts of a model of one class, whose chunks have a text in common with those of others. */
    public MimicTexts withCommon(CommonText ofOthers) {
        return new MimicTexts(model, texts, numbers, new CommonSource(model, texts, List.of(ofOthers)));
    }

    /** The serialized form: what was prepared can be prepared again. */
    private record Form(MimicModel model, List<@Nullable ClassText> texts, CommonSource common)
            implements Serializable {
        private Object readResolve() {
            return new MimicTexts(model, texts, numbers(model, List.of()), common);
        }
    }

    private Object writeReplace() {
        return new Form(model, texts, common);
    }

    private static List<@Nullable ClassText> texts(MimicModel model, List<MimicTexts> known) {
        List<@Nullable ClassText> texts = new ArrayList<>();
        for (ContentClass content : model.classes()) {
            ContextModel contexts = content.model();
            texts.add(contexts == null ? null : text(known, content, contexts));
        }
        return texts;
    }

    private static List<@Nullable NumberDraw> numbers(MimicModel model, List<MimicTexts> known) {
        List<@Nullable NumberDraw> numbers = new ArrayList<>();
        for (ContentClass content : model.classes()) {
            NumberModel its = content.numbers();
            numbers.add(its == null ? null : numbers(known, its));
        }
        return numbers;
    }

    private static NumberDraw numbers(List<MimicTexts> known, NumberModel its) {
        for (MimicTexts texts : known) {
            for (NumberDraw draw : texts.numbers) {
                if (draw != null && draw.isOf(its)) {
                    return draw;
                }
            }
        }
        return new NumberDraw(its);
    }

    private static ClassText text(List<MimicTexts> known, ContentClass content, ContextModel contexts) {
        for (MimicTexts its : known) {
            for (ClassText text : its.texts) {
                ClassText same = text == null ? null : text.as(contexts, content);
                if (same != null) {
                    return same;
                }
            }
        }
        return ClassText.of(contexts, content);
    }

    /** Draws all texts that are not drawn yet, so that no chunk has to wait. */
    public void drawAll() {
        for (ClassText text : texts) {
            if (text != null) {
                text.drawUnclaimed();
            }
        }
        common.get();
    }

    /** Returns whether a recipe is that of a chunk that generator {@code motif} makes. */
    public boolean isMotif(MimicModel.Recipe recipe) {
        return recipe.template() < 0
                && model.classes().get(recipe.contentClass()).isMotif();
    }

    /** Returns whether chunks of a recipe are drawn from a model, not from their histograms. */
    public boolean hasModel(MimicModel.Recipe recipe) {
        return model.classes().get(recipe.contentClass()).hasModel();
    }

    /** Returns what draws the chunks of a class of numbers, null where it is another one. */
    public @Nullable NumberDraw numbers(int contentClass) {
        return numbers.get(contentClass);
    }

    MimicModel model() {
        return model;
    }

    /** Returns the text of a class, null if it has none. */
    @Nullable TextPool pool(int contentClass) {
        ClassText text = texts.get(contentClass);
        return text == null ? null : text.get(texts);
    }

    /** Returns the text that chunks of a class may have in common with those of similar classes, null where it has no text. */
    public @Nullable CommonText commonText(int contentClass) {
        return common.get().get(contentClass);
    }

    /** Returns the text that chunks of a class which has one may have in common with others. */
    CommonText common(int contentClass) {
        return Objects.requireNonNull(commonText(contentClass));
    }

    /**
     * Returns whether chunks of a template may have a text in common: usual models have room for those of all
     * templates.
     */
    boolean hasCommon(int template) {
        return template < commonTemplates;
    }

    /** Returns what was kept of a template for a class, or null. */
    @Nullable PreparedTemplate prepared(int template, int contentClass) {
        PreparedTemplate its = prepared.get(template);
        while (its != null && its.contentClass != contentClass) {
            its = its.next;
        }
        return its;
    }

    /** Keeps a template for a class, unless another thread did: beside those of other classes, or instead of them if all are large. */
    void keep(int template, PreparedTemplate made) {
        if (prepared(template, made.contentClass) != null) {
            return;
        }
        PreparedTemplate others = prepared.get(template);
        boolean alone = others == null || furtherBytes.addAndGet(made.parse.size()) > MAX_FURTHER_BYTES;
        prepared.set(template, alone ? made : made.before(others));
    }
}
