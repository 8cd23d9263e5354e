package dev.mimeo.garage.load;

/**
 * What was packed.
 *
 * @param files files written
 * @param rows rows in them
 * @param rawBytes what their values take uncompressed
 * @param packedBytes their sizes together
 */
public record ImportReport(int files, long rows, long rawBytes, long packedBytes) {}
