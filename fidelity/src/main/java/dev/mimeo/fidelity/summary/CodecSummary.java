package dev.mimeo.fidelity.summary;

/**
 * Totals of one codec over the chunks that it was measured on.
 *
 * @param codec canonical name
 * @param chunks number of chunks measured
 * @param bytes their size
 * @param compressedBytes their size after compression, each on its own
 * @param compressNanos CPU time of compression, nanoseconds; 0 where it was not measured
 * @param decompressNanos CPU time of decompression, nanoseconds; 0 where it was not measured
 */
public record CodecSummary(
        String codec, long chunks, long bytes, long compressedBytes, long compressNanos, long decompressNanos) {

    CodecSummary plus(long chunkBytes, long compressed, long compressing, long decompressing) {
        return new CodecSummary(
                codec,
                chunks + 1,
                bytes + chunkBytes,
                compressedBytes + compressed,
                compressNanos + compressing,
                decompressNanos + decompressing);
    }

    /** Returns original size over compressed size. */
    public double ratio() {
        return (double) bytes / compressedBytes;
    }
}
