package dev.mimeo.scan;

/** Hears how far a scan is. */
@FunctionalInterface
public interface ScanProgress {

    /** Hears nothing. */
    ScanProgress NONE = (scannedBytes, totalBytes) -> {};

    /**
     * Takes note of progress. Called on the thread that scans, after each segment.
     *
     * @param scannedBytes bytes scanned so far
     * @param totalBytes bytes that will be scanned, an estimate for samples, or -1 if not known
     */
    void update(long scannedBytes, long totalBytes);

    /**
     * Takes note of progress in fitting a model to what was scanned, after all of it was. Called where there is something to fit,
     * from the beginning on, by one thread at a time but not always the same.
     *
     * @param done the share that is done, 0 to 1, not decreasing
     */
    default void fit(double done) {}
}
