package dev.mimeo.characterization;

import java.util.List;

/**
 * Description of a characterization that is distributed to others. Immutable and thread-safe.
 *
 * @param name short, of lower-case letters, digits and hyphens
 * @param description one sentence that says what the data is
 * @param origin source of the data and its license
 * @param originalBytes size of the data that was characterized, bytes
 * @param fidelity comparison of data generated from it with the original, a row per codec
 */
public record SharedCharacterization(
        String name, String description, String origin, long originalBytes, List<CodecFidelity> fidelity) {

    /**
     * Checks the name and copies the list.
     *
     * @throws IllegalArgumentException if the name has other characters, or the size is negative
     */
    public SharedCharacterization {
        if (!name.matches("[a-z0-9]+(-[a-z0-9]+)*")) {
            throw new IllegalArgumentException("name '" + name + "' is not of lower-case letters, digits and hyphens");
        }
        if (originalBytes < 0) {
            throw new IllegalArgumentException("size of the data is negative: " + originalBytes);
        }
        fidelity = List.copyOf(fidelity);
    }

    /**
     * Comparison of synthetic data with its original under one codec. A deviation is {@code synthetic / original - 1}.
     *
     * @param codec canonical name, for example {@code zlib:6}
     * @param ratio compression ratio of the original, as one stream
     * @param ratioDeviation deviation of that ratio
     * @param chunkRatioDeviation deviation of the ratio of all chunks together, each compressed on its own
     * @param compressTimeDeviation deviation of the time to compress
     * @param decompressTimeDeviation deviation of the time to decompress
     */
    public record CodecFidelity(
            String codec,
            double ratio,
            double ratioDeviation,
            double chunkRatioDeviation,
            double compressTimeDeviation,
            double decompressTimeDeviation) {}
}
