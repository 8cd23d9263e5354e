package dev.mimeo.scan.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicCoding;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.characterization.mimic.Recipe;
import dev.mimeo.generate.mimic.ChunkSynthesizer;
import dev.mimeo.generate.mimic.MimicTexts;
import java.util.ArrayList;
import java.util.List;

/** Fits a model and a recipe for each chunk to chunks that are held. For one thread. */
final class ModelFit {

    private static final int MAX_CLASSES = 20;
    private static final int CHUNKS_A_CLASS = 8;
    private static final int TRIALS = 24;

    private final List<ChunkSample> chunks;
    private final double share;
    private final boolean fast;
    private final AnonymityRule rule;
    private final List<Recipe> recipes = new ArrayList<>();
    private final List<ContentClass> contents = new ArrayList<>();
    private final List<ParseTemplate> templates = new ArrayList<>();

    /**
     * @param chunks what to fit to, at least one
     * @param share bytes that the model may take, as a share of those of the chunks
     * @param fast whether all chunks of a class have the same recipe but for the template
     * @param rule what the model may tell of the content
     */
    ModelFit(List<ChunkSample> chunks, double share, boolean fast, AnonymityRule rule) {
        this.chunks = chunks;
        this.share = share;
        this.fast = fast;
        this.rule = rule;
    }

    /** Fits. */
    MimicModel fit() {
        List<double[]> features = chunks.stream().map(SampleClasses::features).toList();
        int[] classes = SampleClasses.of(features, Math.max(1, Math.min(MAX_CLASSES, chunks.size() / CHUNKS_A_CLASS)));
        int count = 0;
        for (int k : classes) {
            count = Math.max(count, k + 1);
        }
        for (int i = 0; i < chunks.size(); i++) {
            recipes.add(new Recipe(0, -1, 0, 0, 0));
        }
        try (CodecSizes chunkCodecs = new CodecSizes(CodecSizes.CHUNK);
                CodecSizes joinedCodecs = new CodecSizes(CodecSizes.JOINED)) {
            for (int k = 0; k < count; k++) {
                List<Integer> members = new ArrayList<>();
                for (int i = 0; i < classes.length; i++) {
                    if (classes[i] == k) {
                        members.add(i);
                    }
                }
                fitClass(k, members, features, chunkCodecs, joinedCodecs);
            }
        }
        return new MimicModel(contents, templates);
    }

    /** Returns the recipe of each chunk. */
    List<Recipe> recipes() {
        return recipes;
    }

    private void fitClass(
            int k, List<Integer> members, List<double[]> features, CodecSizes chunkCodecs, CodecSizes joinedCodecs) {
        List<ChunkSample> samples = members.stream().map(chunks::get).toList();
        long bytes = samples.stream().mapToLong(ChunkSample::length).sum();
        long budget = (long) (bytes * share);
        Trial.Way way = new ClassFit(samples, new Trial(chunkCodecs, joinedCodecs), rule)
                .choose(Math.max(600, budget * 2 / 3), budget > 500);
        contents.add(way.content());
        List<ParseTemplate> parses = new ArrayList<>();
        int[] follows = new int[samples.size()];
        if (way.template() != null) {
            int model = way.content().model() == null
                    ? 0
                    : MimicCoding.encode(way.content().model()).length;
            List<double[]> own = members.stream().map(features::get).toList();
            follows = TemplateChoice.choose(samples, own, budget - model, parses);
        }
        List<ContentClass> one = List.of(way.content());
        RecipeSearch search =
                new RecipeSearch(new ChunkSynthesizer(new MimicTexts(new MimicModel(one, parses))), chunkCodecs);
        Recipe start = way.start();
        for (int i = 0; i < samples.size(); i++) {
            int template = way.template() != null ? follows[i] : -1;
            Recipe found = new Recipe(0, template, start.window(), start.rate(), 0);
            if (!fast) {
                found = search.find(samples.get(i), found, TRIALS);
            }
            recipes.set(
                    members.get(i),
                    new Recipe(
                            k,
                            template < 0 ? -1 : templates.size() + template,
                            found.window(),
                            found.rate(),
                            found.variant()));
        }
        templates.addAll(parses);
    }
}
