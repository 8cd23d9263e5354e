package dev.mimeo.fidelity;

import java.util.List;

/**
 * Comparison of both sides under one codec.
 *
 * @param codec canonical name, for example {@code zlib:6}
 * @param bytes of each side that were compressed as one stream
 * @param repetitions measurements of each time of the stream
 * @param ratio uncompressed over compressed bytes of the stream
 * @param compressTime of the stream
 * @param decompressTime of the stream
 * @param chunkRatio uncompressed over compressed bytes of single chunks
 * @param chunkTime seconds to compress single chunks
 * @param chunkDecompressTime seconds to decompress single chunks
 * @param granularity of chunks of other sizes, in the order asked for
 */
public record CodecComparison(
        String codec,
        long bytes,
        int repetitions,
        MeasuredPair ratio,
        TimeFigure compressTime,
        TimeFigure decompressTime,
        ChunkComparison chunkRatio,
        ChunkComparison chunkTime,
        ChunkComparison chunkDecompressTime,
        List<GranularityFigure> granularity) {

    /** Copies the list. */
    public CodecComparison {
        granularity = List.copyOf(granularity);
    }
}
