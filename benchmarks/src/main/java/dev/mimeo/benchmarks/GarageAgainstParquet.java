package dev.mimeo.benchmarks;

import dev.mimeo.garage.load.CounterExport;
import dev.mimeo.garage.query.GarageQuery;
import dev.mimeo.garage.query.QueryRun;
import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.sql.internal.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The queries of {@link GarageQueries} over packed files, and by DuckDB over Parquet files of the same rows, in turn.
 *
 * <p>{@code export DIR PARQUET} writes a Parquet file for each file that {@code GarageQueries make} made. {@code run DIR PARQUET
 * THREADS ROUNDS} runs each query on both in turn, saves its result as Parquet, and prints the medians of the rounds behind the
 * first two; a query whose results differ fails. {@code duckdb PARQUET THREADS QUERY} runs one of the queries (1 to 3) on Parquet
 * once, to be measured as a whole process.
 */
public final class GarageAgainstParquet {

    private static final int WARM_UP = 2;

    /** The queries as a user of DuckDB writes them, in the order of {@link GarageQueries#QUERIES}. */
    private static final List<String> QUERIES = List.of(
            "SELECT ServerID, avg(MemUsage) AS AvgMem FROM %s WHERE CPUUsage < 0.2 AND DiskIdle < 0.02"
                    + " GROUP BY ServerID ORDER BY AvgMem DESC LIMIT 10",
            "SELECT ServerID, time_bucket(INTERVAL 15 minutes, sampleTime) AS Mins15, avg(CPUUsage) AS AvgCPUUsage"
                    + " FROM %s GROUP BY ServerID, Mins15",
            "SELECT r.serverID, r.sampleTime, r.pctDiskBusy, r.diskResponseTime FROM %s AS r JOIN %<s AS rprev"
                    + " ON r.serverID = rprev.serverID AND r.prevSampleTime = rprev.sampleTime WHERE r.pctDiskBusy > 5"
                    + " AND rprev.pctDiskBusy > 1 AND r.paging < 10 AND rprev.paging < 10");

    private GarageAgainstParquet() {}

    /** Runs. */
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "export" -> export(Path.of(args[1]), Path.of(args[2]));
            case "duckdb" -> {
                Path out = Files.createTempFile("mimeo-parquet-", ".parquet");
                duckDb(Path.of(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]) - 1, out);
                Files.delete(out);
            }
            default -> run(Path.of(args[1]), Path.of(args[2]), Integer.parseInt(args[3]), Integer.parseInt(args[4]));
        }
    }

    private static void export(Path garage, Path parquet) throws IOException {
        for (Path file : GarageTree.files(List.of(garage))) {
            Path target = parquet.resolve(garage.relativize(file).toString().replaceFirst("[.]gar$", ".parquet"));
            Files.createDirectories(target.toAbsolutePath().getParent());
            CounterExport.run(
                    List.of(file),
                    new CounterExport.Options(TableSchema.RAW_DATA, List.of(), 1, parquet.resolve("spill")),
                    target,
                    CounterExport.Form.PARQUET);
        }
    }

    private static void run(Path garage, Path parquet, int threads, int rounds) throws Exception {
        Path scratch = Files.createTempDirectory("mimeo-garage-");
        for (int i = 0; i < QUERIES.size(); i++) {
            int query = i;
            Path ours = scratch.resolve("ours" + i + ".parquet");
            Path theirs = scratch.resolve("theirs" + i + ".parquet");
            List<Stopwatch> packed = new ArrayList<>();
            List<Stopwatch> duckDb = new ArrayList<>();
            for (int round = -WARM_UP; round < rounds; round++) {
                Stopwatch first = Stopwatch.measure(() -> packed(garage, threads, query, ours));
                Stopwatch second = Stopwatch.measure(() -> duckDb(parquet, threads, query, theirs));
                if (round == -WARM_UP) {
                    check(ours, theirs);
                }
                if (round >= 0) {
                    packed.add(first);
                    duckDb.add(second);
                }
            }
            print(i, threads, packed, duckDb);
            Files.delete(ours);
            Files.delete(theirs);
        }
        Files.delete(scratch);
    }

    private static void packed(Path garage, int threads, int query, Path out) throws IOException {
        Path spill = out.resolveSibling("spill");
        GarageQuery.Options options =
                GarageQuery.Options.of(List.of(garage), threads, spill).withOutputs(List.of(out));
        Files.deleteIfExists(out);
        try (QueryRun run = QueryRun.open(GarageQuery.parse(GarageQueries.QUERIES.get(query)), options)) {
            run.run((done, total) -> {});
            run.save(QueryRun.FileKind.PARQUET, out);
            run.complete();
        }
    }

    private static void duckDb(Path parquet, int threads, int query, Path out) throws Exception {
        String source = "read_parquet(" + Database.quotedString(parquet + "/**/*.parquet") + ")";
        try (Connection connection =
                Database.open(null, threads, GarageQuery.Options.DEFAULT_MEMORY_BYTES, out.resolveSibling("engine"))) {
            Database.execute(connection, "SET preserve_insertion_order = false");
            Database.execute(
                    connection,
                    "COPY (" + String.format(Locale.ROOT, QUERIES.get(query), source) + ") TO "
                            + Database.quotedString(out.toString()) + " (FORMAT parquet, CODEC 'zstd')");
        }
    }

    /** Compares the rows, with averages to 9 digits because DuckDB adds in another order. */
    private static void check(Path ours, Path theirs) throws Exception {
        String rows = "(SELECT coalesce(format('{:.9e}', TRY_CAST(CAST(columns(*) AS VARCHAR) AS DOUBLE)),"
                + " CAST(columns(*) AS VARCHAR)) FROM '%s')";
        String sql = String.format(Locale.ROOT, rows + " EXCEPT ALL " + rows, ours, theirs);
        String back = String.format(Locale.ROOT, rows + " EXCEPT ALL " + rows, theirs, ours);
        try (Connection connection = Database.open(null, 2, 1L << 30, ours.resolveSibling("check"));
                Statement statement = connection.createStatement();
                ResultSet differences = statement.executeQuery(
                        "SELECT (SELECT count(*) FROM (" + sql + ")) + (SELECT count(*) FROM (" + back + "))")) {
            differences.next();
            if (differences.getLong(1) != 0) {
                throw new IllegalStateException(differences.getLong(1) + " rows are in one result alone");
            }
        }
    }

    private static void print(int query, int threads, List<Stopwatch> packed, List<Stopwatch> duckDb) {
        double[] cpu = new double[packed.size()];
        double[] wall = new double[packed.size()];
        for (int i = 0; i < cpu.length; i++) {
            cpu[i] = packed.get(i).cpuSeconds() / duckDb.get(i).cpuSeconds();
            wall[i] = packed.get(i).wallSeconds() / duckDb.get(i).wallSeconds();
        }
        System.out.printf(
                Locale.ROOT,
                "Q%d, %d threads: packed %.3f s, CPU %.3f s; Parquet %.3f s, CPU %.3f s; ratios %.2f, CPU %.2f%n",
                query + 1,
                threads,
                median(packed.stream().mapToDouble(Stopwatch::wallSeconds).toArray()),
                median(packed.stream().mapToDouble(Stopwatch::cpuSeconds).toArray()),
                median(duckDb.stream().mapToDouble(Stopwatch::wallSeconds).toArray()),
                median(duckDb.stream().mapToDouble(Stopwatch::cpuSeconds).toArray()),
                median(wall),
                median(cpu));
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
