package dev.mimeo.scan;

/**
 * Options for reading inputs: chunk size, sampling and the treatment of unreadable inputs.
 *
 * @param chunkSize bytes of a chunk, {@value #MIN_CHUNK_SIZE} to {@value #MAX_CHUNK_SIZE}; the last of an object may be
 *     smaller
 * @param sample number of chunks to choose at random, each with the same probability, or 0 for all
 * @param seed decides the choice
 * @param strict whether an unreadable or shrinking file is an error rather than skipped and counted
 */
public record SourceOptions(int chunkSize, long sample, long seed, boolean strict) {

    /** Smallest chunk, bytes. */
    public static final int MIN_CHUNK_SIZE = 512;

    /** Largest chunk, bytes: 4 MiB. */
    public static final int MAX_CHUNK_SIZE = 4 << 20;

    /** Largest sample, chunks. */
    public static final long MAX_SAMPLE = 1 << 26;

    /** Checks the ranges. */
    public SourceOptions {
        if (chunkSize < MIN_CHUNK_SIZE || chunkSize > MAX_CHUNK_SIZE) {
            throw new IllegalArgumentException("chunk size must be 512 bytes to 4 MiB, got " + chunkSize);
        }
        if (sample < 0 || sample > MAX_SAMPLE) {
            throw new IllegalArgumentException("sample must be 0 (all) to " + MAX_SAMPLE + " chunks, got " + sample);
        }
    }

    /** Returns options that read everything in chunks of one size and skip what cannot be read. */
    public static SourceOptions ofChunkSize(int chunkSize) {
        return new SourceOptions(chunkSize, 0, 0, false);
    }
}
