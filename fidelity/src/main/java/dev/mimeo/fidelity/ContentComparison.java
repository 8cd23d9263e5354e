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
        Histogram bytesOriginal,
        Histogram bytesSynthetic,
        double chunkHistogramDistance,
        Histogram repetitionsOriginal,
        Histogram repetitionsSynthetic,
        List<DuplicationComparison> duplication) {

    /** Copies the list. */
    public ContentComparison {
        duplication = List.copyOf(duplication);
    }

    /** Returns the mean entropy of the chunks, bits per byte. */
    public MeasuredPair entropy() {
        return new MeasuredPair(entropyOriginal.mean(), entropySynthetic.mean());
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
    public MeasuredPair repetitions() {
        return new MeasuredPair(repetitionsOriginal.total(), repetitionsSynthetic.total());
    }

    /** Returns the mean length of a repetition, bytes; 0 where there is none. */
    public MeasuredPair meanRepetition() {
        return new MeasuredPair(repetitionsOriginal.mean(), repetitionsSynthetic.mean());
    }

    /** Returns the Kolmogorov-Smirnov statistic of the lengths of repetitions, 0 to 1; 1 if only one side has any. */
    public double repetitionKolmogorovSmirnov() {
        return repetitionsOriginal.kolmogorovSmirnov(repetitionsSynthetic);
    }
}
