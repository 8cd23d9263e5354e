package dev.mimeo.fidelity;

import java.util.List;

/**
 * Distances between what the bytes of both sides are; all but the duplication from evenly spaced chunks at the same places.
 *
 * @param entropyOriginal order-0 entropy of each chunk, bits per byte
 * @param entropySynthetic likewise
 * @param bytesOriginal number of occurrences of each of the 256 byte values in the chunks together
 * @param bytesSynthetic likewise
 * @param chunkHistogramDistance total variation distance of the byte histograms of single chunks, mean over the chunks
 * @param repetitionsOriginal number of repetitions of each length (0 to 258 bytes) that zlib's default parse finds in the chunks
 * @param repetitionsSynthetic likewise
 * @param duplication exact duplicates, one entry per way to cut the data
 */
public record ContentComparison(
        Distribution entropyOriginal,
        Distribution entropySynthetic,
        Distribution.Histogram bytesOriginal,
        Distribution.Histogram bytesSynthetic,
        double chunkHistogramDistance,
        Distribution.Histogram repetitionsOriginal,
        Distribution.Histogram repetitionsSynthetic,
        List<DuplicationComparison> duplication) {

    /**
     * Exact duplication of both sides, cut one way.
     *
     * @param boundaries chunk boundaries of the data: {@code fixed:32768} or {@code fastcdc:8192}, with the (average) size in bytes
     * @param ratio bytes over distinct bytes, at least 1
     * @param exact whether every fingerprint was kept; else the ratio is estimated from a sample of them
     */
    public record DuplicationComparison(String boundaries, ComparisonResult.MeasuredPair ratio, boolean exact) {}

    /** Copies the list. */
    public ContentComparison {
        duplication = List.copyOf(duplication);
    }

    /** Returns the mean entropy of the chunks, bits per byte. */
    public ComparisonResult.MeasuredPair entropy() {
        return new ComparisonResult.MeasuredPair(entropyOriginal.mean(), entropySynthetic.mean());
    }

    /** Returns the two-sample Kolmogorov-Smirnov statistic of the entropies of chunks, 0 to 1. */
    public double entropyKolmogorovSmirnov() {
        return entropyOriginal.kolmogorovSmirnov(entropySynthetic);
    }

    /** Returns the mean over the chunks of the absolute difference of entropies, bits per byte. */
    public double meanEntropyDifference() {
        double sum = 0;
        for (int i = 0; i < entropyOriginal.size(); i++) {
            sum += Math.abs(entropyOriginal.at(i) - entropySynthetic.at(i));
        }
        return entropyOriginal.size() == 0 ? 0 : sum / entropyOriginal.size();
    }

    /** Returns the total variation distance of the byte histograms of all chunks together, 0 to 1. */
    public double byteHistogramDistance() {
        return bytesOriginal.totalVariation(bytesSynthetic);
    }

    /** Returns the number of repetitions. */
    public ComparisonResult.MeasuredPair repetitions() {
        return new ComparisonResult.MeasuredPair(repetitionsOriginal.total(), repetitionsSynthetic.total());
    }

    /** Returns the mean length of a repetition, bytes; 0 where there is none. */
    public ComparisonResult.MeasuredPair meanRepetition() {
        return new ComparisonResult.MeasuredPair(repetitionsOriginal.mean(), repetitionsSynthetic.mean());
    }

    /** Returns the Kolmogorov-Smirnov statistic of the lengths of repetitions, 0 to 1; 1 if only one side has any. */
    public double repetitionKolmogorovSmirnov() {
        return repetitionsOriginal.kolmogorovSmirnov(repetitionsSynthetic);
    }
}
