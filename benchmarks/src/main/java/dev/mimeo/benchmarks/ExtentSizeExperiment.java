package dev.mimeo.benchmarks;

import dev.mimeo.codec.Codecs;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.report.HtmlPage;
import dev.mimeo.report.PageFigure;
import dev.mimeo.report.PageTable;
import dev.mimeo.report.plot.Plot;
import dev.mimeo.report.plot.PlotAxis;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Compression ratio, compression rate and decompression rate of a disk trace against the size of extents, per codec: the
 * first experiment of the DataSeries report (Anderson, Arlitt, Morrey, Veitch, HPL-2009-323).
 *
 * <pre>{@code
 * java -cp benchmarks.jar dev.mimeo.benchmarks.ExtentSizeExperiment OUT.html [ROWS [CODEC,CODEC...]]
 * }</pre>
 *
 * <p>As there, rates are unpacked bytes by CPU time of writing the extents of a file and of reading them, with both
 * checksums; the ratio is unpacked by stored bytes. One thread.
 */
public final class ExtentSizeExperiment {

    /** 256 MiB of rows: the largest extents still are more than one. */
    private static final long ROWS = 3_400_000;

    private static final String CODECS = "none,lz4,lzf,snappy,lzo:1,zlib:6,bzip2:9,zstd:3";
    private static final long MIN_EXTENT = 64L << 10;
    private static final long MAX_EXTENT = 128L << 20;
    private static final long SEED = 20090101;

    private record Result(double ratio, double compressed, double decompressed) {}

    private ExtentSizeExperiment() {}

    /** Runs the experiment; see the class. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 1 || arguments.length > 3) {
            System.err.println("usage: ExtentSizeExperiment OUT.html [ROWS [CODEC,CODEC...]]");
            System.exit(2);
        }
        long rows = arguments.length > 1 ? Long.parseLong(arguments[1]) : ROWS;
        List<String> codecs = new ArrayList<>();
        for (String codec : (arguments.length > 2 ? arguments[2] : CODECS).split(",")) {
            codecs.add(codec.equals("none") ? codec : Codecs.parseList(codec).get(0));
        }
        Map<String, Map<Long, Result>> results = new LinkedHashMap<>();
        Path folder = Files.createTempDirectory("mimeo-extents");
        try {
            for (long size = MIN_EXTENT; size <= MAX_EXTENT; size *= 2) {
                Path plain = folder.resolve("plain.ds");
                generate(plain, rows, size);
                for (String codec : codecs) {
                    Result result = run(plain, folder.resolve("packed.ds"), codec);
                    results.computeIfAbsent(codec, name -> new LinkedHashMap<>())
                            .put(size, result);
                    System.out.printf(
                            Locale.ROOT,
                            "%-10s %10d bytes: ratio %6.2f, compression %7.1f MB/s, decompression %7.1f MB/s%n",
                            codec,
                            size,
                            result.ratio,
                            result.compressed,
                            result.decompressed);
                }
                Files.delete(plain);
            }
        } finally {
            Files.deleteIfExists(folder.resolve("plain.ds"));
            Files.deleteIfExists(folder.resolve("packed.ds"));
            Files.delete(folder);
        }
        page(rows, results).write(Path.of(arguments[0]));
    }

    private static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    }

    private static void generate(Path file, long rows, long extentBytes) throws IOException {
        ExtentType type = DiskTrace.type();
        try (DataSeriesWriter writer =
                DataSeriesWriter.create(create(file), List.of(type), WriterOptions.DEFAULT.withCodecs("none"))) {
            ExtentOutput output = new ExtentOutput(writer, type, extentBytes);
            new DiskTrace(SEED).write(output, rows);
            output.flush();
        }
    }

    private static Result run(Path plain, Path packed, String codec) throws Exception {
        // Reading the plain file is not part of packing, so it is measured and taken off.
        Stopwatch reading = Stopwatch.measure(() -> read(plain));
        Stopwatch writing = Stopwatch.measure(() -> pack(plain, packed, codec));
        Stopwatch unpacking = Stopwatch.measure(() -> read(packed));
        long bytes = unpackedBytes(plain);
        double packing = Math.max(0.01, writing.cpuSeconds() - reading.cpuSeconds());
        Result result = new Result(
                (double) bytes / Files.size(packed),
                bytes * 1e-6 / packing,
                bytes * 1e-6 / Math.max(0.01, unpacking.cpuSeconds()));
        Files.delete(packed);
        return result;
    }

    private static long unpackedBytes(Path file) throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.open(file);
                ExtentSource extents = reader.extents("*", 1)) {
            long bytes = 0;
            for (Extent extent = extents.next(); extent != null; extent = extents.next()) {
                bytes += extent.sizeBytes();
            }
            return bytes;
        }
    }

    private static void read(Path file) throws IOException {
        unpackedBytes(file);
    }

    private static void pack(Path plain, Path packed, String codec) throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.open(plain);
                ExtentSource extents = reader.extents("*", 1);
                DataSeriesWriter writer = DataSeriesWriter.create(
                        create(packed), reader.types(), WriterOptions.DEFAULT.withCodecs(codec))) {
            for (Extent extent = extents.next(); extent != null; extent = extents.next()) {
                writer.write(extent);
            }
        }
    }

    private static HtmlPage page(long rows, Map<String, Map<Long, Result>> results) {
        HtmlPage page = HtmlPage.of("Compression of a disk trace against the size of extents");
        page.paragraph(String.format(
                Locale.ROOT,
                "%,d rows of 80 bytes. Rates are unpacked megabytes by second of CPU time of the whole process,"
                        + " with both checksums. %s.",
                rows,
                BenchmarkMachine.describe()));
        List<Plot.Line> ratio = new ArrayList<>();
        List<Plot.Line> compression = new ArrayList<>();
        List<Plot.Line> decompression = new ArrayList<>();
        List<List<String>> lines = new ArrayList<>();
        results.forEach((codec, bySize) -> {
            List<Double> sizes = bySize.keySet().stream().map(Long::doubleValue).toList();
            ratio.add(Plot.Line.of(
                    codec, sizes, bySize.values().stream().map(Result::ratio).toList()));
            compression.add(Plot.Line.of(
                    codec,
                    sizes,
                    bySize.values().stream().map(Result::compressed).toList()));
            decompression.add(Plot.Line.of(
                    codec,
                    sizes,
                    bySize.values().stream().map(Result::decompressed).toList()));
            bySize.forEach((size, result) -> lines.add(List.of(
                    codec,
                    size < 1 << 20 ? (size >> 10) + " KiB" : (size >> 20) + " MiB",
                    String.format(Locale.ROOT, "%.2f", result.ratio),
                    String.format(Locale.ROOT, "%.0f", result.compressed),
                    String.format(Locale.ROOT, "%.0f", result.decompressed))));
        });
        PlotAxis rate = PlotAxis.of("MB/s of CPU time", PlotAxis.Scale.LOGARITHMIC);
        page.figure(figure("Compression ratio", PlotAxis.fromZero("unpacked / stored"), ratio));
        page.figure(figure("Compression rate", rate, compression));
        page.figure(figure("Decompression rate", rate, decompression));
        List<String> head = List.of("codec", "extent", "ratio", "compression MB/s", "decompression MB/s");
        page.table(PageTable.of("All measurements.", head, lines));
        return page;
    }

    private static PageFigure figure(String quantity, PlotAxis axis, List<Plot.Line> lines) {
        PlotAxis sizes = PlotAxis.of("size of extents", PlotAxis.Scale.BYTES);
        Plot plot = Plot.of("", sizes, axis, Plot.Style.MARKED_LINES, lines);
        return PageFigure.wide(quantity + " against the size of extents, by codec.", plot);
    }
}
