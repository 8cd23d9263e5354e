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
}
