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
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Corrects the recipes of all chunks of a class after all else of the model is known, so that each comes as near to its original as it can;
 * or leaves the class to generator {@code motif} where that is more accurate. For one thread; it may use more.
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

    /** Most chunks of a class that are corrected one after the other, so that threads share large classes. */
    private static final int PART = 64;

    private final Effort effort;
    private final LocalThreads threads;
    private final CodecSizes chunkCodecs;
    private final CodecSizes joinedCodecs;

    private RecipeCorrection(Effort effort, LocalThreads threads) {
        this.effort = effort;
        this.threads = threads;
        this.chunkCodecs = new CodecSizes(effort.chunkCodecs());
        this.joinedCodecs = new CodecSizes(effort.joinedCodecs());
    }

    /**
     * A class to correct.
     *
     * @param copies by number of a chunk: what it repeats of earlier chunks
     */
    record Task(List<ChunkSample> chunks, Fitted fitted, Map<Long, Copies.OfChunk> copies) implements Serializable {}

    /**
     * Corrects classes, each on its own.
     *
     * @param motif whether generator {@code motif} may make a class
     * @param effort budgets of the fit
     * @param threads to use for a class
     */
    record Step(boolean motif, Effort effort, int threads) implements DatasetFindings.Step<Task, Fitted> {

        /** Makes a step in which all classes stay those of generator {@code mimic}. */
        static Step withoutMotif(Effort effort, int threads) {
            return new Step(false, effort, threads);
        }

        @Override
        public Fitted apply(Task task, IntConsumer done) {
            try (RecipeCorrection correction = new RecipeCorrection(effort, new LocalThreads(threads))) {
                Fitted corrected = correction.corrected(task);
                Fitted best = motif ? correction.orMotif(task, corrected) : corrected;
                done.accept(FitProgress.RECIPES);
                return best;
            }
        }
    }

    /**
     * Corrects the recipes of chunks with copies once more, class by class.
     *
     * @param effort budgets of the fit
     * @param threads to use for a class
     */
    record CopiesStep(Effort effort, int threads) implements DatasetFindings.Step<Task, Fitted> {
        @Override
        public Fitted apply(Task task, IntConsumer done) {
            if (task.copies().isEmpty()) {
                return task.fitted();
            }
            try (RecipeCorrection correction = new RecipeCorrection(effort, new LocalThreads(threads))) {
                return correction.withParts(
                        task,
                        parts -> correction.threads.run(
                                parts.size(),
                                i -> parts.get(i).findCopies(task.copies().keySet(), effort.refiningTrials())));
            }
        }
    }

    private Fitted corrected(Task task) {
        return withParts(task, parts -> {
            threads.run(parts.size(), i -> parts.get(i).find(effort.refiningTrials()));
            if (task.chunks().size() >= LEAST_BALANCED) {
                balance(parts);
                threads.run(parts.size(), i -> parts.get(i).find(effort.balancingTrials()));
            }
        });
    }

    /** Returns the class with the recipes that its parts have after a step; without one if it has no model. */
    private Fitted withParts(Task task, Consumer<List<Part>> step) {
        Fitted fitted = task.fitted();
        if (!fitted.model().classes().get(0).hasModel()) {
            return fitted;
        }
        List<Part> parts = parts(task);
        try {
            step.accept(parts);
            List<MimicModel.Recipe> recipes =
                    parts.stream().flatMap(part -> part.recipes.stream()).toList();
            return new Fitted(fitted.model(), recipes, fitted.texts());
        } finally {
            parts.forEach(Part::close);
        }
    }

    private List<Part> parts(Task task) {
        int chunks = task.chunks().size();
        int count = (chunks + PART - 1) / PART;
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(new Part(task, i * chunks / count, (i + 1) * chunks / count));
        }
        return parts;
    }

    private static void balance(List<Part> parts) {
        int counted = parts.get(0).search.counted();
        double[] original = new double[counted];
        double[] synthetic = new double[counted];
        parts.forEach(part -> part.search.addSizes(part.chunks, part.recipes, original, synthetic));
        parts.forEach(part -> part.search.balance(original, synthetic));
    }

    /** Some chunks of a class, in a row. For one thread at a time; to be closed. */
    private final class Part implements AutoCloseable {
        private final List<ChunkSample> chunks;
        private final CodecSizes codecs = new CodecSizes(effort.chunkCodecs());
        private final RecipeSearch search;
        private List<MimicModel.Recipe> recipes;

        Part(Task task, int start, int end) {
            chunks = task.chunks().subList(start, end);
            recipes = task.fitted().recipes().subList(start, end);
            search = new RecipeSearch(
                    task.fitted().model().classes().get(0),
                    new ChunkMaker(task.fitted().texts(), task.copies()),
                    codecs,
                    effort.refinedCodecs());
            search.tryWith(Math.max(
                    1,
                    Math.min(effort.refiningSeeds(), FEW_CHUNKS / task.chunks().size())));
        }

        void find(int trials) {
            find(chunk -> true, trials);
        }

        /** @param numbers those of chunks with copies */
        void findCopies(Set<Long> numbers, int trials) {
            find(chunk -> numbers.contains(chunk.number()), trials);
        }

        private void find(Predicate<ChunkSample> which, int trials) {
            List<MimicModel.Recipe> found = new ArrayList<>();
            for (int i = 0; i < chunks.size(); i++) {
                ChunkSample chunk = chunks.get(i);
                MimicModel.Recipe recipe = recipes.get(i);
                found.add(which.test(chunk) ? search.find(chunk, recipe, trials) : recipe);
            }
            recipes = found;
        }

        @Override
        public void close() {
            codecs.close();
        }
    }

    private Fitted orMotif(Task task, Fitted fitted) {
        ToDoubleFunction<Fitted> errors = errors(task);
        double error = errors.applyAsDouble(fitted);
        if (effort != Effort.BEST && error <= GOOD) {
            return fitted;
        }
        double most = Math.max(CLEAR_MOTIF_GAIN * error, Math.min(GOOD_MOTIF, MOTIF_GAIN * error));
        return errors.applyAsDouble(motif(task)) < most ? motif(task) : fitted;
    }

    /** Returns what measures how far chunks are from their originals: of a text, what they have in common counts too, as it stays as it is. */
    private ToDoubleFunction<Fitted> errors(Task task) {
        return task.fitted().model().classes().get(0).isText()
                ? new Tuning(task.chunks(), effort.tunedOfClass(), effort, chunkCodecs, joinedCodecs)::error
                : new ChunkError(task.chunks(), effort.tunedOfClass(), chunkCodecs)::of;
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
