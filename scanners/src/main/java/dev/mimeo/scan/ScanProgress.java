package dev.mimeo.scan;

/** Hears how far a scan is; called on the thread that scans, after each segment. */
@FunctionalInterface
public interface ScanProgress {

    /** Hears nothing. */
    ScanProgress NONE = (scannedBytes, totalBytes) -> {};

    /**
     * Takes note of progress.
     *
     * @param scannedBytes bytes scanned so far
     * @param totalBytes bytes that will be scanned, an estimate for samples, or -1 if not known
     */
    void update(long scannedBytes, long totalBytes);
}
