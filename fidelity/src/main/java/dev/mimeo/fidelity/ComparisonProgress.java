package dev.mimeo.fidelity;

/** Hears how far a comparison is; called on the comparing thread, never inside a timed section. */
@FunctionalInterface
public interface ComparisonProgress {

    /** Listens to nothing. */
    ComparisonProgress SILENT = (step, done) -> {};

    /**
     * Called when a step begins or has moved on.
     *
     * @param step current step, for a person: {@code zlib:6, chunks}
     * @param done share of the whole comparison, 0 to 1, not decreasing
     */
    void update(String step, double done);
}
