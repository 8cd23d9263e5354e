package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.internal.random.SplitMix64;
import java.util.IdentityHashMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes chunks from recipes. For one thread at a time.
 */
public final class ChunkSynthesizer {

    private static final byte[] NOTHING = {};
    private static final int HISTOGRAM_BITS = 14;

    private final MimicTexts texts;
    private final WalkRange range = new WalkRange();

    /** By class, its text once it was used: so that chunks are made without a look at what threads share. */
    private final @Nullable TextPool[] pools;

    /** By class, for pieces of any length and for short ones, once it was used: so that chunks enough are made side by side. */
    private final @Nullable TextWalks[] walks;

    private final HistogramDraw draw = new HistogramDraw(HISTOGRAM_BITS);

    /** By class, once it was used. */
    private final @Nullable TemplateReplay[] replays;

    /** By text in common with others, once a chunk had it: classes may have the same. */
    private final IdentityHashMap<CommonText, TailText> tails = new IdentityHashMap<>();

    private byte[] buffer = new byte[0];

    /** Makes chunks from prepared texts. */
    public ChunkSynthesizer(MimicTexts texts) {
        this.texts = texts;
        this.pools = new TextPool[texts.model().classes().size()];
        this.replays = new TemplateReplay[pools.length];
        this.walks = new TextWalks[2 * pools.length];
    }

    /**
     * Makes a chunk.
     *
     * @param number decides with which other chunks this one shares literals
     * @param histogram byte frequencies of the chunk: what is drawn from where the class has no model; if null, those of the class
     * @param seed decides all random choices
     */
    public void generate(
            MimicModel.Recipe recipe,
            long number,
            @Nullable ByteHistogram histogram,
            long seed,
            byte[] destination,
            int offset,
            int length) {
        add(recipe, number, histogram, seed, destination, offset, length);
        finish();
    }

    /**
     * Makes a chunk as {@link #generate} does, or notes to make it beside others that follow, which is faster: it is there after
     * {@link #finish}.
     */
    public void add(
            MimicModel.Recipe recipe,
            long number,
            @Nullable ByteHistogram histogram,
            long seed,
            byte[] destination,
            int offset,
            int length) {
        Objects.checkFromIndexSize(offset, length, destination.length);
        ContentClass content = texts.model().classes().get(recipe.contentClass());
        long own = SplitMix64.derive(seed, 0);
        NumberDraw numbers = texts.numbers(recipe.contentClass());
        if (numbers != null) {
            numbers.fill(recipe, own, destination, offset, length);
            return;
        }
        int noise = recipe.template() < 0 ? (int) ((long) length * recipe.noise() / 255) : 0;
        int rest = length - noise;
        SplitMix64.fill(~own, destination, offset + rest, noise);
        if (rest == 0) {
            return;
        }
        TextPool pool = pool(recipe.contentClass());
        int tail = pool == null ? 0 : (int) (((long) rest * content.tail()) >> 8);
        if (pool == null) {
            draw.prepare(Objects.requireNonNull(histogram));
            draw.fill(own, destination, offset, rest);
        } else if (recipe.template() >= 0) {
            int room = TemplateReplay.START + rest + TextPool.SLACK;
            if (buffer.length < room) {
                buffer = new byte[room];
            }
            replay(pool, content, recipe, histogram, own, rest - tail);
            if (tail > 0) {
                tails(recipe).copy(number, content.isTailReplayed(), buffer, TemplateReplay.START + rest - tail, tail);
            }
            // Chunks begin at different places of their template, and what is before follows at the end.
            int phase = CommonText.phase(number, rest);
            System.arraycopy(buffer, TemplateReplay.START + phase, destination, offset, rest - phase);
            System.arraycopy(buffer, TemplateReplay.START, destination, offset + rest - phase, phase);
        } else {
            range.set(content, recipe, number, own);
            boolean isShort = range.pieces().longest() <= Integer.BYTES && !content.isReusing();
            int kind = 2 * recipe.contentClass() + (isShort ? 1 : 0);
            TextWalks textWalks = walks[kind];
            if (textWalks == null) {
                textWalks = new TextWalks(pool, spread(recipe), content, isShort ? pool.heads() : null);
                walks[kind] = textWalks;
            }
            if (tail == 0) {
                textWalks.add(range, number, own, destination, offset, rest);
            } else {
                // As far from the end as where the chunk follows a template.
                int after = Math.min(rest - tail, CommonText.phase(number, rest));
                int before = rest - tail - after;
                textWalks.add(range, number, own, destination, offset, before);
                tails(recipe).copy(number, content.isTailReplayed(), destination, offset + before, tail);
                textWalks.add(range, number, SplitMix64.derive(own, 1), destination, offset + rest - after, after);
            }
        }
    }

    /** Makes what was added and is not there yet. */
    public void finish() {
        for (TextWalks textWalks : walks) {
            if (textWalks != null) {
                textWalks.finish();
            }
        }
    }

    private @Nullable TextPool pool(int contentClass) {
        TextPool known = pools[contentClass];
        if (known == null) {
            known = texts.pool(contentClass);
            pools[contentClass] = known;
        }
        return known;
    }

    /** Returns the text in common that is spread over the chunks of a class, null if none is: it need not be chosen then. */
    private @Nullable CommonText spread(MimicModel.Recipe recipe) {
        int contentClass = recipe.contentClass();
        return texts.model().classes().get(contentClass).common() == 0 ? null : texts.common(contentClass);
    }

    private TailText tails(MimicModel.Recipe recipe) {
        return tails.computeIfAbsent(texts.common(recipe.contentClass()), TailText::new);
    }

    private void replay(
            TextPool pool,
            ContentClass content,
            MimicModel.Recipe recipe,
            @Nullable ByteHistogram histogram,
            long seed,
            int length) {
        TemplateReplay replay = replays[recipe.contentClass()];
        if (replay == null) {
            replay = new TemplateReplay(new LiteralRuns(pool, content.stride()), spread(recipe));
            replays[recipe.contentClass()] = replay;
        }
        replay.replay(
                prepared(recipe, content, pool, replay),
                recipe,
                content.shared(),
                content.common(),
                histogram,
                seed,
                buffer,
                length);
    }

    private MimicTexts.PreparedTemplate prepared(
            MimicModel.Recipe recipe, ContentClass content, TextPool pool, TemplateReplay replay) {
        int template = recipe.template();
        MimicTexts.PreparedTemplate known = texts.prepared(template, recipe.contentClass());
        if (known == null) {
            ParseTemplate parse = texts.model().templates().get(template);
            LiteralRepeats repeats = LiteralRepeats.of(parse, Objects.requireNonNull(content.model()), pool.counts);
            boolean hasCommon = content.shared() > 0 && texts.hasCommon(template);
            known = new MimicTexts.PreparedTemplate(
                    recipe.contentClass(), parse, repeats, hasCommon ? replay.common(parse, repeats) : NOTHING);
            texts.keep(template, known);
        }
        return known;
    }
}
