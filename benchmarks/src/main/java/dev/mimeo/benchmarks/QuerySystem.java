package dev.mimeo.benchmarks;

import java.io.Closeable;
import java.util.List;

/** A way to answer the queries. */
interface QuerySystem extends Closeable {

    /** Returns what to call it. */
    String name();

    /** Returns the bytes of its data. */
    long bytes();

    /** Returns the statistics for each query, reading the data as often as this way needs. */
    List<GroupStatistics> run(List<DiskQuery> queries) throws Exception;
}
