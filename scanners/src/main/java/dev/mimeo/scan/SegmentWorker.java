package dev.mimeo.scan;

import java.io.Closeable;
import java.io.IOException;

/** Scans segments of a planned scan, on any machine that has the files; for one thread. */
public final class SegmentWorker implements Closeable {

    private final SegmentScanner scanner;

    /**
     * Prepares for segments.
     *
     * @param options those of the scan that planned them
     * @throws IllegalArgumentException if a scanner or an option of one is unknown
     */
    public SegmentWorker(ScanOptions options) {
        scanner = new SegmentScanner(options.scanners(), DatasetScan.create(options.scanners(), options.chunkSize()));
    }

    /**
     * Reads a segment and scans it.
     *
     * @throws IOException if it cannot be read as it was when it was planned; the message names the file
     */
    public SegmentFindings scan(SegmentPlan segment) throws IOException {
        return new SegmentFindings(scanner.apply(segment.read()));
    }

    @Override
    public void close() {
        scanner.close();
    }
}
