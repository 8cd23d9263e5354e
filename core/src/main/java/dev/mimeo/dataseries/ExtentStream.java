package dev.mimeo.dataseries;

/** A source of extents that tells what it has done. For one thread, as every {@link ExtentSource}. */
public interface ExtentStream extends ExtentSource {

    /** Returns what was read so far, and where the time went. */
    StreamStatistics statistics();
}
