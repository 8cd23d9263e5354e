package dev.mimeo.scan;

import dev.mimeo.characterization.ChunkCharacterization;

/**
 * Finds statistics of single chunks. An instance is used by one thread at a time, so it may keep buffers; what it finds
 * must depend on the bytes of the chunk alone, because equal chunks may be scanned once for all.
 */
public interface ChunkScanner extends AutoCloseable {

    /**
     * Scans one chunk.
     *
     * @param data holds the chunk; not to be written to, nor kept after the call
     * @param length bytes, at least 1
     * @param out receives what was found; holds what scanners earlier in the list found
     */
    void scan(byte[] data, int offset, int length, ChunkCharacterization.Builder out);

    /** Frees what the scanner holds. */
    @Override
    default void close() {}
}
