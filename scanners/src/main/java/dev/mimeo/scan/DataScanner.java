package dev.mimeo.scan;

import dev.mimeo.MimeoException;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.characterization.mimic.MimicCharacterization;
import dev.mimeo.internal.files.PathNames;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.scan.ScanSummary.SkippedSource.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/**
 * Runs scanners over a data set in parallel and hands out what they find in the order of the data, so that the outcome does
 * not depend on the number of threads. Memory is bounded by a few segments per thread.
 *
 * <pre>{@code
 * DataScanner.Options options = DataScanner.Options.defaults();
 * try (ChunkSource source = ChunkSources.open(List.of(Path.of("data")), System.in, options.source())) {
 *     new DataScanner(options).scan(source, sink, DataScanner.Listener.NONE);
 * }
 * }</pre>
 *
 * <p>Immutable and thread-safe; every scan is on its own.
 */
public final class DataScanner {

    /** Added to the names of the scanners, so that the file says that its byte values are not those of the data. */
    private static final String PERMUTED = " (alphabet permuted)";

    private final Options options;

    /**
     * Options of a scan.
     *
     * @param chunkSize bytes of a chunk, 512 to 4 MiB
     * @param sample number of chunks to choose at random, or 0 for all
     * @param seed decides the sample, and is stored as the default seed of what is generated
     * @param threads number of scanning threads, at least 1; one is the calling thread itself, more are a pool that it feeds
     * @param scanners chunk and data set scanners, in the order in which they see a chunk
     * @param name label stored in the characterization, possibly empty
     * @param strict whether an unreadable or shrinking file is an error rather than skipped and counted
     * @param maxBytes bytes that a characterization of all chunks has at most, see {@link BoundedCharacterization}; at least 1
     */
    public record Options(
            int chunkSize,
            long sample,
            long seed,
            int threads,
            List<ScannerSpec> scanners,
            String name,
            boolean strict,
            long maxBytes)
            implements Serializable {

        /** Bytes of a chunk where nothing else is said: 32 KiB. */
        public static final int DEFAULT_CHUNK_SIZE = 32 << 10;

        /** Scanners used where none is named: those that every generator and report needs. */
        public static final List<ScannerSpec> DEFAULT_SCANNERS = List.of(
                ScannerSpec.parse("histogram"),
                ScannerSpec.parse("repetition"),
                ScannerSpec.parse("duplicates"),
                ScannerSpec.parse("mimic"));

        /** Copies the list and checks the ranges. */
        public Options {
            scanners = List.copyOf(scanners);
            if (threads < 1) {
                throw new IllegalArgumentException("threads must be at least 1, got " + threads);
            }
            if (scanners.isEmpty()) {
                throw new IllegalArgumentException("no scanner named; known: " + String.join(", ", Scanners.names()));
            }
            if (maxBytes < 1) {
                throw new IllegalArgumentException("a characterization has at least 1 byte, got " + maxBytes);
            }
            new ChunkSources.SourceOptions(chunkSize, sample, seed, strict); // checks the rest
        }

        /**
         * Returns options with all defaults: 32 KiB chunks, all of them, seed 0, all CPUs, the default scanners, no name, unreadable files
         * skipped, and the default size of a characterization.
         */
        public static Options defaults() {
            return new Options(
                    DEFAULT_CHUNK_SIZE,
                    0,
                    0,
                    Runtime.getRuntime().availableProcessors(),
                    DEFAULT_SCANNERS,
                    "",
                    false,
                    BoundedCharacterization.DEFAULT_BYTES);
        }

        /** Returns these options with chunks of another size, bytes. */
        public Options withChunkSize(int bytes) {
            return new Options(bytes, sample, seed, threads, scanners, name, strict, maxBytes);
        }

        /** Returns these options with a sample of some chunks, or of all with 0. */
        public Options withSample(long chunks) {
            return new Options(chunkSize, chunks, seed, threads, scanners, name, strict, maxBytes);
        }

        /** Returns these options with another seed. */
        public Options withSeed(long other) {
            return new Options(chunkSize, sample, other, threads, scanners, name, strict, maxBytes);
        }

        /** Returns these options with another number of threads. */
        public Options withThreads(int count) {
            return new Options(chunkSize, sample, seed, count, scanners, name, strict, maxBytes);
        }

        /** Returns these options with other scanners. */
        public Options withScanners(List<ScannerSpec> others) {
            return new Options(chunkSize, sample, seed, threads, others, name, strict, maxBytes);
        }

        /** Returns these options with another label. */
        public Options withName(String label) {
            return new Options(chunkSize, sample, seed, threads, scanners, label, strict, maxBytes);
        }

        /** Returns these options, with which unreadable files fail a scan or are skipped. */
        public Options withStrict(boolean fails) {
            return new Options(chunkSize, sample, seed, threads, scanners, name, fails, maxBytes);
        }

        /** Returns these options with another bound of the size of a characterization, bytes. */
        public Options withMaxBytes(long bytes) {
            return new Options(chunkSize, sample, seed, threads, scanners, name, strict, bytes);
        }

        /** Returns the part that concerns the chunk source. */
        public ChunkSources.SourceOptions source() {
            return new ChunkSources.SourceOptions(chunkSize, sample, seed, strict);
        }
    }

    /** Hears how far a scan is. */
    @FunctionalInterface
    public interface Listener {

        /** Hears nothing. */
        Listener NONE = (scannedBytes, totalBytes) -> {};

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

    /**
     * Prepares scans.
     *
     * @throws IllegalArgumentException if a scanner or an option of one is unknown; the message lists what there is
     */
    public DataScanner(Options options) {
        this.options = options;
        SegmentScanner.check(options.scanners(), options.chunkSize());
    }

    /**
     * Scans a data set. The source is left open.
     *
     * @param sink takes the chunks and then the data set; not told of the end if the scan fails
     * @throws MimeoException if the source holds no byte that can be read
     * @throws IOException if reading or the sink fails
     */
    public ScanSummary scan(ChunkSource source, CharacterizationSink sink, Listener progress) throws IOException {
        long start = System.nanoTime();
        List<DatasetScan<?>> datasetScans = DatasetScan.create(options.scanners(), options.chunkSize());
        SegmentResults results = options.threads() == 1
                ? new SegmentResults.OneThread(source, new SegmentScanner(options.scanners(), datasetScans))
                : new SegmentResults.ManyThreads(source, options, datasetScans);
        return merge(
                results,
                datasetScans,
                source,
                sink,
                DatasetFindings.StepRunner.onThreads(options.threads()),
                progress,
                start);
    }

    /**
     * Plans a scan whose segments other machines work on, each by a {@link SegmentWorker}. Files are listed and opened, and not
     * read.
     *
     * @param inputs files, directory trees and block devices, at least one, in any file system; the machines have them at the same
     *     places
     * @throws IOException if a named input does not exist or cannot be read
     * @throws IllegalArgumentException if there is no input, or one is a stream
     */
    public ScanPlan plan(List<Path> inputs) throws IOException {
        ObjectReader.Opener opener = ScanPlan.listing(ObjectReader.opener(InputStream.nullInputStream()));
        try (ChunkSource source = ChunkSources.open(inputs, options.source(), opener)) {
            if (source.bytes() < 0) {
                throw new IllegalArgumentException(source.name() + " has streams, which only one machine can read");
            }
            return new ScanPlan(source, options.chunkSize(), new PathNames(inputs));
        }
    }

    /**
     * Finishes a planned scan: what is found is as if this machine had scanned all. Only the few chunks that have to be known as a
     * whole are read here.
     *
     * @param findings findings of each segment of the plan, in their order
     * @param sink takes the chunks and then the data set; not told of the end if the scan fails
     * @param steps runs what is done once all is found, such as the fit of scanner {@code mimic}
     * @throws MimeoException if there are no segments
     * @throws IOException if findings are missing, or reading or the sink fails
     */
    public ScanSummary merge(
            ScanPlan plan,
            Iterator<SegmentWorker.SegmentFindings> findings,
            CharacterizationSink sink,
            DatasetFindings.StepRunner steps,
            Listener progress)
            throws IOException {
        long start = System.nanoTime();
        List<DatasetScan<?>> datasetScans = DatasetScan.create(options.scanners(), options.chunkSize());
        SegmentResults results = new SegmentResults.Found(plan, plan.segments().iterator(), findings);
        try {
            return merge(results, datasetScans, plan.source(), sink, steps, progress, start);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private ScanSummary merge(
            SegmentResults segments,
            List<DatasetScan<?>> datasetScans,
            ChunkSource source,
            CharacterizationSink sink,
            DatasetFindings.StepRunner steps,
            Listener progress,
            long start)
            throws IOException {
        ScanTally tally = new ScanTally();
        DatasetFindings found = new DatasetFindings(steps, progress::fit);
        try (SegmentResults results = segments) {
            if (options.sample() == 0) {
                sink.expectWhole(dataset(source, tally, found));
            }
            for (SegmentScanner.Result result = results.next(); result != null; result = results.next()) {
                merge(result, datasetScans, tally, sink);
                results.recycle(result.segment());
                progress.update(tally.bytes, expectedBytes(source));
            }
        }
        if (tally.chunks == 0) {
            throw new MimeoException(
                    source.name(),
                    -1,
                    MimeoException.Reason.EMPTY,
                    source.name() + " holds no data to scan" + firstLeftOut(source)
                            + ": name a file or a directory with at least 1 byte");
        }
        long read = System.nanoTime();
        for (DatasetScan<?> scan : datasetScans) {
            scan.finish(found);
        }
        long fitted = System.nanoTime();
        MimicCharacterization mimic = found.mimic();
        if (mimic != null) {
            sink.write(mimic);
        }
        DatasetCharacterization dataset = dataset(source, tally, found);
        sink.finish(dataset);
        return new ScanSummary(
                dataset,
                source.skipped(),
                source.skippedCount(Reason.UNREADABLE),
                source.skippedCount(Reason.SPECIAL),
                source.skippedCount(Reason.SHRUNK),
                source.skippedCount(Reason.LINK),
                read - start,
                mimic == null ? 0 : fitted - read);
    }

    private static String firstLeftOut(ChunkSource source) {
        List<ScanSummary.SkippedSource> skipped = source.skipped();
        long links = source.skippedCount(Reason.LINK);
        return skipped.isEmpty()
                ? links == 0 ? "" : " (left out: " + Counts.of(links, "symbolic link") + ")"
                : " (left out: " + skipped.get(0).name() + ": " + skipped.get(0).message()
                        + (skipped.size() == 1 ? ")" : ", and more)");
    }

    private static void merge(
            SegmentScanner.Result result, List<DatasetScan<?>> datasetScans, ScanTally tally, CharacterizationSink sink)
            throws IOException {
        Segment segment = result.segment();
        for (int i = 0; i < datasetScans.size(); i++) {
            datasetScans.get(i).merge(segment, result.partials().get(i), result.chunks());
        }
        for (int i = 0; i < segment.chunks(); i++) {
            int length = segment.length(i);
            ChunkCharacterization chunk = result.chunks().get(i).build(tally.chunks, tally.bytes, length);
            sink.write(chunk);
            tally.chunks++;
            tally.bytes += length;
        }
    }

    private long expectedBytes(ChunkSource source) {
        long bytes = source.bytes();
        return bytes < 0 || !source.sampled() ? bytes : Math.min(bytes, options.sample() * options.chunkSize());
    }

    private DatasetCharacterization dataset(ChunkSource source, ScanTally tally, DatasetFindings found) {
        // Skipped data is not part of the data set unless it was sampled: then its size is unknown.
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
                                options.scanners().stream()
                                        .map(ScannerSpec::toString)
                                        .toList())
                        + (source.permuted() ? PERMUTED : ""),
                source.skippedCount(Reason.UNREADABLE) + source.skippedCount(Reason.SPECIAL),
                found.duplication(),
                found.statistics());
    }

    private static String version() {
        String version = DataScanner.class.getPackage().getImplementationVersion();
        ModuleDescriptor module = DataScanner.class.getModule().getDescriptor();
        if (version == null && module != null) {
            // The packages of a named module have no attributes; the module has the version from the name of its jar.
            version = module.rawVersion().orElse(null);
        }
        return version == null ? "development" : version;
    }

    private static final class ScanTally {
        long chunks;
        long bytes;
    }
}
