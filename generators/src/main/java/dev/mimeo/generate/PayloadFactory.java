package dev.mimeo.generate;

import java.io.InputStream;
import java.nio.channels.ReadableByteChannel;
import java.util.function.Supplier;

/**
 * Gives every thread of a benchmark a source of payloads of its own. What is behind them is prepared once and shared:
 *
 * <pre>{@code
 * try (Characterization characterization = Characterization.open(file)) {
 *     PayloadFactory payloads = DataProducer.of(characterization).seed(42).pool(256 << 20);
 *     // in each thread:
 *     PayloadSource source = payloads.source(threadNumber);
 *     source.fill(value, 0, value.length);
 * }
 * }</pre>
 *
 * <p>The same characterization, generator, seed and mode give the same bytes for the same seed or key of a source, on any
 * machine. Immutable and thread-safe; the characterization must stay open as long as sources of
 * {@linkplain DataProducer.Builder#live live} ones are used.
 */
public final class PayloadFactory {

    /** A pool that does not fit into the heap; the message says how large both are. */
    public static final class PoolTooLargeException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        PoolTooLargeException(long bytes, long heapBytes) {
            super("a pool of " + (bytes >> 20) + " MiB does not fit into a heap of " + (heapBytes >> 20)
                    + " MiB: make the pool smaller, or give Java more memory (-Xmx)");
        }
    }

    private final Supplier<? extends PayloadSource> sources;

    /**
     * Makes a factory.
     *
     * @param sources makes the source of a thread, at any place of its stream; on any thread
     */
    public PayloadFactory(Supplier<? extends PayloadSource> sources) {
        this.sources = sources;
    }

    /** Returns a new source that begins at a place of the stream that a number chooses, for example that of a thread. */
    public PayloadSource source(long seed) {
        PayloadSource source = sources.get();
        source.seekObject(seed);
        return source;
    }

    /**
     * Returns the content of an object as a stream, which can be opened again for a retry. Who makes many objects takes one
     * {@link #source} and {@link PayloadSource#seekObject} instead.
     *
     * @param key the object's name
     * @param size its bytes, at least 0
     */
    public InputStream object(String key, long size) {
        return source(PayloadSource.keyOf(key)).stream(size);
    }

    /**
     * Returns the beginning of the {@link #source} of a seed as a stream.
     *
     * @param length bytes until the end of the stream, at least 0
     */
    public InputStream stream(long seed, long length) {
        return source(seed).stream(length);
    }

    /**
     * Returns the beginning of the {@link #source} of a seed as a channel.
     *
     * @param length bytes until the end of the channel, at least 0
     */
    public ReadableByteChannel channel(long seed, long length) {
        return source(seed).channel(length);
    }
}
