package dev.mimeo.characterization;

import java.io.Serializable;

/**
 * Compressed size and times of one codec on one chunk, compressed on its own with a fresh codec state.
 *
 * @param codec canonical name, for example {@code zlib:6}
 * @param compressedBytes size after compression, bytes
 * @param compressNanos CPU time of the thread for compression, nanoseconds; 0 if it was not measured
 * @param decompressNanos CPU time of the thread for decompression, nanoseconds; 0 if it was not measured
 */
public record CodecCost(String codec, long compressedBytes, long compressNanos, long decompressNanos)
        implements Serializable {}
