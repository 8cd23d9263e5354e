package dev.mimeo.scan;

import dev.mimeo.characterization.DuplicationCharacterization;
import dev.mimeo.characterization.mimic.MimicCharacterization;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Receives what {@linkplain DatasetScanner#finish data set scanners} find of a data set as a whole. Not thread-safe. */
public final class DatasetFindings {

    /**
     * A step of a scanner's work that can be done for many inputs at once. What it holds, its inputs and results can be serialized, as
     * other machines may work on them. Thread-safe.
     *
     * @param <I> input
     * @param <O> result
     */
    public interface Step<I, O> extends Serializable {
        /**
         * Works on an input.
         *
         * @param done told how much of a scanner's work is done, in units of its own
         */
        O apply(I input, IntConsumer done) throws IOException;
    }

    /** Runs steps, here or on other machines. Thread-safe. */
    public interface StepRunner {
        /**
         * Runs a step for each input.
         *
         * @param done told how much is done by each, by any thread; not told by steps on other machines
         * @return the results, in the order of the inputs
         * @throws IOException if a step fails
         */
        <I, O> List<O> run(Step<I, O> step, List<I> inputs, IntConsumer done) throws IOException;

        /** Returns how many threads of this machine the caller may use for work that shares its memory, at least 1. */
        default int threads() {
            return 1;
        }

        /**
         * Returns a runner that has threads of its own.
         *
         * @param threads at least 1
         */
        static StepRunner onThreads(int threads) {
            return new ThreadSteps(threads);
        }
    }

    private final StepRunner steps;
    private final DoubleConsumer progress;
    private final List<DuplicationCharacterization> duplication = new ArrayList<>();
    private final Map<String, Double> statistics = new TreeMap<>();
    private @Nullable MimicCharacterization mimic;

    /**
     * Makes a place for findings.
     *
     * @param steps runs steps of scanners
     * @param progress given the fraction of the remaining work that is done, 0 to 1
     */
    DatasetFindings(StepRunner steps, DoubleConsumer progress) {
        this.steps = steps;
        this.progress = progress;
    }

    /** Returns what runs steps that do not depend on each other. */
    public StepRunner steps() {
        return steps;
    }

    /**
     * Tells how far a scanner is that takes long; by one thread at a time.
     *
     * @param share 0 to 1, not decreasing
     */
    public void progress(double share) {
        progress.accept(share);
    }

    /** Adds the exact duplication under one way of cutting. */
    public void duplication(DuplicationCharacterization found) {
        duplication.add(found);
    }

    /** Sets how the chunks are made. */
    public void mimic(MimicCharacterization found) {
        mimic = found;
    }

    /**
     * Sets a further number.
     *
     * @param name {@code scanner.number}: identifiers with dots between them, at most 127 characters
     * @param value finite; the name or the value being out of range fails the scan
     */
    public void statistic(String name, double value) {
        statistics.put(name, value);
    }

    List<DuplicationCharacterization> duplication() {
        return duplication;
    }

    @Nullable MimicCharacterization mimic() {
        return mimic;
    }

    Map<String, Double> statistics() {
        return statistics;
    }
}
