package dev.mimeo.scan;

import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.characterization.DuplicationCharacterization;
import dev.mimeo.pipeline.OrderedPipeline;
import dev.mimeo.scan.SkippedSource.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs scanners over a data set in parallel and hands out what they find in the order of the data, so that the outcome does
 * not depend on the number of threads. Memory is bounded by a few segments per thread.
 *
 * <pre>{@code
 * ScanOptions options = ScanOptions.defaults();
 * try (ChunkSource source = ChunkSources.open(List.of(Path.of("data")), System.in, options.source())) {
 *     new DataScanner(options).scan(source, sink, ScanProgress.NONE);
 * }
 * }</pre>
 *
 * <p>Immutable and thread-safe; every scan is on its own.
 */
public final class DataScanner {

    private static final int SEGMENTS_PER_THREAD = 3;

    private final ScanOptions options;

    /**
     * Prepares scans.
     *
     * @throws IllegalArgumentException if a scanner or an option of one is unknown; the message lists what there is
     */
    public DataScanner(ScanOptions options) {
        this.options = options;
        SegmentScanner.check(options.scanners(), options.chunkSize());
    }

    /**
     * Scans a data set. The source is left open.
     *
     * @param sink takes the chunks and then the data set; not told of the end if the scan fails
     * @throws NoDataException if the source holds no byte that can be read
     * @throws IOException if reading or the sink fails
     */
    public ScanSummary scan(ChunkSource source, CharacterizationSink sink, ScanProgress progress) throws IOException {
        long start = System.nanoTime();
        List<DatasetScan<?>> datasetScans = DatasetScan.create(options.scanners(), options.chunkSize());
        long weight = Math.max(2 << 20, options.chunkSize());
        Tally tally = new Tally();
        try (OrderedPipeline<Segment, SegmentScanner.Result> pipeline = new OrderedPipeline<>(
                source::next,
                () -> new SegmentScanner(options.scanners(), datasetScans),
                segment -> segment.data().length,
                weight * SEGMENTS_PER_THREAD * options.threads(),
                options.threads())) {
            for (SegmentScanner.Result result = pipeline.next(); result != null; result = pipeline.next()) {
                merge(result, datasetScans, tally, sink);
                source.recycle(result.segment());
                progress.update(tally.bytes, expectedBytes(source));
            }
        }
        if (tally.chunks == 0) {
            throw new NoDataException(source.name() + " holds no data to scan");
        }
        DatasetCharacterization dataset = dataset(source, tally, datasetScans);
        sink.finish(dataset);
        return new ScanSummary(
                dataset,
                source.skipped(),
                source.skippedCount(Reason.UNREADABLE),
                source.skippedCount(Reason.SPECIAL),
                source.skippedCount(Reason.SHRUNK),
                System.nanoTime() - start);
    }

    private static void merge(
            SegmentScanner.Result result, List<DatasetScan<?>> datasetScans, Tally tally, CharacterizationSink sink)
            throws IOException {
        result.merges().forEach(Runnable::run);
        Segment segment = result.segment();
        for (int i = 0; i < segment.chunks(); i++) {
            long duplicateOf = -1;
            for (DatasetScan<?> scan : datasetScans) {
                duplicateOf = Math.max(duplicateOf, scan.duplicateOf(i));
            }
            int length = segment.length(i);
            ChunkCharacterization chunk = result.chunks().get(i).build(tally.chunks, tally.bytes, length, duplicateOf);
            sink.write(chunk);
            tally.chunks++;
            tally.bytes += length;
        }
    }

    private long expectedBytes(ChunkSource source) {
        long bytes = source.bytes();
        return bytes < 0 || !source.sampled() ? bytes : Math.min(bytes, options.sample() * options.chunkSize());
    }

    private DatasetCharacterization dataset(ChunkSource source, Tally tally, List<DatasetScan<?>> datasetScans) {
        List<DuplicationCharacterization> duplication = new ArrayList<>();
        datasetScans.forEach(scan -> duplication.addAll(scan.duplication()));
        // What was skipped is no part of the data set unless it was sampled: then it is unknown how much that was.
        boolean sampled = source.sampled();
        return new DatasetCharacterization(
                options.name(),
                version(),
                sampled ? Math.max(source.bytes(), tally.bytes) : tally.bytes,
                sampled ? Math.max(source.population(), tally.chunks) : tally.chunks,
                tally.chunks,
                tally.bytes,
                options.chunkSize(),
                sampled,
                options.seed(),
                String.join(
                        " ",
                        options.scanners().stream().map(ScannerSpec::toString).toList()),
                source.skippedCount(Reason.UNREADABLE) + source.skippedCount(Reason.SPECIAL),
                duplication);
    }

    private static String version() {
        String version = DataScanner.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    private static final class Tally {
        long chunks;
        long bytes;
    }
}
