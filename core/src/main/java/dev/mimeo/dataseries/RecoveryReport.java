package dev.mimeo.dataseries;

import java.util.List;

/**
 * Outcome of a {@link DataSeriesRecovery}: the data that was saved and the faults.
 *
 * @param bytes size of the damaged file
 * @param extents extents recovered, without the lists of types and of extents
 * @param rows rows of the recovered extents
 * @param skippedBytes bytes of the file that were given up
 * @param complete whether the file ends with an intact trailer; if not, rows may be missing that nothing tells of
 * @param faultCount places that are damaged
 * @param faults the first {@value #MAX_FAULTS} of them, in the order of the file
 */
public record RecoveryReport(
        long bytes, long extents, long rows, long skippedBytes, boolean complete, long faultCount, List<Fault> faults) {

    /** Faults beyond this number are counted only. */
    public static final int MAX_FAULTS = 1000;

    /** Copies the list. */
    public RecoveryReport {
        faults = List.copyOf(faults);
    }

    /**
     * A damaged place.
     *
     * @param offset offset of the skipped bytes, from the start of the file
     * @param bytes number of bytes skipped; 0 where the file just ends too early
     * @param reason problem there, one line
     */
    public record Fault(long offset, long bytes, String reason) {}
}
