package dev.mimeo.scan;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Supplies a data set as chunks, a segment at a time. Made by {@link ChunkSources}; for one thread, which need not be the
 * one that works on the segments.
 */
public interface ChunkSource extends Closeable {

    /** Returns what is read, for messages: the inputs as they were named. */
    String name();

    /**
     * Reads the next segment.
     *
     * @return a segment with at least one chunk, or null at the end
     * @throws IllegalStateException if the source is closed before its end
     * @throws IOException if reading fails and the failure is not to be skipped; the message names the object
     */
    @Nullable Segment next() throws IOException;

    /**
     * Takes back a segment of this source whose bytes no one needs any more, so that its array can be used again. Never
     * calling it is fine.
     */
    default void recycle(Segment segment) {}

    /**
     * Returns the size of the whole data set in bytes, whether all of it is read or a sample, or -1 while that is not
     * known (streams before their end).
     */
    long bytes();

    /** Returns how many chunks the whole data set has, or -1 while that is not known. */
    long population();

    /** Returns whether the chunks are a random sample that leaves some of the data set out. */
    boolean sampled();

    /** Returns whether byte values stand for others, see {@link ChunkSources#permuted}. */
    default boolean permuted() {
        return false;
    }

    /** Returns the first objects that were left out so far, at most 1000. */
    List<ScanSummary.SkippedSource> skipped();

    /** Returns how many objects were left out so far for a reason, listed or not. */
    long skippedCount(ScanSummary.SkippedSource.Reason reason);
}
