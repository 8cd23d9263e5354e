package dev.mimeo.garage.load;

import java.util.List;

/**
 * Totals of an import.
 *
 * @param files files written
 * @param rows rows in them
 * @param rawBytes uncompressed size of their values
 * @param packedBytes their sizes together
 * @param skipped files that were there, packed from the same inputs with the same options
 * @param warnings losses and changes of the input data: a line for each kind, with counts and the first place
 */
public record ImportReport(int files, long rows, long rawBytes, long packedBytes, int skipped, List<String> warnings) {

    /** Copies the warnings. */
    public ImportReport {
        warnings = List.copyOf(warnings);
    }
}
