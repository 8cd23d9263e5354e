package dev.mimeo.dataseries;

import dev.mimeo.statistics.PipelineStatistics;

/** A source of extents that tells what it has done. For one thread, as every {@link ExtentSource}. */
public interface ExtentStream extends ExtentSource {

    /**
     * Totals of a stream of extents.
     *
     * @param extents extents handed out
     * @param storedBytes bytes of extents read, also of those that are not handed out yet; 0 where the stream does not read
     * @param unpackedBytes uncompressed bytes of the extents handed out
     * @param time times of the stream; items are not always single extents
     */
    record Totals(long extents, long storedBytes, long unpackedBytes, PipelineStatistics time) {}

    /** Returns what was read so far, and where the time went. */
    Totals statistics();
}
