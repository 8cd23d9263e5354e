package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.MimicCoding;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.NumberModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.generate.internal.mimic.MimicTexts;
import dev.mimeo.scan.DatasetFindings;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Fits a class and the recipes of its chunks, by the one or two best strategies. For one thread. */
final class ClassWorker implements AutoCloseable {

    private static final int TRIALS = 6;

    /** Chunks that each strategy is tried on: one by one, and one after the other. */
    private static final int TRIED = 3;

    /** Error of a fit above which the other kind of strategy is fitted as well: the chunks that were tried say little of the others then. */
    private static final double POOR = 0.25;

    /** The same of numbers, which may be of columns that say more together. */
    private static final double POOR_NUMBERS = 0.02;

    private static final int TRIED_JOINED = 12;

    /**
     * Logarithm by which a class as one stream is too small above which the other kind of strategy is fitted as well. A text of 1 MiB may be too
     * small for a class: chunks that take long pieces of it are right one by one, and repeat each other.
     */
    private static final double REPETITIVE = 0.35;

    /** Bytes of a class that are compressed as one stream, more or less: several times as many as a text may have. */
    private static final long STREAM_BYTES = 8L << 20;

    private final Effort effort;
    private final CodecSizes chunkCodecs;
    private final CodecSizes joinedCodecs;
    private final AnonymityRule rule;
    private final @Nullable RepetitionBound bound;
    private final IntConsumer done;

    private ClassWorker(AnonymityRule rule, @Nullable RepetitionBound bound, Effort effort, IntConsumer done) {
        this.effort = effort;
        this.chunkCodecs = new CodecSizes(effort.chunkCodecs());
        this.joinedCodecs = new CodecSizes(effort.joinedCodecs());
        this.rule = rule;
        this.bound = bound;
        this.done = done;
    }

    /**
     * A class to fit.
     *
     * @param features features of its chunks, see {@link SampleClasses#features}
     * @param budget bytes that its model may take
     * @param searched most chunks whose recipe is searched; that of the others is derived from theirs. If 0, all are made as their
     *     class is
     * @param blocks whether all data was cut into small chunks, which are what its stream is like
     * @param others templates of other classes, which a class without its own may have; empty for one with its own
     */
    record Task(
            List<ChunkSample> chunks,
            List<double[]> features,
            ModelBudget budget,
            int searched,
            boolean blocks,
            List<TemplateChoice.Candidate> others)
            implements Serializable {}

    /**
     * A class as a strategy makes it.
     *
     * @param error mean deviation of the chunks whose recipes were searched, as logarithms of sizes; 0 if none were
     */
    private record Fit(Fitted fitted, double error) {}

    /**
     * Fits classes, each on its own: by the best strategy, and by the second best where it may be better in the end.
     *
     * @param rule limits on what models may reveal
     * @param bound bound of what texts may repeat of the original; null for none
     * @param effort budgets of the fit
     */
    record Step(AnonymityRule rule, @Nullable RepetitionBound bound, Effort effort)
            implements DatasetFindings.Step<Task, List<Fitted>> {
        @Override
        public List<Fitted> apply(Task task, IntConsumer done) {
            try (ClassWorker worker = new ClassWorker(rule, bound, effort, done)) {
                return worker.fitted(task);
            }
        }
    }

    private List<Fitted> fitted(Task task) {
        Trial trial = new Trial(task.chunks(), task.blocks(), effort, chunkCodecs, joinedCodecs, TRIED, TRIED_JOINED);
        ClassFit strategies = new ClassFit(task.chunks(), task.blocks(), task.others(), trial, rule, bound);
        List<Trial.Strategy> chosen = strategies.choose(task.budget(), effort);
        done.accept(FitProgress.CHOICE);
        List<Fitted> fitted = new ArrayList<>();
        for (Trial.Strategy strategy : chosen) {
            Fit fit = fit(task, trial, strategy);
            double poor = strategy.content().numbers() == null ? POOR : POOR_NUMBERS;
            fitted.add(
                    effort == Effort.NORMAL && fit.error > poor
                            ? better(task, trial, fit, strategies.other(strategy, task.budget(), effort))
                            : fit.fitted);
        }
        if (effort != Effort.FAST && isRepetitive(task.chunks(), fitted.get(0), joinedCodecs)) {
            Trial.Strategy other = fitted.size() > 1 ? null : strategies.other(chosen.get(0), task.budget(), effort);
            if (other != null) {
                fitted.add(fit(task, trial, other).fitted);
            }
            if (fitted.size() > 1) {
                // Templates are no text, and do not repeat themselves so.
                fitted.remove(0);
            }
        }
        if (fitted.size() > 1) {
            Tuning tuning = new Tuning(task.chunks(), effort.tunedOfClass(), effort, chunkCodecs, joinedCodecs);
            if (tuning.error(fitted.get(1)) < ClassFit.TEMPLATE_GAIN * tuning.error(fitted.get(0))) {
                Collections.reverse(fitted);
            }
        }
        done.accept(FitProgress.FIT);
        return fitted;
    }

    /** Returns whether a class repeats itself much more than the original where codecs look farther back than a chunk, as only texts do. */
    static boolean isRepetitive(List<ChunkSample> chunks, Fitted fitted, CodecSizes joinedCodecs) {
        if (!fitted.model().classes().get(0).isText()) {
            return false;
        }
        long bytes = chunks.stream().mapToLong(ChunkSample::length).sum();
        int count = Math.toIntExact(Math.max(1, chunks.size() * STREAM_BYTES / Math.max(STREAM_BYTES, bytes)));
        JoinedSizes stream =
                new JoinedSizes(chunks.subList(0, count), joinedCodecs, LocalThreads.ONE, CodecSizes.JOINED_ZSTD_3);
        stream.generate(fitted.texts(), fitted.recipes()::get, 0);
        return stream.logRatio(0) < -REPETITIVE;
    }

    /** Returns what another strategy gives, if there is one and it is clearly nearer, or what is known. */
    private Fitted better(Task task, Trial trial, Fit known, Trial.@Nullable Strategy other) {
        if (other == null) {
            return known.fitted;
        }
        Fit second = fit(task, trial, other);
        return second.error < ClassFit.TEMPLATE_GAIN * known.error ? second.fitted : known.fitted;
    }

    private Fit fit(Task task, Trial trial, Trial.Strategy strategy) {
        List<ChunkSample> chunks = task.chunks();
        List<ParseTemplate> parses = new ArrayList<>();
        int[] follows = new int[chunks.size()];
        if (strategy.template() != null && !task.budget().hasTemplates()) {
            follows = TemplateChoice.choose(chunks, task.others(), parses);
        } else if (strategy.template() != null) {
            int model = strategy.content().model() == null
                    ? 0
                    : MimicCoding.encode(strategy.content().model()).length;
            follows = TemplateChoice.choose(chunks, task.budget().bytes() - model, parses);
        } else {
            Arrays.fill(follows, -1);
        }
        MimicModel model = new MimicModel(List.of(strategy.content()), parses);
        MimicTexts texts = trial.texts(model);
        return fit(task, model, strategy.start(), follows, texts);
    }

    /** Finds the recipes of a model of one class. */
    private Fit fit(Task task, MimicModel model, MimicModel.Recipe start, int[] follows, MimicTexts texts) {
        List<ChunkSample> chunks = task.chunks();
        ChunkMaker maker = new ChunkMaker(texts);
        RecipeSearch search = new RecipeSearch(model.classes().get(0), maker, chunkCodecs, effort.fittedCodecs());
        List<MimicModel.Recipe> recipes = new ArrayList<>();
        NumberModel numbers = model.classes().get(0).numbers();
        int step = numbers == null ? 1 : NumberFit.step(numbers, chunks);
        for (int i = 0; i < chunks.size(); i++) {
            int own = own(chunks.get(i), follows[i], maker);
            recipes.add(new MimicModel.Recipe(
                    0, follows[i], start.window(), start.rate(), numbers == null ? own : NumberFit.start(own, step)));
        }
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < chunks.size() && task.searched() > 0; i++) {
            all.add(i);
        }
        List<Integer> found = new ArrayList<>();
        double sum = 0;
        for (int i : Trial.some(all, Math.max(1, task.searched()))) {
            recipes.set(i, search.find(chunks.get(i), guess(task, search, found, recipes, i), TRIALS));
            found.add(i);
            sum += StrictMath.sqrt(search.error());
        }
        boolean[] searched = new boolean[chunks.size()];
        found.forEach(i -> searched[i] = true);
        for (int i = 0; i < chunks.size(); i++) {
            if (!searched[i]) {
                recipes.set(i, guess(task, search, found, recipes, i));
            }
        }
        return new Fit(new Fitted(model, recipes, texts), sum / Math.max(1, found.size()));
    }

    /** Returns a recipe by that of the most similar chunk that has one, if possible one with the same template. */
    private static MimicModel.Recipe guess(
            Task task, RecipeSearch search, List<Integer> found, List<MimicModel.Recipe> recipes, int chunk) {
        int nearest = -1;
        double least = Double.MAX_VALUE;
        for (int i : found) {
            double distance = SampleClasses.distance(
                            task.features().get(i), task.features().get(chunk))
                    + (recipes.get(i).template() == recipes.get(chunk).template() ? 0 : 100);
            if (distance < least) {
                least = distance;
                nearest = i;
            }
        }
        if (nearest < 0) {
            return recipes.get(chunk);
        }
        MimicModel.Recipe its = recipes.get(nearest);
        return search.predict(
                task.chunks().get(chunk),
                task.chunks().get(nearest),
                new MimicModel.Recipe(
                        0,
                        recipes.get(chunk).template(),
                        its.window(),
                        its.rate(),
                        recipes.get(chunk).noise()));
    }

    private static int own(ChunkSample chunk, int template, ChunkMaker maker) {
        return template < 0 ? maker.own(0, chunk) : 0;
    }

    @Override
    public void close() {
        chunkCodecs.close();
        joinedCodecs.close();
    }
}
