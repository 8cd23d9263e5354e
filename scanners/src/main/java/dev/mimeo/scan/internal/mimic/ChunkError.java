package dev.mimeo.scan.internal.mimic;

import java.util.List;

/**
 * The distance of single chunks of a class from their originals. What chunks have in common does not count: it is corrected later, for all
 * classes together. For one thread.
 */
final class ChunkError {

    /** Codecs of {@link CodecSizes#CHUNK} whose sums over all chunks count. */
    private static final int[] SUMS = {CodecSizes.LZ4, CodecSizes.ZSTD_3, CodecSizes.SNAPPY};

    private final CodecSizes codecs;
    private final List<Integer> chosen;
    private final JoinedSizes chunks;
    private final int seeds;

    /**
     * Prepares for some chunks of a class.
     *
     * @param most bytes of them that are generated and compressed for each error, more or less
     * @param codecs to compress with; remains the caller's to close
     */
    ChunkError(List<ChunkSample> ofClass, long most, CodecSizes codecs) {
        this.codecs = codecs;
        this.chosen = Tuning.stretches(ofClass, most);
        this.chunks = new JoinedSizes(chosen.stream().map(ofClass::get).toList(), codecs, LocalThreads.ONE);
        this.seeds = Tuning.seeds(chunks.chunks());
    }

    /**
     * Returns the 4-norm of deviations, so that the largest ones count most: of sums of sizes, of single sizes, of pieces of chunks, and of
     * the entropy of chunks, which counts as much as a size. Seeds are others than those that recipes are fitted with.
     */
    double of(Fitted fitted) {
        double sum = 0;
        for (int seed = Tuning.MAX_SEEDS; seed < Tuning.MAX_SEEDS + seeds; seed++) {
            chunks.generate(fitted.texts(), place -> fitted.recipes().get(chosen.get(place)), seed);
            sum += fourth(chunks.entropyDeviation())
                    + fourth(chunks.deviationAlone(codecs, CodecSizes.ZLIB_6))
                    + fourth(chunks.logRatioAlone(codecs, CodecSizes.LZ4_PIECES));
            for (int codec : SUMS) {
                sum += fourth(chunks.logRatioAlone(codecs, codec));
            }
        }
        return StrictMath.sqrt(StrictMath.sqrt(sum / seeds));
    }

    private static double fourth(double deviation) {
        return deviation * deviation * deviation * deviation;
    }
}
