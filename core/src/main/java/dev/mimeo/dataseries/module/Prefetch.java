package dev.mimeo.dataseries.module;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentStream;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Pulls extents from a source on a separate thread, ahead of the caller. So the stages before and after this one compute at the
 * same time. A source that reads files is parallel already and does not need this stage.
 *
 * <p>The size of an extent is not known before it arrives, so each coming extent is assumed to be as large as the largest so
 * far. Closing this stage stops its thread, then closes the source. Not thread-safe.
 */
public final class Prefetch implements ExtentStream {

    /** Default bound of the uncompressed bytes of extents that wait: 32 MiB, as in the original library. */
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
     * @param maxBytes bound of the uncompressed bytes of extents that wait; one extent is always admitted
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
        // An extent without rows takes memory too.
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
     * Returns the totals of the extents returned so far; the stored bytes are 0. The idle time is the time in which the thread of
     * this stage could not pull ahead because of the bound.
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
