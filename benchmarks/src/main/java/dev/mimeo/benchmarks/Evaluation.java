package dev.mimeo.benchmarks;

import dev.mimeo.fidelity.CodecComparison;
import dev.mimeo.fidelity.ComparisonCharts;
import dev.mimeo.fidelity.ComparisonOptions;
import dev.mimeo.fidelity.ComparisonResult;
import dev.mimeo.fidelity.Tolerance;
import dev.mimeo.fidelity.Verdict;
import dev.mimeo.integrations.rocksdb.OriginalValues;
import dev.mimeo.integrations.rocksdb.RocksDbLoad;
import dev.mimeo.report.HtmlPage;
import dev.mimeo.report.PageFigure;
import dev.mimeo.report.PageRecipe;
import dev.mimeo.report.PageTable;
import dev.mimeo.report.plot.Chart;
import dev.mimeo.scan.DataScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The evaluation of the SDGen paper (Gracia-Tinedo et al., FAST 2015, section 6) on any data: how ratios and times of
 * synthetic data compare with those of the original, whole and by chunk, how this depends on the size of chunks and on
 * sampling, and what RocksDB and a compressed file system make of both.
 *
 * <pre>{@code
 * java -cp benchmarks.jar dev.mimeo.benchmarks.Evaluation PAGE.html CORPUS...
 * }</pre>
 *
 * <p>A corpus is a file or a folder. The generators are {@code mimic}, {@code motif}, which is the paper's, and {@code mix},
 * which is how LinkBench fills its payloads.
 */
public final class Evaluation {

    private static final List<String> CODECS =
            List.of("lz4", "snappy", "zlib:1", "zlib:6", "zstd:1", "zstd:3", "bzip2:9", "brotli:5", "xz:6");
    private static final List<String> GENERATORS = List.of("mimic", "motif", "mix");
    private static final List<Integer> CHUNK_SIZES = List.of(8 << 10, 16 << 10, 32 << 10, 64 << 10, 128 << 10);

    /** The paper's sample, of data sets that are large. */
    private static final int SAMPLE = 3500;

    private static final long LARGE = 1L << 30;
    private static final List<String> ROCKSDB_COMPRESSIONS = List.of("lz4", "snappy", "zlib", "zstd");

    /**
     * Greatest size of a corpus for the systems under test, in bytes: {@code mksquashfs} with xz processes about 4
     * MB/s.
     */
    private static final long MAX_STORED = 256L << 20;

    private static final int ROCKSDB_VALUE = 1024;
    private static final int ROCKSDB_BLOCK = 4096;

    private final List<List<String>> ratios = new ArrayList<>();
    private final List<List<String>> times = new ArrayList<>();
    private final List<List<String>> granularity = new ArrayList<>();
    private final List<List<String>> sampling = new ArrayList<>();
    private final List<List<String>> tables = new ArrayList<>();
    private final List<List<String>> images = new ArrayList<>();
    private final List<PageFigure> figures = new ArrayList<>();
    private final List<String> summary = new ArrayList<>();
    private final boolean squashFs;

    private Evaluation() throws IOException {
        squashFs = SquashFs.isInstalled();
    }

    /** Runs the evaluation; see the class. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 2) {
            System.err.println("usage: Evaluation PAGE.html CORPUS...");
            System.exit(2);
        }
        Evaluation evaluation = new Evaluation();
        for (String corpus : List.of(arguments).subList(1, arguments.length)) {
            System.out.println(corpus);
            evaluation.add(Path.of(corpus));
        }
        evaluation.page(arguments).write(Path.of(arguments[0]));
    }

    private void add(Path corpus) throws IOException {
        String name = String.valueOf(corpus.getFileName());
        progress("scanning");
        try (MimickedCorpus mimicked = new MimickedCorpus(corpus, MimickedCorpus.optionsFor(GENERATORS))) {
            Map<String, ComparisonResult> results = new LinkedHashMap<>();
            Map<String, Path> data = new LinkedHashMap<>();
            for (String generator : GENERATORS) {
                progress("generating and comparing " + generator);
                Path generated = mimicked.generate(generator);
                data.put(generator, generated);
                results.put(generator, mimicked.compare(generated, options(CODECS)));
            }
            addTables(name, results);
            addFigures(name, results);
            addGranularity(name, mimicked, Objects.requireNonNull(data.get(GENERATORS.get(0))));
            Path original = mimicked.slice(mimicked.joined(), MAX_STORED);
            for (Map.Entry<String, Path> generated : data.entrySet()) {
                generated.setValue(mimicked.slice(generated.getValue(), MAX_STORED));
            }
            addRocksDb(name, original, data);
            if (squashFs) {
                addImages(name, original, data);
            }
            if (mimicked.dataset().bytes() >= LARGE) {
                addSampling(name, corpus);
            }
        }
    }

    private static void progress(String step) {
        System.err.println("  " + step);
    }

    private static ComparisonOptions options(List<String> codecs) {
        return ComparisonOptions.defaults().withCodecs(codecs);
    }

    private void addTables(String corpus, Map<String, ComparisonResult> results) {
        results.forEach((generator, result) -> {
            List<String> ratio = new ArrayList<>(List.of(corpus, generator));
            List<String> time = new ArrayList<>(List.of(corpus, generator));
            for (CodecComparison codec : result.codecs()) {
                ratio.add(format(
                        "%.2f %s",
                        codec.ratio().original(), percent(codec.ratio().deviation())));
                time.add(percent(codec.compressTime().deviation())
                        + " / "
                        + percent(codec.decompressTime().deviation()));
            }
            ratio.add(percent(result.content().entropy().deviation()));
            ratio.add(percent(result.content().repetitions().deviation()));
            ratios.add(ratio);
            times.add(time);
        });
    }

    private void addFigures(String corpus, Map<String, ComparisonResult> results) {
        ComparisonCharts comparison = new ComparisonCharts(results);
        long chunks =
                results.values().iterator().next().content().entropyOriginal().size();
        figures.add(PageFigure.of(
                corpus
                        + ": deviations by codec, synthetic / original − 1. Lines to both sides of a mark are 90 % confidence"
                        + " intervals of repeated measurements.",
                comparison.deviations(Tolerance.GOAL)));
        List<Chart> distributions = new ArrayList<>();
        for (String codec : List.of("lz4", "zlib:6")) {
            distributions.add(comparison.ratios("ratio, " + codec, codec));
            distributions.add(comparison.times("compression time, " + codec, codec));
        }
        distributions.add(comparison.entropy("entropy"));
        figures.add(PageFigure.of(
                format("%s: cumulative distributions over %,d chunks, each with a fresh codec.", corpus, chunks),
                distributions));
        figures.add(PageFigure.of(
                format("%s: lengths of the repetitions that Deflate finds in %,d chunks.", corpus, chunks),
                List.of(comparison.repetitions(""))));
        results.forEach((generator, result) -> summary.add(corpus + ", " + generator + ": ratios deviate by "
                + Verdict.of(result, Tolerance.GOAL).ratio().describe()));
    }

    private void addGranularity(String corpus, MimickedCorpus mimicked, Path generated) throws IOException {
        List<String> codecs = List.of("lz4", "zlib:6", "zstd:3");
        for (int size : CHUNK_SIZES) {
            progress("comparing chunks of " + (size >> 10) + " KiB");
            ComparisonResult result =
                    mimicked.compare(generated, options(codecs).withChunkSize(size));
            List<String> row = new ArrayList<>(List.of(corpus, (size >> 10) + " KiB"));
            for (CodecComparison codec : result.codecs()) {
                row.add(percent(codec.chunkRatio().total().deviation()));
            }
            granularity.add(row);
        }
    }

    private void addSampling(String corpus, Path path) throws IOException {
        for (int size : List.of(32 << 10, 128 << 10)) {
            progress("sampling chunks of " + (size >> 10) + " KiB");
            DataScanner.Options all = MimickedCorpus.optionsFor(GENERATORS);
            DataScanner.Options options = all.withChunkSize(size).withSample(SAMPLE);
            try (MimickedCorpus mimicked = new MimickedCorpus(path, options)) {
                ComparisonResult result = mimicked.compare(
                        mimicked.generate(GENERATORS.get(0)), options(CODECS).withChunkSize(size));
                List<String> row = new ArrayList<>(List.of(
                        corpus, (size >> 10) + " KiB", format("%.2f", 1e-6 * mimicked.characterization().length)));
                result.codecs().forEach(codec -> row.add(percent(codec.ratio().deviation())));
                sampling.add(row);
            }
        }
    }

    private void addRocksDb(String corpus, Path original, Map<String, Path> data) throws IOException {
        for (String compression : ROCKSDB_COMPRESSIONS) {
            progress("loading RocksDB with " + compression);
            RocksDbLoad.Result result = load(compression, original);
            List<String> row = new ArrayList<>(List.of(
                    corpus,
                    compression,
                    format("%.2f", 1e-6 * result.tableBytes()),
                    format("%.2f", result.writeSeconds())));
            for (Path generated : data.values()) {
                RocksDbLoad.Result other = load(compression, generated);
                row.add(percent((double) other.tableBytes() / result.tableBytes() - 1)
                        + " / "
                        + percent(other.writeSeconds() / result.writeSeconds() - 1));
            }
            tables.add(row);
        }
    }

    private static RocksDbLoad.Result load(String compression, Path data) throws IOException {
        try (OriginalValues values = OriginalValues.open(data)) {
            return new RocksDbLoad(compression, ROCKSDB_VALUE, ROCKSDB_BLOCK)
                    .run(Path.of(System.getProperty("java.io.tmpdir")), Long.MAX_VALUE, values);
        }
    }

    private void addImages(String corpus, Path original, Map<String, Path> data) throws IOException {
        for (String compressor : SquashFs.COMPRESSORS) {
            progress("making SquashFS images with " + compressor);
            SquashFs.Image image = SquashFs.make(original, compressor);
            List<String> row = new ArrayList<>(
                    List.of(corpus, compressor, format("%.2f", 1e-6 * image.bytes()), format("%.2f", image.seconds())));
            for (Path generated : data.values()) {
                SquashFs.Image other = SquashFs.make(generated, compressor);
                row.add(percent((double) other.bytes() / image.bytes() - 1)
                        + " / "
                        + percent(other.seconds() / image.seconds() - 1));
            }
            images.add(row);
        }
    }

    private HtmlPage page(String[] arguments) {
        HtmlPage page = HtmlPage.of("Synthetic data against its original");
        page.summary(HtmlPage.Status.NEUTRAL, String.join(", ", GENERATORS) + " against their originals", summary);
        page.paragraph("Generators: " + String.join(", ", GENERATORS)
                + ". All deviations are synthetic / original - 1. Times are CPU time of one thread, measured in turn. "
                + "RocksDB and SquashFS store at most " + (MAX_STORED >> 20)
                + " MiB of a corpus, segments at the same places of original and synthetic data. "
                + BenchmarkMachine.describe() + ".");
        figures.forEach(page::figure);
        page.table(PageTable.of("Compression ratio of the original and its deviation", ratioHead(), ratios));
        page.table(PageTable.of(
                "Deviation of compression / decompression time", head(List.of("corpus", "generator"), CODECS), times));
        page.table(PageTable.of(
                "Deviation of the ratio of all chunks, compressed in pieces of other sizes",
                List.of("corpus", "chunk", "lz4", "zlib:6", "zstd:3"),
                granularity));
        if (!sampling.isEmpty()) {
            page.table(PageTable.of(
                    "Deviation of the ratio, from a sample of " + SAMPLE + " chunks",
                    head(List.of("corpus", "chunk", "characterization, MB"), CODECS),
                    sampling));
        }
        page.table(PageTable.of(
                "RocksDB's tables of the original (values of " + ROCKSDB_VALUE + " bytes, blocks of " + ROCKSDB_BLOCK
                        + "), and deviation of their size / time to write them",
                head(List.of("corpus", "compression", "MB", "s"), GENERATORS),
                tables));
        if (squashFs) {
            page.table(PageTable.of(
                    "SquashFS image of the original, and deviation of its size / time to make it",
                    head(List.of("corpus", "compressor", "MB", "s"), GENERATORS),
                    images));
        }
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        facts.put("Machine", BenchmarkMachine.describe());
        String command = "java -cp benchmarks.jar " + Evaluation.class.getName() + " " + String.join(" ", arguments);
        return page.recipe(new PageRecipe(List.of(command), facts));
    }

    private static List<String> ratioHead() {
        List<String> head = head(List.of("corpus", "generator"), CODECS);
        head.add("entropy");
        head.add("repetitions");
        return head;
    }

    private static List<String> head(List<String> first, List<String> rest) {
        List<String> head = new ArrayList<>(first);
        head.addAll(rest);
        return head;
    }

    private static String percent(double deviation) {
        return format("%+.1f %%", 100 * deviation);
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
