package dev.mimeo.query.relational;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Result of a {@link Projection} of a stream of rows, computed on several threads: an extent for each extent, in their
 * order. For one thread; a bounded number of bytes is held.
 */
public final class ProjectionStream implements ExtentSource {

    /** Bytes of extents and what is made of them that are held, per thread. */
    private static final long BYTES_PER_THREAD = 16L << 20;

    /** Memory of an extent with its columns and what is made of it, in its own size. */
    private static final long RESULT_FACTOR = 3;

    private final ExtentSource source;
    private final OrderedPipeline<Extent, Extent> copies;

    /** The projections of all threads. */
    private final Queue<Projection> started = new ConcurrentLinkedQueue<>();

    /**
     * Makes a stream.
     *
     * @param source extents of the input type of the projections; closed with the stream
     * @param projections makes equal projections, one per thread
     * @param threads threads that copy, at least 1; projections that need the order of the rows have one
     */
    public ProjectionStream(ExtentSource source, Supplier<Projection> projections, int threads) {
        this.source = source;
        this.copies = new OrderedPipeline<>(
                source::next,
                () -> new Copier(started(projections.get())),
                extent -> RESULT_FACTOR * extent.sizeBytes(),
                BYTES_PER_THREAD * threads,
                projections.get().needsOrder() ? 1 : threads);
    }

    private Projection started(Projection projection) {
        started.add(projection);
        return projection;
    }

    @Override
    public @Nullable Extent next() throws IOException {
        return copies.next();
    }

    /**
     * Returns how many values were copied to another number, see {@link Projection#inexact}. For use after the last extent.
     *
     * @return the counts by the names of columns of the copies, in their order
     */
    public SortedMap<String, Long> inexact() {
        SortedMap<String, Long> all = new TreeMap<>();
        started.forEach(
                projection -> projection.inexact().forEach((column, count) -> all.merge(column, count, Long::sum)));
        return all;
    }

    @Override
    public void close() throws IOException {
        try (source) {
            copies.close();
        }
    }

    /** Copies one extent after the other. */
    private static final class Copier implements OrderedPipeline.Worker<Extent, Extent> {
        private final ExtentSource copies;
        private @Nullable Extent given;

        Copier(Projection projection) {
            this.copies = projection.over(new ExtentSource() {
                @Override
                public @Nullable Extent next() {
                    return given;
                }

                @Override
                public void close() {}
            });
        }

        @Override
        public Extent apply(Extent extent) throws IOException {
            given = extent;
            Extent copy = copies.next();
            given = null;
            if (copy == null) {
                throw new IllegalStateException("there is no copy of an extent");
            }
            return copy;
        }
    }
}
