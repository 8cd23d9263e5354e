package dev.mimeo.integrations.impressions;

/**
 * Totals of a run. Immutable.
 *
 * @param files files written
 * @param bytes bytes written
 * @param failures requests that were refused or not understood
 */
public record FillSummary(long files, long bytes, long failures) {}
