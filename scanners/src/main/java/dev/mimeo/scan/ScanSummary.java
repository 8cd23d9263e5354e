package dev.mimeo.scan;

import dev.mimeo.characterization.DatasetCharacterization;
import java.util.List;

/**
 * Totals of a scan.
 *
 * @param dataset the data set as it was written
 * @param skipped the first objects that were left out, at most 1000
 * @param unreadable files and directories that could not be read
 * @param special FIFOs, sockets, devices and files whose size is known only when they are read, found in trees and not read
 * @param shrunk files that became smaller while they were read
 * @param links symbolic links found in trees and not followed; they are not among {@code skipped}
 * @param readNanos time in which the data was read and its chunks were scanned, ns
 * @param fitNanos time after that, in which a model was fitted to the data, ns; 0 if there is none
 */
public record ScanSummary(
        DatasetCharacterization dataset,
        List<SkippedSource> skipped,
        long unreadable,
        long special,
        long shrunk,
        long links,
        long readNanos,
        long fitNanos) {

    /**
     * An object that was left out, in whole or in part.
     *
     * @param name path or other label
     * @param reason why
     * @param message message of the system, or more detail; possibly empty
     */
    public record SkippedSource(String name, Reason reason, String message) {

        /** Reason why an object was left out. */
        public enum Reason {
            /** It could not be opened, listed or read on. What was read before the failure counts. */
            UNREADABLE,
            /** A FIFO, socket, device or file of {@code /proc} or the like, inside a directory tree. */
            SPECIAL,
            /** A file that became smaller while it was read; what was still there counts. */
            SHRUNK,
            /** A symbolic link inside a directory tree. Links are counted and not listed. */
            LINK
        }
    }

    /** Copies the list. */
    public ScanSummary {
        skipped = List.copyOf(skipped);
    }
}
