package dev.mimeo.scan;

import dev.mimeo.characterization.DuplicationCharacterization;
import dev.mimeo.characterization.mimic.MimicCharacterization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/** Receives what {@linkplain DatasetScanner#finish data set scanners} find of a data set as a whole. Not thread-safe. */
public final class DatasetFindings {

    private final int threads;
    private final DoubleConsumer progress;
    private final List<DuplicationCharacterization> duplication = new ArrayList<>();
    private final Map<String, Double> statistics = new TreeMap<>();
    private @Nullable MimicCharacterization mimic;

    /**
     * Makes a place for findings.
     *
     * @param threads most threads that a scanner may use, at least 1
     * @param progress given the fraction of the remaining work that is done, 0 to 1
     */
    DatasetFindings(int threads, DoubleConsumer progress) {
        this.threads = threads;
        this.progress = progress;
    }

    /** Returns how many threads may be used at most, at least 1. */
    public int threads() {
        return threads;
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
