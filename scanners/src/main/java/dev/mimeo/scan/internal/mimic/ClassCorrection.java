package dev.mimeo.scan.internal.mimic;

import dev.mimeo.scan.DatasetFindings;
import java.io.Serializable;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Corrects a class as a whole, and chooses between the strategies by which it was fitted, for {@link Effort#BEST}. For one thread.
 */
final class ClassCorrection implements AutoCloseable {

    private final CodecSizes chunkCodecs;
    private final CodecSizes joinedCodecs;

    private ClassCorrection() {
        this.chunkCodecs = new CodecSizes(Effort.BEST.chunkCodecs());
        this.joinedCodecs = new CodecSizes(Effort.BEST.joinedCodecs());
    }

    /**
     * A class to correct.
     *
     * @param candidates the class as fitted by one or two strategies, the best one first
     */
    record Task(List<ChunkSample> chunks, List<Fitted> candidates) implements Serializable {}

    /** Corrects classes, each on its own. */
    record Step() implements DatasetFindings.Step<Task, Fitted> {
        @Override
        public Fitted apply(Task task, IntConsumer done) {
            try (ClassCorrection correction = new ClassCorrection()) {
                Fitted corrected = correction.corrected(task);
                done.accept(FitProgress.CORRECTION);
                return corrected;
            }
        }
    }

    private Fitted corrected(Task task) {
        Tuning tuning = new Tuning(task.chunks(), Effort.BEST.tunedOfClass(), Effort.BEST, chunkCodecs, joinedCodecs);
        List<Fitted> candidates = task.candidates();
        Fitted best = tuning.tune(candidates.get(0));
        double error = tuning.error(best);
        for (Fitted candidate : candidates.subList(1, candidates.size())) {
            Fitted other = tuning.tune(candidate);
            double its = tuning.error(other);
            if (its < gain(best, other) * error) {
                best = other;
                error = its;
            }
        }
        return best;
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
