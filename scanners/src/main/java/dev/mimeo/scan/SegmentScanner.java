package dev.mimeo.scan;

import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs all scanners over one segment at a time; each thread has its own. */
final class SegmentScanner implements OrderedPipeline.Worker<Segment, SegmentScanner.Result> {

    /**
     * Scan results of a segment.
     *
     * @param chunks one per chunk
     * @param partials findings of each data set scanner, in their order
     */
    record Result(Segment segment, List<ChunkCharacterization.Builder> chunks, List<Serializable> partials) {}

    private final List<ChunkScanner> chunkScanners;
    private final List<DatasetScan<?>> datasetScans;

    // The last chunk whose bytes are all equal, which in sparse files and images is most of them.
    private ChunkCharacterization.@Nullable Builder constant;
    private byte constantValue;
    private int constantLength;

    SegmentScanner(List<ScannerSpec> specs, List<DatasetScan<?>> datasetScans) {
        this.chunkScanners = create(specs);
        this.datasetScans = datasetScans;
    }

    /** Checks that all scanners exist and take their options, and that none is named twice. */
    static void check(List<ScannerSpec> specs, int chunkSize) {
        Set<String> names = new HashSet<>();
        for (ScannerSpec spec : specs) {
            if (!names.add(spec.name())) {
                throw new IllegalArgumentException("scanner '" + spec.name() + "' is named twice");
            }
        }
        create(specs).forEach(ChunkScanner::close);
        DatasetScan.create(specs, chunkSize);
    }

    private static List<ChunkScanner> create(List<ScannerSpec> specs) {
        List<ChunkScanner> scanners = new ArrayList<>();
        for (ScannerSpec spec : specs) {
            ChunkScannerProvider provider = Scanners.chunkProvider(spec);
            if (provider != null) {
                scanners.add(provider.create(spec.options()));
            }
        }
        return scanners;
    }

    @Override
    public Result apply(Segment segment) {
        List<ChunkCharacterization.Builder> chunks = new ArrayList<>(segment.chunks());
        for (int i = 0; i < segment.chunks(); i++) {
            chunks.add(scan(segment.data(), segment.offset(i), segment.length(i)));
        }
        List<Serializable> partials = new ArrayList<>();
        for (DatasetScan<?> scan : datasetScans) {
            partials.add(scan.scan(segment));
        }
        return new Result(segment, chunks, partials);
    }

    private ChunkCharacterization.Builder scan(byte[] data, int offset, int length) {
        boolean allEqual = Arrays.equals(data, offset, offset + length - 1, data, offset + 1, offset + length);
        if (allEqual && constant != null && length == constantLength && data[offset] == constantValue) {
            return new ChunkCharacterization.Builder(constant);
        }
        ChunkCharacterization.Builder chunk = new ChunkCharacterization.Builder();
        for (ChunkScanner scanner : chunkScanners) {
            scanner.scan(data, offset, length, chunk);
        }
        if (allEqual) {
            constant = new ChunkCharacterization.Builder(chunk);
            constantValue = data[offset];
            constantLength = length;
        }
        return chunk;
    }

    @Override
    public void close() {
        chunkScanners.forEach(ChunkScanner::close);
    }
}
