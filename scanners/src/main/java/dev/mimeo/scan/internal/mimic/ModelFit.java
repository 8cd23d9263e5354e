package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.generate.internal.mimic.MimicTexts;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleConsumer;

/** Fits a model and a recipe for each chunk to chunks that are held, class by class. For one thread; it may use more. */
final class ModelFit {

    private static final int MAX_CLASSES = 16;
    private static final int CHUNKS_A_CLASS = 8;

    /** Fewest bytes of a class if there are more than a few classes; in fewer, similarity may be chance. */
    private static final long BYTES_A_CLASS = 1 << 17;

    private static final int FEW_CLASSES = 4;

    /** Data none of whose chunks is as long was cut into blocks, as of a database or file system. */
    private static final int BLOCK = 1 << 15;

    /** Fewest chunks of a class whose recipes are searched for. */
    private static final int LEAST_SEARCHED = 6;

    /** A class whose models may take less has no templates, bytes. */
    private static final int LEAST_BUDGET = 500;

    /**
     * Budget of the first template of a class, relative to that of all models, so that a file of one chunk does not
     * consist of templates.
     */
    private static final double TEMPLATE_SHARE = 0.25;

    /** Fewest chunks of a class whose sums are kept: the chunks of smaller classes come as near to the originals as they can. */
    private static final int LEAST_KEPT = 8;

    /** Chunks of a class are tried with several seeds if they are fewer than this. */
    private static final int FEW_CHUNKS = 64;

    private final List<ChunkSample> chunks;
    private final double share;
    private final Effort effort;
    private final boolean motif;
    private final AnonymityRule rule;
    private final List<MimicModel.Recipe> recipes = new ArrayList<>();
    private final List<ContentClass> contents = new ArrayList<>();
    private final List<ParseTemplate> templates = new ArrayList<>();

    /** By class, its texts; none in a fast fit, which needs them no more. */
    private final List<MimicTexts> texts = new ArrayList<>();

    /**
     * @param chunks chunks to fit to, at least one
     * @param share bytes that the model may take, as a share of those of the chunks
     * @param effort budgets of the fit
     * @param motif whether generator {@code motif} may make a class
     * @param rule limits on the content that the model may reveal
     */
    ModelFit(List<ChunkSample> chunks, double share, Effort effort, boolean motif, AnonymityRule rule) {
        this.chunks = chunks;
        this.share = share;
        this.effort = effort;
        this.motif = motif;
        this.rule = rule;
    }

    /**
     * Fits; the result does not depend on the number of threads.
     *
     * @param threads classes that are fitted at a time
     * @param listener told the share that is done
     */
    MimicModel fit(int threads, DoubleConsumer listener) throws IOException {
        List<double[]> features = chunks.stream().map(SampleClasses::features).toList();
        int[] classes = SampleClasses.of(features, mostClasses());
        List<List<Integer>> members = new ArrayList<>();
        for (int i = 0; i < chunks.size(); i++) {
            // Classes are numbered in the order of their first chunks.
            if (classes[i] == members.size()) {
                members.add(new ArrayList<>());
            }
            members.get(classes[i]).add(i);
            recipes.add(new MimicModel.Recipe(0, -1, 0, 0, 0));
        }
        RepetitionBound ofAll = rule.anonymity().isBounded() ? new RepetitionBound(chunks) : null;
        RepetitionBound bound = ofAll == null || ofAll.isCertain() ? null : ofAll;
        FitProgress progress = new FitProgress(members.size(), listener);
        Iterator<ClassWorker.Task> tasks =
                members.stream().map(own -> task(own, features)).iterator();
        try (OrderedPipeline<ClassWorker.Task, Fitted> pipeline = new OrderedPipeline<>(
                () -> tasks.hasNext() ? tasks.next() : null,
                () -> new ClassWorker(rule, bound, motif && effort != Effort.FAST, effort, progress),
                task -> 1,
                MAX_CLASSES,
                threads == 1 ? 0 : threads)) {
            for (List<Integer> own : members) {
                add(own, Objects.requireNonNull(pipeline.next()));
            }
        }
        MimicModel model = new MimicModel(contents, templates);
        if (effort != Effort.FAST) {
            Fitted tuned = tuned(new Fitted(model, recipes, new MimicTexts(model, texts)));
            model = tuned.model();
            recipes.clear();
            recipes.addAll(tuned.recipes());
            refine(tuned, members);
        }
        progress.add(members.size() * FitProgress.CORRECTION);
        return model;
    }

    private long allBytes() {
        return chunks.stream().mapToLong(ChunkSample::length).sum();
    }

    private int mostClasses() {
        long ofBytes = Math.max(FEW_CLASSES, Math.min(MAX_CLASSES, allBytes() / BYTES_A_CLASS));
        return (int) Math.max(1, Math.min(chunks.size() / CHUNKS_A_CLASS, ofBytes));
    }

    /** Corrects for what classes have in common with each other, which is not known class by class. */
    private Fitted tuned(Fitted fitted) {
        if (fitted.model().classes().size() == 1) {
            return fitted;
        }
        try (CodecSizes chunkCodecs = new CodecSizes(effort.chunkCodecs());
                CodecSizes joinedCodecs = new CodecSizes(effort.joinedCodecs())) {
            return new Tuning(chunks, effort.tunedOfAll(), effort, chunkCodecs, joinedCodecs).tune(fitted);
        }
    }

    /** Corrects the recipe of each chunk, within what its class is like as a whole. */
    private void refine(Fitted fitted, List<List<Integer>> members) {
        try (CodecSizes codecs = new CodecSizes(effort.chunkCodecs())) {
            for (int number = 0; number < members.size(); number++) {
                ContentClass content = fitted.model().classes().get(number);
                List<Integer> own = members.get(number);
                if (content.model() == null) {
                    continue;
                }
                RecipeSearch search =
                        new RecipeSearch(content, new ChunkMaker(fitted.texts()), codecs, effort.refinedCodecs());
                search.tryWith(Math.max(1, Math.min(effort.refiningSeeds(), FEW_CHUNKS / own.size())));
                if (own.size() >= LEAST_KEPT) {
                    search.keepSums(
                            own.stream().map(chunks::get).toList(),
                            own.stream().map(recipes::get).toList());
                }
                for (int chunk : own) {
                    recipes.set(chunk, search.find(chunks.get(chunk), recipes.get(chunk), effort.refiningTrials()));
                }
            }
        }
    }

    /** Returns the recipe of each chunk. */
    List<MimicModel.Recipe> recipes() {
        return recipes;
    }

    private ClassWorker.Task task(List<Integer> members, List<double[]> features) {
        List<ChunkSample> samples = members.stream().map(chunks::get).toList();
        long bytes = samples.stream().mapToLong(ChunkSample::length).sum();
        long budget = (long) (bytes * share);
        long most = (long) (allBytes() * share * TEMPLATE_SHARE);
        int searched = Math.max(LEAST_SEARCHED, (int) ((long) effort.searched() * members.size() / chunks.size()));
        return new ClassWorker.Task(
                samples,
                members.stream().map(features::get).toList(),
                budget,
                budget > LEAST_BUDGET ? Math.max(budget, most) : 0,
                effort.searched() == 0 ? 0 : searched,
                chunks.stream().mapToInt(ChunkSample::length).max().orElseThrow() < BLOCK);
    }

    private void add(List<Integer> members, Fitted fitted) {
        for (int i = 0; i < members.size(); i++) {
            MimicModel.Recipe recipe = fitted.recipes().get(i);
            int template = recipe.template() < 0 ? -1 : templates.size() + recipe.template();
            recipes.set(
                    members.get(i),
                    new MimicModel.Recipe(contents.size(), template, recipe.window(), recipe.rate(), recipe.noise()));
        }
        templates.addAll(fitted.model().templates());
        contents.add(fitted.model().classes().get(0));
        if (effort != Effort.FAST) {
            texts.add(fitted.texts());
        }
    }
}
