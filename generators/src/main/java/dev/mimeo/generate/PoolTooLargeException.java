package dev.mimeo.generate;

/** A pool that does not fit into the heap; the message says how large both are. */
public final class PoolTooLargeException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    PoolTooLargeException(long bytes, long heapBytes) {
        super("a pool of " + (bytes >> 20) + " MiB does not fit into a heap of " + (heapBytes >> 20)
                + " MiB: make the pool smaller, or give Java more memory (-Xmx)");
    }
}
