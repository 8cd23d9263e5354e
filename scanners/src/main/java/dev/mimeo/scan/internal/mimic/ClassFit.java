package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.ContextTable;
import dev.mimeo.characterization.mimic.MimicCoding;
import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.characterization.mimic.Reuse;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Chooses how the chunks of a class are made: tries every strategy on some of its chunks and takes the one whose sizes are nearest
 * to those of the originals. For one thread.
 */
final class ClassFit {

    /** Chunks that the contexts are counted in. */
    private static final int COUNTED_CHUNKS = 64;

    /** Content that zlib leaves more of than this may have nothing but its byte histogram. */
    private static final double RANDOM_SHARE = 0.9;

    /** A strategy without templates that is as good as this needs no other. */
    private static final double GOOD = 0.006;

    /** Numbers that are moved out of their range are keys and the like, which are nearer than this, or something else. */
    private static final double POOR_MOVED = 0.03;

    /** Numbers that are as good as this need no other strategy. */
    private static final double GOOD_NUMBERS = 0.015;

    /** Templates that are as good as this are taken without a look at texts, which take most of the time, unless effort is best. */
    private static final double FAIR = 0.05;

    /** The same of a fast fit. */
    private static final double FAIR_IF_FAST = 0.08;

    /**
     * Content of which zlib leaves no less than this part of its entropy, such as DNA, has no structure for templates to keep, and only a text is
     * chosen for how little it repeats of the original.
     */
    private static final double NO_STRUCTURE = 0.9;

    /** Greatest share of the bytes of a model of literals that the frequencies of all bytes of the chunks may take. */
    private static final double CHUNK_CODES_SHARE = 0.04;

    /** Templates cost bytes, and must be better by this factor. */
    static final double TEMPLATE_GAIN = 0.9;

    /** Error of texts above which a single template cannot tell whether several of them are better. */
    private static final double POOR = 0.1;

    /** Templates that are worse than poor texts by this factor are not better in the end. */
    private static final double POOR_GAIN = 2;

    /** Templates that are better by this factor stay better whatever is corrected. */
    private static final double CLEAR_GAIN = 1 / 3.0;

    private static final int STRIDE = 8;

    private static final int MAX_RECENT = 224;

    /** Error above which chunks repeat too little with places anywhere, and even less with places nearby. */
    private static final double HOPELESS = 0.3;

    /** Share of places that are first tried where they must be nearby. */
    private static final int NEARBY_RECENT = 168;

    private static final int MAX_POOL_BITS = 20;

    /** Bytes of text for each byte of the data if the text repeats itself, and if chunks are small. */
    private static final int REPEATING_FACTOR = 4;

    private static final int BLOCKS_FACTOR = 2;

    private static final int LITERAL_STRIDE = 3;

    /**
     * The same of content without structure, such as base64, which is nearly all literals. Each byte of a text of literals begins some hundred
     * different pieces at most, and what strings of four bytes it has codecs with large windows learn.
     */
    private static final int LITERAL_STRIDE_OF_ALL = 2;

    private static final int LITERAL_RUN = 32;
    private static final int LITERAL_POOL_BITS = 16;
    private static final int SHORTEST_COPY = 3;

    private final List<ChunkSample> chunks;
    private final boolean blocks;
    private final List<TemplateChoice.Candidate> others;
    private final Trial trial;
    private final AnonymityRule rule;
    private final @Nullable RepetitionBound bound;
    private final ChunkParser parser = new ChunkParser();

    /**
     * @param blocks whether the data was cut into small chunks
     * @param others templates of other classes, which a class without its own may have
     * @param trial trial of strategies on these chunks
     * @param rule limits on what the model may reveal
     * @param bound bound of what a text may repeat of the original; null for none
     */
    ClassFit(
            List<ChunkSample> chunks,
            boolean blocks,
            List<TemplateChoice.Candidate> others,
            Trial trial,
            AnonymityRule rule,
            @Nullable RepetitionBound bound) {
        this.chunks = chunks;
        this.blocks = blocks;
        this.others = others;
        this.trial = trial;
        this.rule = rule;
        this.bound = bound;
    }

    /**
     * Returns the best strategy without templates, the best one with them where it is clearly better, or both where that is open. Texts
     * that repeat themselves take most of the time, so that they are not looked at where templates are fair, unless effort is best.
     *
     * @param budget bytes that the model may take
     * @param effort how many strategies are tried
     */
    List<Trial.Strategy> choose(ModelBudget budget, Effort effort) {
        NumberFit.Found found = new NumberFit(chunks, rule, bound).fit(budget.ofText());
        if (found == null) {
            return withoutNumbers(budget, effort);
        }
        Trial.Strategy screened = trial.screen(ContentClass.ofNumbers(found.model()), null);
        if (screened.error() > (found.isMoved() ? POOR_MOVED : POOR)) {
            return withoutNumbers(budget, effort);
        }
        Trial.Strategy numbers = trial.run(screened);
        if (numbers.error() <= GOOD_NUMBERS) {
            return List.of(numbers);
        }
        List<Trial.Strategy> others = withoutNumbers(budget, effort);
        return others.stream().allMatch(other -> numbers.error() < other.error()) ? List.of(numbers) : others;
    }

    /** Returns the same of the strategies that are not of numbers. */
    private List<Trial.Strategy> withoutNumbers(ModelBudget budget, Effort effort) {
        boolean random = share() > RANDOM_SHARE;
        boolean templatesFirst = effort != Effort.BEST && bound != null;
        Trial.Strategy templates = templatesFirst ? templates(budget, effort, random) : null;
        double fair = effort == Effort.FAST ? FAIR_IF_FAST : FAIR;
        if (templates != null && templates.error() <= fair && hasStructure()) {
            return List.of(templates);
        }
        Trial.Strategy text = texts(budget.ofText(), effort, random);
        if (text.error() <= GOOD) {
            return List.of(text);
        }
        if (!templatesFirst) {
            templates = templates(budget, effort, random);
        }
        // Only the best effort has a second look at both.
        boolean looksAgain = effort == Effort.BEST;
        double gain = text.error() > POOR && looksAgain ? POOR_GAIN : TEMPLATE_GAIN;
        if (templates == null || templates.error() >= text.error() * gain) {
            return List.of(text);
        }
        return looksAgain && templates.error() >= text.error() * CLEAR_GAIN
                ? List.of(text, templates)
                : List.of(templates);
    }

    /**
     * Returns the best strategy of another kind than one that was chosen: without templates instead of with them, with them, or one that is not
     * of numbers.
     *
     * @return null if templates of all classes take too many bytes
     */
    Trial.@Nullable Strategy other(Trial.Strategy chosen, ModelBudget budget, Effort effort) {
        if (chosen.content().numbers() != null) {
            return withoutNumbers(budget, effort).get(0);
        }
        boolean random = share() > RANDOM_SHARE;
        return chosen.template() == null ? templates(budget, effort, random) : texts(budget.ofText(), effort, random);
    }

    private boolean hasStructure() {
        return share() < NO_STRUCTURE * entropy();
    }

    /** Returns the best strategy without templates. */
    private Trial.Strategy texts(long modelBytes, Effort effort, boolean random) {
        ContextModel model = textModel(modelBytes, effort);
        Trial.Strategy best = bound == null
                ? ordered(model, effort)
                : trial.screen(text(model, ContextModel.MAX_ORDER, 0, effort), null);
        int order = Math.max(3, best.content().order());
        for (int recent = 112, step = 56; step >= effort.smallestStep() && best.error() > GOOD; step /= 2) {
            best = better(best, text(model, order, recent, effort), null);
            if (bound != null && recent == 112 && best.error() < HOPELESS) {
                best = nearby(model, best, effort);
                order = best.content().order();
            }
            recent = Math.min(MAX_RECENT, best.content().recent() + step);
            best = better(best, text(model, order, recent, effort), null);
            recent = Math.max(0, best.content().recent() - step / 2);
        }
        if (random) {
            best = better(best, ContentClass.PLAIN, null);
        }
        return trial.run(best);
    }

    /** Returns the best strategy by which chunks continue places nearby in themselves, or the one that is known if it is better. */
    private Trial.Strategy nearby(ContextModel model, Trial.Strategy known, Effort effort) {
        Trial.Strategy best = better(known, text(model, 2, NEARBY_RECENT, effort), null);
        return best.error() < known.error() ? better(best, text(model, 3, NEARBY_RECENT, effort), null) : known;
    }

    /** Returns the best strategy with templates, or null if those of all classes take too many bytes. */
    private Trial.@Nullable Strategy templates(ModelBudget budget, Effort effort, boolean random) {
        if (!budget.hasTemplates() && others.isEmpty()) {
            return null;
        }
        ChunkSample middle = chunks.get(chunks.size() / 2);
        ParseTemplate parse = budget.hasTemplates()
                ? parser.parse(middle.data(), 0, middle.length(), SHORTEST_COPY)
                : TemplateChoice.nearest(chunks, others).parse();
        ContextModel literals = literalModel(budget.ofLiterals());
        Trial.Strategy best = trial.screen(literal(literals, 1), parse);
        if (effort != Effort.FAST) {
            best = better(best, literal(literals, 2), parse);
        }
        if (random) {
            best = better(best, ContentClass.PLAIN, parse);
        }
        return trial.run(best);
    }

    /** Returns the best order of the contexts by which chunks go on in a text that does not repeat itself. */
    private Trial.Strategy ordered(ContextModel model, Effort effort) {
        boolean fast = effort == Effort.FAST;
        Trial.Strategy best = trial.screen(text(model, 3, 0, effort), null);
        best = better(best, text(model, 2, 0, effort), null);
        if (!fast) {
            best = better(best, text(model, 4, 0, effort), null);
        }
        if (!fast && best.content().order() == 2) {
            best = better(best, text(model, 1, 0, effort), null);
        }
        return best;
    }

    private ContentClass text(ContextModel model, int order, int recent, Effort effort) {
        return ContentClass.ofText(model, order, poolBits(effort), STRIDE).withRecent(recent);
    }

    private ContentClass literal(ContextModel model, int order) {
        int stride = hasStructure() ? LITERAL_STRIDE : LITERAL_STRIDE_OF_ALL;
        return ContentClass.ofLiterals(model, LITERAL_RUN, order, LITERAL_POOL_BITS, stride);
    }

    /**
     * Returns the size of a text, of which each chunk takes a part. In a text as large as the data, chunks take the same parts more often than
     * the original repeats itself, above all small chunks, and where the text repeats itself already. The best effort corrects that
     * afterwards, by how near to each other the parts are, and single chunks are then more accurate.
     */
    private int poolBits(Effort effort) {
        int factor = bound != null && effort != Effort.BEST ? REPEATING_FACTOR : 1;
        long most = (blocks ? BLOCKS_FACTOR : factor) * bytes();
        return Math.max(15, Math.min(MAX_POOL_BITS, 63 - Long.numberOfLeadingZeros(most + 2)));
    }

    private long bytes() {
        return chunks.stream().mapToLong(ChunkSample::length).sum();
    }

    /** Returns the share of the content that zlib leaves. */
    private double share() {
        double bytes = 0;
        double packed = 0;
        for (ChunkSample chunk : chunks) {
            bytes += chunk.length();
            packed += chunk.size(1);
        }
        return packed / bytes;
    }

    /** Returns the entropy of single bytes of the content, as a share of its bytes. */
    private double entropy() {
        double bits = 0;
        for (ChunkSample chunk : chunks) {
            bits += chunk.histogram().entropy() * chunk.length();
        }
        return bits / Byte.SIZE / bytes();
    }

    /** Returns a model of the text of the class that takes no more than {@code most} bytes. */
    private ContextModel textModel(long most, Effort effort) {
        ContextCounter counter = ContextCounter.ofText(rule);
        for (ChunkSample chunk : Trial.some(chunks, COUNTED_CHUNKS)) {
            counter.add(chunk.data(), 0, chunk.length(), ofText(chunk));
        }
        ContextModel model = fitting(counter, UnaryOperator.identity(), most);
        return bound == null ? model : repeating(model, bound, effort);
    }

    /** Returns a model of the literals of the class that takes no more than {@code most} bytes. */
    private ContextModel literalModel(long most) {
        ContextCounter counter = ContextCounter.ofLiterals(rule);
        for (ChunkSample chunk : Trial.some(chunks, COUNTED_CHUNKS)) {
            counter.add(chunk.data(), 0, chunk.length(), ofLiterals(chunk));
        }
        byte[] chunkCodes = chunkCodes(most);
        return fitting(
                counter,
                model -> new ContextModel(model.codes(), chunkCodes, model.tables()).with(ContextModel.Repeats.KEPT),
                most);
    }

    /** Returns the most detailed model that, completed, takes no more than {@code most} bytes; the least detailed if none does. */
    private static ContextModel fitting(ContextCounter counter, UnaryOperator<ContextModel> completion, long most) {
        double thrift = 1;
        ContextModel model = completion.apply(counter.build(thrift));
        while (MimicCoding.encode(model).length > most && thrift < 1000) {
            thrift *= 1.6;
            model = completion.apply(counter.build(thrift));
        }
        return model;
    }

    /** Returns a model whose texts repeat themselves as the chunks do. */
    private ContextModel repeating(ContextModel model, RepetitionBound repetitionBound, Effort effort) {
        byte[] joined = new byte[effort.reuseBytes()];
        int length = 0;
        // A few bytes come from all over the data; chunks that are near one another say more about what they have in
        // common.
        long few = Math.max(1, joined.length * (long) chunks.size() / Math.max(1, bytes()));
        for (ChunkSample chunk : Trial.some(chunks, effort == Effort.FAST ? Math.toIntExact(few) : COUNTED_CHUNKS)) {
            boolean[] counted = ofText(chunk);
            for (int i = 0; i < counted.length && length < joined.length; i++) {
                joined[length] = chunk.data()[i];
                length += counted[i] ? 1 : 0;
            }
        }
        return ReuseFit.fit(model, joined, length, repetitionBound, 1 << poolBits(effort), effort);
    }

    /** Returns which bytes of a chunk tell of the text of its class. */
    private static boolean[] ofText(ChunkSample chunk) {
        // Noise is made without a model.
        boolean[] noisy = chunk.noise() > 0 ? chunk.noisy() : new boolean[chunk.length()];
        boolean[] counted = new boolean[chunk.length()];
        int run = 0;
        for (int i = 0; i < counted.length; i++) {
            run = i > 0 && chunk.data()[i] == chunk.data()[i - 1] ? run + 1 : 0;
            counted[i] = !noisy[i] && run < Reuse.LONGEST_RUN;
        }
        return counted;
    }

    /** Returns which bytes of a chunk tell of the literals of its class. */
    private boolean[] ofLiterals(ChunkSample chunk) {
        boolean[] counted = new boolean[chunk.length()];
        Arrays.fill(counted, true);
        ParseTemplate parse = parser.parse(chunk.data(), 0, chunk.length(), SHORTEST_COPY);
        int at = 0;
        for (int step = 0; step < parse.steps(); step++) {
            at += parse.run(step);
            Arrays.fill(counted, at, at + parse.length(step), false);
            at += parse.length(step);
        }
        return counted;
    }

    /**
     * Returns the code of the count of each byte in the chunks, -1 where it does not occur; nothing if that takes too much of a model.
     *
     * @param most bytes that the model may take
     */
    private byte[] chunkCodes(long most) {
        long[] counts = new long[256];
        for (ChunkSample chunk : chunks) {
            for (int value = 0; value < 256; value++) {
                counts[value] += chunk.histogram().count(value);
            }
        }
        byte[] codes = new byte[256];
        for (int value = 0; value < 256; value++) {
            codes[value] =
                    counts[value] == 0 ? -1 : ContextTable.code((int) Math.min(Integer.MAX_VALUE, counts[value]));
        }
        int size = MimicCoding.encode(new ContextModel(codes, List.of())).length;
        return size < CHUNK_CODES_SHARE * most ? codes : new byte[0];
    }

    private Trial.Strategy better(Trial.Strategy best, ContentClass content, @Nullable ParseTemplate template) {
        Trial.Strategy strategy = trial.screen(content, template);
        return strategy.error() < best.error() ? strategy : best;
    }
}
