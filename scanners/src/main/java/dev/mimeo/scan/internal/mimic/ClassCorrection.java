package dev.mimeo.scan.internal.mimic;

import dev.mimeo.scan.DatasetFindings;
import java.io.Serializable;
import java.util.List;
import java.util.function.IntConsumer;

/** Chooses between the strategies by which a class was fitted, and corrects the class as a whole. For one thread. */
final class ClassCorrection implements AutoCloseable {

    private final Effort effort;
    private final CodecSizes chunkCodecs;
    private final CodecSizes joinedCodecs;

    /** @param effort budgets of the fit, more than those of {@link Effort#FAST} */
    private ClassCorrection(Effort effort) {
        this.effort = effort;
        this.chunkCodecs = new CodecSizes(effort.chunkCodecs());
        this.joinedCodecs = new CodecSizes(effort.joinedCodecs());
    }

    /**
     * A class to correct.
     *
     * @param candidates the class as fitted by one or two strategies, the best one first
     */
    record Task(List<ChunkSample> chunks, List<Fitted> candidates) implements Serializable {}

    /**
     * Corrects classes, each on its own.
     *
     * @param effort budgets of the fit, more than those of {@link Effort#FAST}
     */
    record Step(Effort effort) implements DatasetFindings.Step<Task, Fitted> {
        @Override
        public Fitted apply(Task task, IntConsumer done) {
            try (ClassCorrection correction = new ClassCorrection(effort)) {
                Fitted corrected = correction.corrected(task);
                done.accept(FitProgress.CORRECTION);
                return corrected;
            }
        }
    }

    private Fitted corrected(Task task) {
        Tuning tuning = new Tuning(task.chunks(), effort.tunedOfClass(), effort, chunkCodecs, joinedCodecs);
        List<Fitted> candidates = task.candidates();
        // The comparison is the better the more of them are corrected.
        boolean eachTuned = effort == Effort.BEST;
        Fitted best = eachTuned ? tuning.tune(candidates.get(0)) : candidates.get(0);
        double error = tuning.error(best);
        for (Fitted candidate : candidates.subList(1, candidates.size())) {
            Fitted other = eachTuned ? tuning.tune(candidate) : candidate;
            double its = tuning.error(other);
            if (its < gain(best, other) * error) {
                best = other;
                error = its;
            }
        }
        return eachTuned ? best : tuning.tune(best);
    }

    /** Returns the factor by which the error of another strategy must be smaller. */
    private static double gain(Fitted best, Fitted other) {
        return price(other) / price(best);
    }

    /** Returns by how much a strategy must be better than one that costs no bytes. */
    private static double price(Fitted strategy) {
        return strategy.model().templates().isEmpty() ? 1 : ClassFit.TEMPLATE_GAIN;
    }

    @Override
    public void close() {
        chunkCodecs.close();
        joinedCodecs.close();
    }
}
