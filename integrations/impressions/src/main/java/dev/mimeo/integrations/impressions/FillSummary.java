package dev.mimeo.integrations.impressions;

/**
 * What a run has done. Immutable.
 *
 * @param files files written
 * @param bytes bytes written
 * @param failures requests that were refused or not understood
 */
public record FillSummary(long files, long bytes, long failures) {}
