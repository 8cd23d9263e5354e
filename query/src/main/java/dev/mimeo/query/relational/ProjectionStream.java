package dev.mimeo.query.relational;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
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
                () -> new Copier(projections.get()),
                extent -> RESULT_FACTOR * extent.sizeBytes(),
                BYTES_PER_THREAD * threads,
                projections.get().needsOrder() ? 1 : threads);
    }

    @Override
    public @Nullable Extent next() throws IOException {
        return copies.next();
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
