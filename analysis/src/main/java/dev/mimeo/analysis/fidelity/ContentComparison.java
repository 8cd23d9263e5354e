package dev.mimeo.analysis.fidelity;

/**
 * Distances between what the bytes of both sides are, from evenly spaced chunks at the same places.
 *
 * @param entropyOriginal order-0 entropy of each chunk, bits per byte
 * @param entropySynthetic likewise
 * @param bytesOriginal how often each of the 256 byte values occurs in the chunks together
 * @param bytesSynthetic likewise
 * @param chunkHistogramDistance total variation distance of the byte histograms of single chunks, mean over the chunks
 */
public record ContentComparison(
        Distribution entropyOriginal,
        Distribution entropySynthetic,
        Histogram bytesOriginal,
        Histogram bytesSynthetic,
        double chunkHistogramDistance) {

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
}
