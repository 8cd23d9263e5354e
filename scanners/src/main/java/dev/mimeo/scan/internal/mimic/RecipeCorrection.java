package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.scan.DatasetFindings;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Corrects the recipes of all chunks of a class after all else of the model is known, so that each comes as near to its original as it can.
 */
final class RecipeCorrection {

    /** Fewest chunks of a class whose sum is corrected as well. */
    private static final int LEAST_BALANCED = 8;

    /** Chunks of a class are tried with several seeds if they are fewer than this. */
    private static final int FEW_CHUNKS = 64;

    private RecipeCorrection() {}

    /**
     * A class to correct.
     *
     * @param copies by number of a chunk: what it repeats of earlier chunks
     */
    record Task(List<ChunkSample> chunks, Fitted fitted, Map<Long, List<Copies.Copy>> copies) implements Serializable {}

    /**
     * Corrects classes, each on its own.
     *
     * @param effort budgets of the fit, more than those of {@link Effort#FAST}
     */
    record Step(Effort effort) implements DatasetFindings.Step<Task, Fitted> {
        @Override
        public Fitted apply(Task task, IntConsumer done) {
            try (CodecSizes codecs = new CodecSizes(effort.chunkCodecs())) {
                Fitted corrected = corrected(task, effort, codecs);
                done.accept(FitProgress.RECIPES);
                return corrected;
            }
        }
    }

    private static Fitted corrected(Task task, Effort effort, CodecSizes codecs) {
        Fitted fitted = task.fitted();
        ContentClass content = fitted.model().classes().get(0);
        if (content.model() == null) {
            return fitted;
        }
        List<ChunkSample> chunks = task.chunks();
        RecipeSearch search = new RecipeSearch(
                content, new ChunkMaker(fitted.texts(), task.copies()), codecs, effort.refinedCodecs());
        search.tryWith(Math.max(1, Math.min(effort.refiningSeeds(), FEW_CHUNKS / chunks.size())));
        List<MimicModel.Recipe> recipes = found(search, chunks, fitted.recipes(), effort.refiningTrials());
        if (chunks.size() >= LEAST_BALANCED) {
            search.balance(chunks, recipes);
            recipes = found(search, chunks, recipes, effort.balancingTrials());
        }
        return new Fitted(fitted.model(), recipes, fitted.texts());
    }

    private static List<MimicModel.Recipe> found(
            RecipeSearch search, List<ChunkSample> chunks, List<MimicModel.Recipe> start, int trials) {
        List<MimicModel.Recipe> recipes = new ArrayList<>();
        for (int chunk = 0; chunk < chunks.size(); chunk++) {
            recipes.add(search.find(chunks.get(chunk), start.get(chunk), trials));
        }
        return recipes;
    }
}
