package dev.mimeo.scan;

import dev.mimeo.characterization.DatasetCharacterization;
import java.util.List;

/**
 * Totals of a scan.
 *
 * @param dataset the data set as it was written
 * @param skipped the first objects that were left out, at most 1000
 * @param unreadable files and directories that could not be read
 * @param special FIFOs, sockets and devices found in trees and not read
 * @param shrunk files that became smaller while they were read
 * @param elapsedNanos time of the scan
 */
public record ScanSummary(
        DatasetCharacterization dataset,
        List<SkippedSource> skipped,
        long unreadable,
        long special,
        long shrunk,
        long elapsedNanos) {

    /** Copies the list. */
    public ScanSummary {
        skipped = List.copyOf(skipped);
    }
}
