package dev.mimeo.analysis.sql;

/** Is told how far the reading of files has come. Called by any thread, one at a time per table of a query. */
@FunctionalInterface
public interface ExtentProgress {

    /**
     * Takes a step.
     *
     * @param extents extents read so far, of all tables of the query
     * @param total extents that these tables have
     */
    void update(long extents, long total);
}
