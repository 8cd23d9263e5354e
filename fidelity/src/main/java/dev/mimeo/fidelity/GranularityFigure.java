package dev.mimeo.fidelity;

/**
 * Ratios of a codec on both sides for another chunk size.
 *
 * @param chunkSize bytes
 * @param chunks that were compressed of each side, each on its own, evenly spaced
 * @param ratio uncompressed over compressed bytes of all of them together
 */
public record GranularityFigure(int chunkSize, int chunks, MeasuredPair ratio) {}
