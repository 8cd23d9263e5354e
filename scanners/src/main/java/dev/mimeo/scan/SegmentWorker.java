package dev.mimeo.scan;

import dev.mimeo.characterization.ChunkCharacterization;
import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.function.Function;

/** Scans segments of a planned scan, on any machine that has the files; for one thread. */
public final class SegmentWorker implements Closeable {

    /** Scan results of a segment, on their way to {@link DataScanner#merge}. Made by {@link SegmentWorker}. */
    public static final class SegmentFindings implements Serializable {

        private static final long serialVersionUID = 1L;

        private final ArrayList<ChunkCharacterization.Builder> chunks;
        private final ArrayList<Serializable> partials;

        SegmentFindings(SegmentScanner.Result result) {
            this.chunks = new ArrayList<>(result.chunks());
            this.partials = new ArrayList<>(result.partials());
        }

        SegmentScanner.Result of(Segment segment) {
            return new SegmentScanner.Result(segment, chunks, partials);
        }
    }

    private final SegmentScanner scanner;
    private final Function<URI, Path> paths;

    /**
     * Prepares for segments.
     *
     * @param options those of the scan that planned them
     * @throws IllegalArgumentException if a scanner or an option of one is unknown
     */
    public SegmentWorker(DataScanner.Options options) {
        this(options, Path::of);
    }

    /**
     * Prepares for segments of files in any file system.
     *
     * @param options those of the scan that planned them
     * @param paths turns the address of a file, {@link Path#toUri}, into its path on this machine
     * @throws IllegalArgumentException if a scanner or an option of one is unknown
     */
    public SegmentWorker(DataScanner.Options options, Function<URI, Path> paths) {
        this.paths = paths;
        scanner = new SegmentScanner(options.scanners(), DatasetScan.create(options.scanners(), options.chunkSize()));
    }

    /**
     * Reads a segment and scans it.
     *
     * @throws IOException if it cannot be read as it was when it was planned; the message names the file
     */
    public SegmentFindings scan(ScanPlan.SegmentPlan segment) throws IOException {
        return new SegmentFindings(scanner.apply(segment.read(paths)));
    }

    @Override
    public void close() {
        scanner.close();
    }
}
