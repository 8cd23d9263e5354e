package dev.mimeo.benchmarks;

import java.io.Closeable;
import java.util.List;

/** A system under test that computes the statistics of {@link DiskQuery}, with its own copy of the data. */
interface QuerySystem extends Closeable {

    /** Returns the name for the report. */
    String name();

    /** Returns the size of its data, in bytes. */
    long bytes();

    /** Runs the queries and returns the statistics of each; the system may read the data once or several times. */
    List<GroupStatistics> run(List<DiskQuery> queries) throws Exception;
}
