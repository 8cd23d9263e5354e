package dev.mimeo.fidelity;

import java.util.List;

/**
 * Comparison of both sides under one codec.
 *
 * @param codec canonical name, for example {@code zlib:6}
 * @param bytes number of bytes of each side that were compressed as one stream
 * @param repetitions measurements of each time of the stream
 * @param ratio uncompressed over compressed bytes of the stream
 * @param compressTime time to compress the stream
 * @param decompressTime time to decompress the stream
 * @param chunkRatio uncompressed over compressed bytes of single chunks
 * @param chunkTime seconds to compress single chunks
 * @param chunkDecompressTime seconds to decompress single chunks
 * @param granularity the ratios of chunks of other sizes, in the order asked for
 */
public record CodecComparison(
        String codec,
        long bytes,
        int repetitions,
        ComparisonResult.MeasuredPair ratio,
        TimeFigure compressTime,
        TimeFigure decompressTime,
        ChunkComparison chunkRatio,
        ChunkComparison chunkTime,
        ChunkComparison chunkDecompressTime,
        List<GranularityFigure> granularity) {

    /**
     * One quantity of the chunks of both sides, each chunk compressed on its own.
     *
     * @param original one value per chunk, in the order of the data
     * @param synthetic the values of the chunks at the same places
     * @param total the quantity of all these chunks together: bytes over compressed bytes for ratios, the sum for times
     * @param noise for times, the median over the original's chunks of the relative difference between two measurements of
     *     the same chunk, 0 if there was only one; 0 for ratios
     */
    public record ChunkComparison(
            Distribution original, Distribution synthetic, ComparisonResult.MeasuredPair total, double noise) {

        /** Checks that both sides have the same chunks. */
        public ChunkComparison {
            if (original.size() != synthetic.size()) {
                throw new IllegalArgumentException(original.size() + " chunks against " + synthetic.size());
            }
        }

        /** Returns the median over the chunks of the absolute deviation. */
        public double medianDeviation() {
            return original.absoluteDeviations(synthetic).quantile(0.5);
        }

        /** Returns the 90th percentile over the chunks of the absolute deviation. */
        public double p90Deviation() {
            return original.absoluteDeviations(synthetic).quantile(0.9);
        }

        /** Returns the two-sample Kolmogorov-Smirnov statistic of the values, 0 to 1. */
        public double kolmogorovSmirnov() {
            return original.kolmogorovSmirnov(synthetic);
        }

        /** Returns whether the noise is at least as large as the median deviation. */
        public boolean isNoisy() {
            return noise > 0 && noise >= medianDeviation();
        }
    }

    /**
     * A measured time of both sides: each the median of the repetitions.
     *
     * @param original seconds of CPU time of one thread, finite
     * @param synthetic likewise
     * @param noise uncertainty of the deviation: half the width of a 90 % confidence interval of the median of
     *     {@code synthetic / original} over the interleaved pairs of measurements; with only one pair, that of the last
     *     pairs of the warm-up, which are shorter; 0 if there was no other pair
     */
    public record TimeFigure(double original, double synthetic, double noise) {

        /** Refuses what is not finite. */
        public TimeFigure {
            if (!Double.isFinite(original) || !Double.isFinite(synthetic) || !Double.isFinite(noise)) {
                throw new IllegalArgumentException("not finite: " + original + ", " + synthetic + ", " + noise);
            }
        }

        /** Returns {@code synthetic / original - 1}; with an original of 0, 0 if both are 0 and else 1. */
        public double deviation() {
            return Statistics.deviation(original, synthetic);
        }

        /** Returns whether the noise is larger than the difference, so that the difference shows nothing. */
        public boolean isNoisy() {
            return noise > Math.abs(deviation());
        }
    }

    /**
     * Ratios of a codec on both sides for another chunk size.
     *
     * @param chunkSize bytes
     * @param chunks that were compressed of each side, each on its own, evenly spaced
     * @param ratio uncompressed over compressed bytes of all of them together
     */
    public record GranularityFigure(int chunkSize, int chunks, ComparisonResult.MeasuredPair ratio) {}

    /** Copies the list. */
    public CodecComparison {
        granularity = List.copyOf(granularity);
    }
}
