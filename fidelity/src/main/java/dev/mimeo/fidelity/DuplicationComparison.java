package dev.mimeo.fidelity;

/**
 * Exact duplication of both sides, cut one way.
 *
 * @param boundaries chunk boundaries of the data: {@code fixed:32768} or {@code fastcdc:8192}, with the (average) size in bytes
 * @param ratio bytes over distinct bytes, at least 1
 * @param exact whether every fingerprint was kept; else the ratio is estimated from a sample of them
 */
public record DuplicationComparison(String boundaries, MeasuredPair ratio, boolean exact) {}
