package dev.mimeo.formats.csv;

/**
 * Totals of a CSV import.
 *
 * @param rows records
 * @param lines line feeds, those in quotes included
 * @param bytes size of the input
 */
public record CsvReport(long rows, long lines, long bytes) {}
