package dev.mimeo.dataseries.transform;

/**
 * Totals of a {@link Sorting}.
 *
 * @param rows rows read and written
 * @param extents extents written
 * @param outputBytes size of the file written
 * @param runs sorted files that were written in between; 0 if memory was enough
 * @param spilledBytes sizes of these files together
 */
public record SortReport(long rows, long extents, long outputBytes, long runs, long spilledBytes) {}
