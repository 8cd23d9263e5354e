package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.generate.internal.mimic.MimicTexts;
import dev.mimeo.scan.DatasetFindings;
import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.function.IntConsumer;

/** Chooses between the strategies by which a class was fitted, and corrects the class as a whole. For one thread. */
final class ClassCorrection implements AutoCloseable {

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

    private final Effort effort;
    private final CodecSizes chunkCodecs;
    private final CodecSizes joinedCodecs;
    private final boolean motif;

    /**
     * @param motif whether generator {@code motif} may make a class
     * @param effort budgets of the fit, more than those of {@link Effort#FAST}
     */
    private ClassCorrection(boolean motif, Effort effort) {
        this.effort = effort;
        this.chunkCodecs = new CodecSizes(effort.chunkCodecs());
        this.joinedCodecs = new CodecSizes(effort.joinedCodecs());
        this.motif = motif;
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
     * @param motif whether generator {@code motif} may make a class
     * @param effort budgets of the fit, more than those of {@link Effort#FAST}
     */
    record Step(boolean motif, Effort effort) implements DatasetFindings.Step<Task, Fitted> {
        @Override
        public Fitted apply(Task task, IntConsumer done) {
            try (ClassCorrection correction = new ClassCorrection(motif, effort)) {
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
        if (!eachTuned) {
            best = tuning.tune(best);
            error = tuning.error(best);
        }
        double most = Math.max(CLEAR_MOTIF_GAIN * error, Math.min(GOOD_MOTIF, MOTIF_GAIN * error));
        return motif && tuning.error(motif(task)) < most ? motif(task) : best;
    }

    /** Returns the factor by which the error of another strategy must be smaller. */
    private static double gain(Fitted best, Fitted other) {
        return price(other) / price(best);
    }

    /** Returns by how much a strategy must be better than one that costs no bytes. */
    private static double price(Fitted strategy) {
        return strategy.model().templates().isEmpty() ? 1 : ClassFit.TEMPLATE_GAIN;
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
