package dev.mimeo.benchmarks;

import dev.mimeo.fidelity.CodecComparison;
import dev.mimeo.fidelity.ComparisonOptions;
import dev.mimeo.fidelity.ComparisonResult;
import dev.mimeo.fidelity.Distribution;
import dev.mimeo.integrations.rocksdb.OriginalValues;
import dev.mimeo.integrations.rocksdb.RocksDbLoad;
import dev.mimeo.report.ChartPage;
import dev.mimeo.scan.DataScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

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
    private static final int CURVE_POINTS = 200;
    private static final String ORIGINAL = "original";

    private final List<List<String>> ratios = new ArrayList<>();
    private final List<List<String>> times = new ArrayList<>();
    private final List<List<String>> granularity = new ArrayList<>();
    private final List<List<String>> sampling = new ArrayList<>();
    private final List<List<String>> tables = new ArrayList<>();
    private final List<List<String>> images = new ArrayList<>();
    private final List<ChartPage.Chart> charts = new ArrayList<>();
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
        evaluation.page().write(Path.of(arguments[0]));
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
            addCharts(name, results);
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

    private void addCharts(String corpus, Map<String, ComparisonResult> results) {
        for (String codec : List.of("lz4", "zlib:6")) {
            charts.add(cumulative(
                    corpus + ": compression ratio of chunks, " + codec,
                    "ratio",
                    results,
                    1,
                    result -> codec(result, codec).chunkRatio()));
            charts.add(cumulative(
                    corpus + ": compression time of chunks, " + codec,
                    "ms",
                    results,
                    1e3,
                    result -> codec(result, codec).chunkTime()));
        }
        List<ChartPage.Series> entropy = new ArrayList<>();
        List<ChartPage.Series> lengths = new ArrayList<>();
        results.forEach((generator, result) -> {
            if (entropy.isEmpty()) {
                entropy.add(curve(ORIGINAL, result.content().entropyOriginal(), 1));
                lengths.add(curve(ORIGINAL, result.content().repetitionsOriginal()));
            }
            entropy.add(curve(generator, result.content().entropySynthetic(), 1));
            lengths.add(curve(generator, result.content().repetitionsSynthetic()));
        });
        charts.add(chart(corpus + ": entropy of chunks", "bits a byte", entropy));
        charts.add(chart(corpus + ": lengths of repetitions that Deflate finds", "bytes", lengths));
    }

    private static CodecComparison codec(ComparisonResult result, String name) {
        return result.codecs().stream()
                .filter(codec -> codec.codec().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static ChartPage.Chart cumulative(
            String title,
            String unit,
            Map<String, ComparisonResult> results,
            double scale,
            Function<ComparisonResult, CodecComparison.ChunkComparison> quantity) {
        List<ChartPage.Series> series = new ArrayList<>();
        results.forEach((generator, result) -> {
            if (series.isEmpty()) {
                series.add(curve(ORIGINAL, quantity.apply(result).original(), scale));
            }
            series.add(curve(generator, quantity.apply(result).synthetic(), scale));
        });
        return chart(title, unit, series);
    }

    private static ChartPage.Chart chart(String title, String unit, List<ChartPage.Series> series) {
        return new ChartPage.Chart(
                title, ChartPage.Kind.CURVES, unit, "share at most so large", false, List.of(), series);
    }

    private static ChartPage.Series curve(String label, Distribution values, double scale) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (int i = 0; i <= CURVE_POINTS; i++) {
            double share = (double) i / CURVE_POINTS;
            x.add(scale * values.quantile(share));
            y.add(share);
        }
        return new ChartPage.Series(label, x, y);
    }

    private static ChartPage.Series curve(String label, Distribution.Histogram counts) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        double total = Math.max(1, counts.total());
        long sum = 0;
        for (int value = 0; value < counts.size(); value++) {
            sum += counts.count(value);
            x.add((double) value);
            y.add(sum / total);
        }
        return new ChartPage.Series(label, x, y);
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
            DataScanner.Options options =
                    new DataScanner.Options(size, SAMPLE, all.seed(), all.threads(), all.scanners(), "", false);
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

    private ChartPage page() {
        ChartPage page = new ChartPage("Synthetic data against its original");
        page.paragraph("Generators: " + String.join(", ", GENERATORS)
                + ". All deviations are synthetic / original - 1. Times are CPU time of one thread, measured in turn. "
                + "RocksDB and SquashFS store at most " + (MAX_STORED >> 20)
                + " MiB of a corpus, segments at the same places of original and synthetic data. "
                + BenchmarkMachine.describe() + ".");
        charts.forEach(page::chart);
        page.table("Compression ratio of the original and its deviation", ratioHead(), ratios);
        page.table(
                "Deviation of compression / decompression time", head(List.of("corpus", "generator"), CODECS), times);
        page.table(
                "Deviation of the ratio of all chunks, compressed in pieces of other sizes",
                List.of("corpus", "chunk", "lz4", "zlib:6", "zstd:3"),
                granularity);
        if (!sampling.isEmpty()) {
            page.table(
                    "Deviation of the ratio, from a sample of " + SAMPLE + " chunks",
                    head(List.of("corpus", "chunk", "characterization, MB"), CODECS),
                    sampling);
        }
        page.table(
                "RocksDB's tables of the original (values of " + ROCKSDB_VALUE + " bytes, blocks of " + ROCKSDB_BLOCK
                        + "), and deviation of their size / time to write them",
                head(List.of("corpus", "compression", "MB", "s"), GENERATORS),
                tables);
        if (squashFs) {
            page.table(
                    "SquashFS image of the original, and deviation of its size / time to make it",
                    head(List.of("corpus", "compressor", "MB", "s"), GENERATORS),
                    images);
        }
        return page;
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
