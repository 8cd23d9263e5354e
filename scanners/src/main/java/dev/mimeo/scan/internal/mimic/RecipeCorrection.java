package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.generate.internal.mimic.MimicTexts;
import dev.mimeo.scan.DatasetFindings;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Corrects the recipes of all chunks of a class after all else of the model is known, so that each comes as near to its original as it can;
 * or leaves the class to generator {@code motif} where that is more accurate. For one thread.
 */
final class RecipeCorrection implements AutoCloseable {

    /** Chunks that generator {@code motif} makes, and by what factor it must be better. */
    private static final MimicModel MOTIF = new MimicModel(List.of(ContentClass.MOTIF), List.of());

    private static final double MOTIF_GAIN = 0.8;

    /**
     * Greatest error of generator {@code motif} at which that gain is enough; above it the chunks have nothing in common with
     * others.
     */
    private static final double GOOD_MOTIF = 0.1;

    /** Errors of generator {@code motif} that are smaller by this factor are small enough, whatever they are. */
    private static final double CLEAR_MOTIF_GAIN = 0.6;

    /** Error up to which generator {@code motif} is hardly ever better by as much; below the best effort it is not tried then. */
    private static final double GOOD = 0.1;

    /** Fewest chunks of a class whose sum is corrected as well. */
    private static final int LEAST_BALANCED = 8;

    /** Chunks of a class are tried with several seeds if they are fewer than this. */
    private static final int FEW_CHUNKS = 64;

    private final Effort effort;
    private final CodecSizes chunkCodecs;
    private final CodecSizes joinedCodecs;

    private RecipeCorrection(Effort effort) {
        this.effort = effort;
        this.chunkCodecs = new CodecSizes(effort.chunkCodecs());
        this.joinedCodecs = new CodecSizes(effort.joinedCodecs());
    }

    /**
     * A class to correct.
     *
     * @param copies by number of a chunk: what it repeats of earlier chunks
     */
    record Task(List<ChunkSample> chunks, Fitted fitted, Map<Long, List<Copies.Copy>> copies) implements Serializable {}

    /**
     * Corrects classes, each on its own.
     *
     * @param motif whether generator {@code motif} may make a class
     * @param effort budgets of the fit
     */
    record Step(boolean motif, Effort effort) implements DatasetFindings.Step<Task, Fitted> {
        @Override
        public Fitted apply(Task task, IntConsumer done) {
            try (RecipeCorrection correction = new RecipeCorrection(effort)) {
                Fitted corrected = correction.corrected(task);
                Fitted best = motif ? correction.orMotif(task, corrected) : corrected;
                done.accept(FitProgress.RECIPES);
                return best;
            }
        }
    }

    private Fitted corrected(Task task) {
        Fitted fitted = task.fitted();
        ContentClass content = fitted.model().classes().get(0);
        if (content.model() == null) {
            return fitted;
        }
        List<ChunkSample> chunks = task.chunks();
        RecipeSearch search = new RecipeSearch(
                content, new ChunkMaker(fitted.texts(), task.copies()), chunkCodecs, effort.refinedCodecs());
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

    private Fitted orMotif(Task task, Fitted fitted) {
        Tuning tuning = new Tuning(task.chunks(), effort.tunedOfClass(), effort, chunkCodecs, joinedCodecs);
        double error = tuning.error(fitted);
        if (effort != Effort.BEST && error <= GOOD) {
            return fitted;
        }
        double most = Math.max(CLEAR_MOTIF_GAIN * error, Math.min(GOOD_MOTIF, MOTIF_GAIN * error));
        return tuning.error(motif(task)) < most ? motif(task) : fitted;
    }

    /** Returns a class of chunks that generator {@code motif} makes. */
    private static Fitted motif(Task task) {
        return new Fitted(
                MOTIF,
                Collections.nCopies(task.chunks().size(), new MimicModel.Recipe(0, -1, 0, 0, 0)),
                new MimicTexts(MOTIF));
    }

    @Override
    public void close() {
        chunkCodecs.close();
        joinedCodecs.close();
    }
}
