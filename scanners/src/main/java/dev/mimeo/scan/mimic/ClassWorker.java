package dev.mimeo.scan.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicCoding;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.characterization.mimic.Recipe;
import dev.mimeo.generate.mimic.ChunkSynthesizer;
import dev.mimeo.generate.mimic.MimicTexts;
import dev.mimeo.pipeline.OrderedPipeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Fits a class and the recipes of its chunks. For one thread. */
final class ClassWorker implements OrderedPipeline.Worker<ClassWorker.Task, ClassWorker.Fitted> {

    private static final int TRIALS = 6;

    /** Chunks that each way is tried on: one by one, and one after the other. */
    private static final int TRIED = 3;

    private static final int TRIED_JOINED = 12;

    /** The same for the way that was chosen. */
    private static final int REFINED = 6;

    private static final int REFINED_JOINED = 32;

    /** Chunks that the best way with templates and the one without are compared on. */
    private static final int COMPARED = 32;

    private static final double JOINED_WEIGHT = 2;
    private static final double BZIP2_WEIGHT = 0.5;

    /** How often the share of what chunks of templates have in common is tried: it is steep, and chance counts. */
    private static final int SEEDS = 3;

    private final CodecSizes chunkCodecs = new CodecSizes(CodecSizes.CHUNK);
    private final CodecSizes joinedCodecs = new CodecSizes(CodecSizes.JOINED);
    private final AnonymityRule rule;

    /** @param rule what models may tell */
    ClassWorker(AnonymityRule rule) {
        this.rule = rule;
    }

    /**
     * A class to fit.
     *
     * @param features of its chunks, see {@link SampleClasses#features}
     * @param budget bytes that models and templates may take
     * @param searched most chunks whose recipe is searched; that of the others is derived from theirs
     */
    record Task(List<ChunkSample> chunks, List<double[]> features, long budget, int searched) {}

    /**
     * What was found.
     *
     * @param recipes by chunk, of class 0, with numbers of the templates here
     */
    record Fitted(ContentClass content, List<ParseTemplate> templates, List<Recipe> recipes) {}

    @Override
    public Fitted apply(Task task) {
        Trial trial = new Trial(task.chunks(), chunkCodecs, joinedCodecs, TRIED, TRIED_JOINED);
        List<Trial.Way> ways = new ClassFit(task.chunks(), trial, rule)
                .choose(Math.max(600, task.budget() * 2 / 3), task.budget() > 500);
        Fitted first = fit(task, ways.get(0));
        if (ways.size() == 1) {
            return first;
        }
        Fitted second = fit(task, ways.get(1));
        JoinedSizes joined = new JoinedSizes(
                middle(task.chunks(), COMPARED),
                joinedCodecs,
                CodecSizes.JOINED_ZSTD_3,
                CodecSizes.JOINED_LZ4,
                CodecSizes.JOINED_ZLIB_6,
                CodecSizes.JOINED_BZIP2);
        int from = (task.chunks().size() - joined.chunks().size()) / 2;
        return error(joined, from, second) < ClassFit.TEMPLATE_GAIN * error(joined, from, first) ? second : first;
    }

    private Fitted fit(Task task, Trial.Way chosen) {
        List<ChunkSample> chunks = task.chunks();
        Trial.Way way = task.searched() == 0 || chosen.template() != null
                ? chosen
                : new Trial(chunks, chunkCodecs, joinedCodecs, REFINED, REFINED_JOINED)
                        .run(chosen.content(), chosen.template());
        List<ParseTemplate> parses = new ArrayList<>();
        int[] follows = new int[chunks.size()];
        if (way.template() != null) {
            int model = way.content().model() == null
                    ? 0
                    : MimicCoding.encode(way.content().model()).length;
            follows = TemplateChoice.choose(chunks, task.budget() - model, parses);
        } else {
            Arrays.fill(follows, -1);
        }
        MimicTexts texts = new MimicTexts(new MimicModel(List.of(way.content()), parses));
        List<Recipe> recipes = recipes(task, way.start(), follows, texts);
        return new Fitted(
                way.template() == null ? way.content() : shared(way.content(), parses, recipes, chunks, texts),
                parses,
                recipes);
    }

    /** Returns how far chunks in a row are from the originals, as one and each on its own; with another seed than fitted to. */
    private double error(JoinedSizes joined, int from, Fitted fitted) {
        MimicModel model = new MimicModel(List.of(fitted.content()), fitted.templates());
        joined.generate(
                new ChunkSynthesizer(new MimicTexts(model)),
                place -> fitted.recipes().get(from + place),
                SEEDS);
        double error = BZIP2_WEIGHT * Math.abs(joined.logRatio(3));
        for (int codec = 0; codec < 3; codec++) {
            error += JOINED_WEIGHT * Math.abs(joined.logRatio(codec));
        }
        for (int codec = 0; codec < CodecSizes.CHUNK.size(); codec++) {
            error += Math.abs(joined.logRatioAlone(chunkCodecs, codec));
        }
        return error;
    }

    private static List<ChunkSample> middle(List<ChunkSample> chunks, int most) {
        int from = (chunks.size() - Math.min(chunks.size(), most)) / 2;
        return chunks.subList(from, Math.min(chunks.size(), from + most));
    }

    /** Returns a class of templates with what chunks have in common, now that it is known who follows which. */
    private ContentClass shared(
            ContentClass content,
            List<ParseTemplate> parses,
            List<Recipe> recipes,
            List<ChunkSample> chunks,
            MimicTexts texts) {
        JoinedSizes joined = new JoinedSizes(middle(chunks, REFINED_JOINED), joinedCodecs, CodecSizes.JOINED_ZSTD_3);
        int from = (chunks.size() - joined.chunks().size()) / 2;
        double share = SharingFit.find(candidate -> {
            MimicModel model = new MimicModel(List.of(Trial.shared(content, candidate)), parses);
            ChunkSynthesizer synthesizer = new ChunkSynthesizer(new MimicTexts(model, texts));
            double sum = 0;
            for (int seed = 0; seed < SEEDS; seed++) {
                joined.generate(synthesizer, place -> recipes.get(from + place), seed);
                sum += joined.logRatio(0) - joined.logRatioAlone(chunkCodecs, CodecSizes.ZSTD_3);
            }
            return sum / SEEDS;
        });
        return Trial.shared(content, share);
    }

    private List<Recipe> recipes(Task task, Recipe start, int[] follows, MimicTexts texts) {
        List<ChunkSample> chunks = task.chunks();
        RecipeSearch search = new RecipeSearch(new ChunkSynthesizer(texts), chunkCodecs);
        List<Recipe> recipes = new ArrayList<>();
        for (int i = 0; i < chunks.size(); i++) {
            recipes.add(new Recipe(0, follows[i], start.window(), start.rate(), noise(chunks.get(i), follows[i])));
        }
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < chunks.size() && task.searched() > 0; i++) {
            all.add(i);
        }
        List<Integer> found = new ArrayList<>();
        for (int i : Trial.some(all, Math.max(1, task.searched()))) {
            recipes.set(i, search.find(chunks.get(i), guess(task, search, found, recipes, follows, i), TRIALS));
            found.add(i);
        }
        boolean[] searched = new boolean[chunks.size()];
        found.forEach(i -> searched[i] = true);
        for (int i = 0; i < chunks.size(); i++) {
            if (!searched[i]) {
                recipes.set(i, guess(task, search, found, recipes, follows, i));
            }
        }
        return recipes;
    }

    /** Returns a recipe by that of the most similar chunk that has one, if possible one with the same template. */
    private static Recipe guess(
            Task task, RecipeSearch search, List<Integer> found, List<Recipe> recipes, int[] follows, int chunk) {
        int nearest = -1;
        double least = Double.MAX_VALUE;
        for (int i : found) {
            double distance = SampleClasses.distance(
                            task.features().get(i), task.features().get(chunk))
                    + (follows[i] == follows[chunk] ? 0 : 100);
            if (distance < least) {
                least = distance;
                nearest = i;
            }
        }
        if (nearest < 0) {
            return recipes.get(chunk);
        }
        Recipe its = recipes.get(nearest);
        return search.predict(
                task.chunks().get(chunk),
                task.chunks().get(nearest),
                new Recipe(
                        0,
                        follows[chunk],
                        its.window(),
                        its.rate(),
                        noise(task.chunks().get(chunk), follows[chunk])));
    }

    private static int noise(ChunkSample chunk, int template) {
        return template < 0 ? chunk.noise() : 0;
    }

    @Override
    public void close() {
        chunkCodecs.close();
        joinedCodecs.close();
    }
}
