package dev.mimeo.dataseries.module;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentStream;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Pulls a source on a thread of its own, ahead of who pulls this. Puts stages that compute on both sides to work at the
 * same time; a source that reads files is parallel without.
 *
 * <p>The size of an extent is only known once it is there, so each extent to come is taken to be as large as the largest
 * so far. The source is closed with this stage, once its thread has stopped.
 */
public final class Prefetch implements ExtentStream {

    /** Bound of the original library, in uncompressed bytes. */
    public static final long DEFAULT_MAX_BYTES = 32L << 20;

    private final ExtentSource source;
    private final OrderedPipeline<Long, Optional<Extent>> pipeline;

    // Written by the thread of the pipeline, read by the one that pulls.
    private volatile long largest;
    private volatile boolean ended;

    /** Used by the thread of the pipeline alone. */
    private boolean first = true;

    private long extents;
    private long unpackedBytes;

    /** Makes a stage with the default bound. */
    public Prefetch(ExtentSource source) {
        this(source, DEFAULT_MAX_BYTES);
    }

    /**
     * Makes a stage.
     *
     * @param maxBytes bound of the uncompressed bytes of extents waiting; one is always admitted
     */
    public Prefetch(ExtentSource source, long maxBytes) {
        this.source = source;
        // An extent of unknown size takes all of the bound, so nothing is pulled ahead before the first has come.
        this.largest = maxBytes;
        this.pipeline = new OrderedPipeline<>(
                () -> ended ? null : largest, () -> expected -> pull(), Long::longValue, maxBytes, 1);
    }

    /** Runs on the one thread of the pipeline. */
    private Optional<Extent> pull() throws IOException {
        Extent extent = ended ? null : source.next();
        if (extent == null) {
            ended = true;
            return Optional.empty();
        }
        // An extent without rows weighs something too.
        long bytes = Math.max(1024, extent.sizeBytes());
        largest = first ? bytes : Math.max(largest, bytes);
        first = false;
        return Optional.of(extent);
    }

    @Override
    public @Nullable Extent next() throws IOException {
        Optional<Extent> next = pipeline.next();
        Extent extent = next == null ? null : next.orElse(null);
        if (extent != null) {
            extents++;
            unpackedBytes += extent.sizeBytes();
        }
        return extent;
    }

    /**
     * Returns what was handed out so far. The time that the thread of this stage was idle is that in which it had pulled
     * as much ahead as it may.
     */
    @Override
    public ExtentStream.Totals statistics() {
        return new ExtentStream.Totals(extents, 0, unpackedBytes, pipeline.statistics());
    }

    @Override
    public void close() throws IOException {
        pipeline.close();
        source.close();
    }
}
