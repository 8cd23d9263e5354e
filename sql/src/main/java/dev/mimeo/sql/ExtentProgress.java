package dev.mimeo.sql;

/** A listener for the progress of a query over the extents of files. Called by any thread, one at a time per table of a query. */
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
