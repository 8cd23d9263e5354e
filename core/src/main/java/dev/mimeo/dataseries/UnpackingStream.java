package dev.mimeo.dataseries;

import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks stored extents, in their order. With all checksums two at a time, as that is faster, see
 * {@link JenkinsHash#hashPair}.
 */
final class UnpackingStream implements ExtentStream {

    /**
     * Bytes of stored and unpacked extents that are in work per thread, and once more: few, so that they are still in the
     * CPU cache when they are used.
     */
    private static final long BYTES_PER_THREAD = 4L << 20;

    /** Least weight of an extent, in bytes, with the objects around it. */
    private static final long MIN_WEIGHT = 1 << 12;

    /** Extents up to this size are unpacked two at a time. */
    private static final long MAX_PAIRED_BYTES = 16L << 20;

    private final OrderedPipeline.Source<? extends StoredExtent> source;
    private final Checksums checksums;
    private final BufferPool pool;
    private final @Nullable FieldSelection projection;
    private final OrderedPipeline<Pair, Unpacked> pipeline;
    private @Nullable StoredExtent waiting;
    private @Nullable IOException sourceFailure;
    private @Nullable Unpacked rest;
    private long extents;
    private long storedBytes;
    private long unpackedBytes;

    /** One extent or two that are unpacked together. */
    private record Pair(StoredExtent first, @Nullable StoredExtent second) {}

    /** One extent or two, or one and why the next one cannot be read. */
    record Unpacked(
            Extent first, @Nullable Extent second, @Nullable IOException failure) {}

    /**
     * Opens a stream that unpacks on the pulling thread if that is the only one.
     *
     * @param source gives the extents, read with the pool
     * @param projection the only fields that are needed; null for all
     */
    UnpackingStream(
            OrderedPipeline.Source<? extends StoredExtent> source,
            Checksums checksums,
            BufferPool pool,
            @Nullable FieldSelection projection,
            int threads) {
        this(source, checksums, pool, projection, threads, threads == 1 ? 0 : BYTES_PER_THREAD * (threads + 1L));
    }

    /**
     * Opens a stream.
     *
     * @param maxBytes bound of the bytes in work, but every thread and the one that pulls have one extent or two at least;
     *     0 to unpack on the pulling thread
     * @throws IllegalArgumentException if {@code threads} is below 1
     */
    UnpackingStream(
            OrderedPipeline.Source<? extends StoredExtent> source,
            Checksums checksums,
            BufferPool pool,
            @Nullable FieldSelection projection,
            int threads,
            long maxBytes) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
        this.source = source;
        this.checksums = checksums;
        this.pool = pool;
        this.projection = projection;
        long share = Math.max(1, maxBytes / (threads + 1L));
        this.pipeline = new OrderedPipeline<>(
                this::nextPair,
                Worker::new,
                pair -> Math.min(share, weight(pair)),
                maxBytes,
                maxBytes == 0 ? 0 : threads);
    }

    private static long weight(Pair pair) {
        StoredExtent second = pair.second();
        return MIN_WEIGHT + pair.first().weight() + (second == null ? 0 : second.weight());
    }

    private @Nullable Pair nextPair() throws IOException {
        StoredExtent first = waiting != null ? waiting : nextStored();
        waiting = null;
        if (first == null) {
            return null;
        }
        if (checksums != Checksums.ALL) {
            return new Pair(first, null);
        }
        StoredExtent second;
        try {
            second = nextStored();
        } catch (IOException e) {
            // The first one is still handed out.
            sourceFailure = e;
            return new Pair(first, null);
        }
        if (second != null && Math.max(first.weight(), second.weight()) > MAX_PAIRED_BYTES) {
            waiting = second;
            second = null;
        }
        return new Pair(first, second);
    }

    private @Nullable StoredExtent nextStored() throws IOException {
        if (sourceFailure != null) {
            throw sourceFailure;
        }
        StoredExtent next = source.next();
        if (next != null) {
            storedBytes += next.header().sizeBytes();
        }
        return next;
    }

    @Override
    public @Nullable Extent next() throws IOException {
        Extent next = nextExtent();
        if (next != null) {
            extents++;
            unpackedBytes += next.sizeBytes();
        }
        return next;
    }

    @Override
    public ExtentStream.Totals statistics() {
        return new ExtentStream.Totals(extents, storedBytes, unpackedBytes, pipeline.statistics());
    }

    private @Nullable Extent nextExtent() throws IOException {
        if (rest != null) {
            Unpacked pair = rest;
            if (pair.failure() != null) {
                throw pair.failure();
            }
            rest = null;
            return pair.second();
        }
        Unpacked pair = pipeline.next();
        if (pair == null) {
            return null;
        }
        rest = pair.second() == null && pair.failure() == null ? null : pair;
        return pair.first();
    }

    @Override
    public void close() {
        rest = null;
        pipeline.close();
    }

    private final class Worker implements OrderedPipeline.Worker<Pair, Unpacked> {
        private final ExtentUnpacker unpacker = new ExtentUnpacker(checksums, pool, projection);

        @Override
        public Unpacked apply(Pair pair) throws IOException {
            return pair.second() == null
                    ? new Unpacked(unpacker.unpack(pair.first()), null, null)
                    : unpacker.unpack(pair.first(), pair.second());
        }

        @Override
        public void close() {
            unpacker.close();
        }
    }
}
