package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.generate.internal.mimic.CommonText;
import dev.mimeo.generate.internal.mimic.MimicTexts;
import dev.mimeo.scan.DatasetFindings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;

/** Fits a model and a recipe for each chunk to chunks that are held, class by class. For one thread; it may use more. */
final class ModelFit {

    /** Most classes of up to 16 MiB, of which more would have too few chunks. */
    private static final int USUAL_CLASSES = 16;

    /** Most classes of more: their texts, of up to 1 MiB each, may have {@link MimicModel#MAX_TEXT_BYTES} together. */
    private static final int MAX_CLASSES = 32;

    /** Fewest bytes of a class if there are more than the usual ones. */
    private static final long BYTES_A_FURTHER_CLASS = 1 << 20;

    private static final int CHUNKS_A_CLASS = 8;

    /** Fewest bytes of a class if there are more than a few classes; in fewer, similarity may be chance. */
    private static final long BYTES_A_CLASS = 1 << 17;

    private static final int FEW_CLASSES = 4;

    /** Data none of whose chunks is as long was cut into blocks, as of a database or file system. */
    static final int BLOCK = 1 << 15;

    /** Fewest chunks of a class whose recipes are searched for. */
    private static final int LEAST_SEARCHED = 6;

    private final List<ChunkSample> chunks;
    private final double share;
    private final Effort effort;
    private final boolean motif;
    private final AnonymityRule rule;

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
     * Fits; the result does not depend on what runs the steps.
     *
     * @param steps runs what is done class by class
     * @param listener given the fraction that is done
     */
    Fitted fit(DatasetFindings.StepRunner steps, DoubleConsumer listener) throws IOException {
        LocalThreads threads = new LocalThreads(steps.threads());
        List<double[]> features = chunks.stream().map(SampleClasses::features).toList();
        int[] classes = SampleClasses.of(features, mostClasses());
        List<List<Integer>> members = new ArrayList<>();
        for (int i = 0; i < chunks.size(); i++) {
            // Classes are numbered in the order of their first chunks.
            if (classes[i] == members.size()) {
                members.add(new ArrayList<>());
            }
            members.get(classes[i]).add(i);
        }
        RepetitionBound ofAll = rule.anonymity().isBounded() ? new RepetitionBound(chunks, threads) : null;
        RepetitionBound bound = ofAll == null || ofAll.isCertain() ? null : ofAll;
        FitProgress progress = new FitProgress(members.size(), listener);
        LargestFirst classwise =
                new LargestFirst(steps, members.stream().map(this::bytes).toList(), progress::add);
        List<List<Fitted>> candidates =
                classwise.run(new ClassWorker.Step(rule, bound, effort), tasks(members, features, threads));
        List<Fitted> ofClasses;
        if (effort == Effort.BEST) {
            List<ClassCorrection.Task> tasks = new ArrayList<>();
            for (int i = 0; i < members.size(); i++) {
                tasks.add(new ClassCorrection.Task(samples(members.get(i)), candidates.get(i)));
            }
            ofClasses = classwise.run(new ClassCorrection.Step(), tasks);
        } else {
            ofClasses = candidates.stream().map(fits -> fits.get(0)).toList();
            progress.add(members.size() * FitProgress.CORRECTION);
        }
        try (SharingCorrection sharing = new SharingCorrection(chunks, effort, threads)) {
            List<RecipeCorrection.Task> toCorrect = sharing(sharing, members, ofClasses);
            progress.add(members.size());
            boolean mayBeMotif = motif && effort != Effort.FAST;
            List<Fitted> withRecipes =
                    classwise.run(new RecipeCorrection.Step(mayBeMotif, effort, threads.count()), toCorrect);
            List<Fitted> left = leftToMotif(ofClasses, withRecipes);
            if (!left.equals(ofClasses)) {
                // Chunks end with a template or text that is chosen among those of all classes, and is another one now.
                List<RecipeCorrection.Task> again = sharing(sharing, members, left);
                withRecipes = classwise.run(RecipeCorrection.Step.withoutMotif(effort, threads.count()), again);
            }
            Map<Long, Copies.OfChunk> copies = sharing.copies(joined(members, withRecipes));
            if (!copies.isEmpty()) {
                // Chunks have copies of what others are now, which is more or less compressible than before.
                withRecipes = classwise.run(
                        new RecipeCorrection.CopiesStep(effort, threads.count()), tasks(members, withRecipes, copies));
            }
            Fitted fitted = joined(members, withRecipes);
            Fitted corrected = effort == Effort.FAST ? fitted : fitted.with(sharing.correctShares(fitted));
            progress.finish();
            return corrected;
        }
    }

    /** Returns classes as they were before a step, but those that it left to generator {@code motif}. */
    private static List<Fitted> leftToMotif(List<Fitted> before, List<Fitted> after) {
        List<Fitted> left = new ArrayList<>(before);
        for (int i = 0; i < left.size(); i++) {
            Fitted its = after.get(i);
            if (its.model().classes().get(0).isMotif()) {
                left.set(i, its);
            }
        }
        return left;
    }

    /** Returns the model of all classes, and the recipes of all chunks. */
    private Fitted joined(List<List<Integer>> members, List<Fitted> classes) {
        List<ContentClass> contents = new ArrayList<>();
        // Classes without templates of their own share those of others.
        Map<ParseTemplate, Integer> templates = new LinkedHashMap<>();
        MimicModel.Recipe[] recipes = new MimicModel.Recipe[chunks.size()];
        for (int number = 0; number < classes.size(); number++) {
            Fitted fitted = classes.get(number);
            List<Integer> own = members.get(number);
            int[] places = fitted.model().templates().stream()
                    .mapToInt(template -> place(template, templates))
                    .toArray();
            for (int i = 0; i < own.size(); i++) {
                MimicModel.Recipe its = fitted.recipes().get(i);
                int template = its.template() < 0 ? -1 : places[its.template()];
                recipes[own.get(i)] = new MimicModel.Recipe(number, template, its.window(), its.rate(), its.noise());
            }
            contents.add(fitted.model().classes().get(0));
        }
        MimicModel model = new MimicModel(contents, List.copyOf(templates.keySet()));
        return new Fitted(
                model,
                List.of(recipes),
                new MimicTexts(model, classes.stream().map(Fitted::texts).toList()));
    }

    /** Returns the place of a template, the last one if it is new. */
    private static int place(ParseTemplate template, Map<ParseTemplate, Integer> places) {
        Integer known = places.putIfAbsent(template, places.size());
        return known == null ? places.size() - 1 : known;
    }

    private List<ChunkSample> samples(List<Integer> members) {
        return members.stream().map(chunks::get).toList();
    }

    private long bytes(List<Integer> members) {
        return members.stream().mapToLong(i -> chunks.get(i).length()).sum();
    }

    private int mostClasses() {
        long bytes = chunks.stream().mapToLong(ChunkSample::length).sum();
        long most = Math.max(USUAL_CLASSES, Math.min(MAX_CLASSES, bytes / BYTES_A_FURTHER_CLASS));
        long ofBytes = Math.max(FEW_CLASSES, Math.min(most, bytes / BYTES_A_CLASS));
        return (int) Math.max(1, Math.min(chunks.size() / CHUNKS_A_CLASS, ofBytes));
    }

    /** Corrects what classes have in common with each other, which is not known class by class, and returns what is left to correct. */
    private List<RecipeCorrection.Task> sharing(
            SharingCorrection sharing, List<List<Integer>> members, List<Fitted> classes) {
        Fitted all = joined(members, classes);
        List<ContentClass> contents = sharing.correct(all);
        List<Fitted> corrected = new ArrayList<>();
        for (int i = 0; i < contents.size(); i++) {
            Fitted its = classes.get(i);
            CommonText common = all.texts().commonText(i);
            corrected.add(common == null ? its : its.with(contents.get(i), common));
        }
        return tasks(members, corrected, sharing.copies(joined(members, corrected)));
    }

    /** @param copies by number of a chunk: what it repeats of earlier chunks */
    private List<RecipeCorrection.Task> tasks(
            List<List<Integer>> members, List<Fitted> classes, Map<Long, Copies.OfChunk> copies) {
        List<RecipeCorrection.Task> tasks = new ArrayList<>();
        for (int i = 0; i < classes.size(); i++) {
            List<ChunkSample> own = samples(members.get(i));
            tasks.add(new RecipeCorrection.Task(own, classes.get(i), ofChunks(copies, own)));
        }
        return tasks;
    }

    private static Map<Long, Copies.OfChunk> ofChunks(Map<Long, Copies.OfChunk> copies, List<ChunkSample> chunks) {
        Map<Long, Copies.OfChunk> own = new HashMap<>();
        for (ChunkSample chunk : chunks) {
            Copies.OfChunk its = copies.get(chunk.number());
            if (its != null) {
                own.put(chunk.number(), its);
            }
        }
        return own;
    }

    /** Returns the classes to fit. */
    private List<ClassWorker.Task> tasks(List<List<Integer>> members, List<double[]> features, LocalThreads threads) {
        List<List<ChunkSample>> classes = members.stream().map(this::samples).toList();
        TemplateChoice.Candidate[] firsts = new TemplateChoice.Candidate[classes.size()];
        threads.run(firsts.length, i -> firsts[i] = TemplateChoice.first(classes.get(i)));
        List<ModelBudget> budgets = ModelBudget.of(classes, List.of(firsts), share);
        List<TemplateChoice.Candidate> inFile = IntStream.range(0, firsts.length)
                .filter(i -> budgets.get(i).hasTemplates())
                .mapToObj(i -> firsts[i])
                .toList();
        boolean blocks = chunks.stream().mapToInt(ChunkSample::length).max().orElseThrow() < BLOCK;
        List<ClassWorker.Task> tasks = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            List<Integer> own = members.get(i);
            int searched = Math.max(LEAST_SEARCHED, (int) ((long) effort.searched() * own.size() / chunks.size()));
            tasks.add(new ClassWorker.Task(
                    classes.get(i),
                    own.stream().map(features::get).toList(),
                    budgets.get(i),
                    effort.searched() == 0 ? 0 : searched,
                    blocks,
                    budgets.get(i).hasTemplates() ? List.of() : inFile));
        }
        return tasks;
    }
}
