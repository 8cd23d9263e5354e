package dev.mimeo.garage.query;

/** Is told how far a query has come. Called by any thread, one at a time. */
@FunctionalInterface
public interface QueryProgress {

    /**
     * Takes a step.
     *
     * @param done files done, of a query that is resumed also those of before
     * @param total files of the source
     */
    void update(int done, int total);

    /**
     * Says how far a worker has come; called before {@link #update} of the same step.
     *
     * @param worker its number, from 0
     * @param done files that it has done in this run
     */
    default void worker(int worker, int done) {}
}
