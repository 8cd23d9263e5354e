package dev.mimeo.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.mimeo.garage.query.Completeness;
import dev.mimeo.garage.query.GarageQuery;
import dev.mimeo.garage.query.QueryRun;
import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * The three queries of C. Loboz, S. Smyl, S. Nath, "DataGarage", VLDB 2010, over a synthetic garage.
 *
 * <p>{@code make DIR FILES COUNTERS ROWS [without|alike]} writes files of one server each, with a sample every 15 s; {@code without}
 * leaves out the counters that the queries name, and with {@code alike} a counter has values of one kind on all servers. {@code run DIR THREADS ROUNDS} runs each query, in turn, and prints wall and
 * CPU time and the most heap in use.
 */
public final class GarageQueries {

    private static final LocalDate DAY = LocalDate.parse("2009-10-31");

    private static final List<String> NAMED =
            List.of("CPUUsage", "DiskIdle", "MemUsage", "pctDiskBusy", "diskResponseTime", "paging");

    static final List<String> QUERIES = List.of(
            "APPLY \"Select ServerID, Avg(MemUsage) as AvgMem From RawData Where CPUUsage<0.2 AND DiskIdle<0.02"
                    + " Group by ServerID\" ON \"**\" COMBINE \"Select Top 10 ServerID, AvgMem from ApplyResult"
                    + " Order by AvgMem Desc\"",
            "APPLY \"Select ServerID, _Mins15Time; as Mins15, Avg(CPUUsage) as AvgCPUUsage From RawData"
                    + " Group by _Mins15Time; order by _Mins15Time;\" ON \"**\"",
            "APPLY \"Select r.serverID, r.sampleTime, r.pctDiskBusy, r.diskResponseTime From RawData as r"
                    + " Join RawData as rprev on r.prevSampleTime = rprev.sampleTime Where r.pctDiskBusy > 5"
                    + " and rprev.pctDiskBusy > 1 and r.paging < 10 and rprev.paging < 10\" ON \"**\"");

    private GarageQueries() {}

    /** Runs. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[1]);
        if (args[0].equals("make")) {
            String variant = args.length < 6 ? "" : args[5];
            for (int i = 0; i < Integer.parseInt(args[2]); i++) {
                make(folder, i, Integer.parseInt(args[3]), Integer.parseInt(args[4]), variant);
            }
        } else {
            for (int round = 0; round < Integer.parseInt(args[3]); round++) {
                for (int i = 0; i < QUERIES.size(); i++) {
                    run(folder, Integer.parseInt(args[2]), i);
                }
            }
        }
    }

    private static void make(Path folder, int number, int counters, int rows, String variant) throws IOException {
        boolean named = !variant.equals("without");
        SplittableRandom random = new SplittableRandom(number);
        String server = String.format(Locale.ROOT, "%s%05d", named ? "s" : "without", number);
        long[] times = new long[rows];
        long[] previous = new long[rows];
        long time = DAY.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
        for (int row = 0; row < rows; row++) {
            previous[row] = time - 15_000;
            times[row] = time + random.nextInt(40);
            previous[row] = row == 0 ? times[row] - 15_000 : times[row - 1];
            time += 15_000;
        }
        String[] servers = new String[rows];
        Arrays.fill(servers, server);
        List<ColumnSchema> columns = new ArrayList<>(List.of(
                new ColumnSchema(ColumnSchema.SERVER, ColumnSchema.Type.TEXT),
                new ColumnSchema(ColumnSchema.TIME, ColumnSchema.Type.TIMESTAMP),
                new ColumnSchema(ColumnSchema.PREVIOUS_TIME, ColumnSchema.Type.TIMESTAMP)));
        List<ColumnArray> values = new ArrayList<>(List.of(
                ColumnArray.ofTexts(servers, null),
                ColumnArray.ofTimes(times, null),
                ColumnArray.ofTimes(previous, null)));
        for (int counter = 0; counter < counters; counter++) {
            boolean isNamed = named && counter < NAMED.size();
            columns.add(
                    new ColumnSchema(isNamed ? NAMED.get(counter) : "counter" + counter, ColumnSchema.Type.FLOAT32));
            values.add(ColumnArray.ofFloats(samples(number, counter, rows, variant.equals("alike")), null));
        }
        Path file = folder.resolve("owner/dc" + number % 4).resolve(server + "." + DAY + ".gar");
        Files.createDirectories(file.getParent());
        try (PackedFileWriter writer = PackedFileWriter.replace(
                file, new PackedFileWriter.FileDescription(server, DAY, Map.of()), PackedFileWriter.Options.LOSSLESS)) {
            writer.add(new TableSchema(TableSchema.RAW_DATA, rows, columns), values);
            writer.commit();
        }
    }

    /** Returns a load that wanders, a number of events a second, a level with few values, or one that hardly ever changes. */
    private static float[] samples(int server, int counter, int rows, boolean alike) {
        Random random = new Random(server * 1000L + counter);
        float[] samples = new float[rows];
        double level = random.nextDouble();
        int kind = counter < NAMED.size() ? counter : 6 + (alike ? counter % 4 : random.nextInt(4));
        for (int row = 0; row < rows; row++) {
            level = Math.min(1, Math.max(0, level + random.nextGaussian() * 0.02));
            samples[row] = switch (kind) {
                case 0, 6 -> (float) level;
                case 1 -> (float) (level * level * 0.1);
                case 2, 7 -> Math.round(level * 2000) * 4;
                case 3 -> (float) Math.floor(level * 12);
                case 4 -> (float) (0.001 + 0.01 * random.nextDouble());
                case 5 -> Math.round(level * 30 * random.nextDouble());
                case 8 -> Math.round(level * 300) / 15f;
                default -> (float) (int) (level * 4);
            };
        }
        return samples;
    }

    private static void run(Path folder, int threads, int query) throws IOException {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Path scratch = Files.createTempDirectory("mimeo-garage-");
        Path out = scratch.resolve("result.parquet");
        GarageQuery.Options options = GarageQuery.Options.of(List.of(folder), threads, scratch.resolve("spill"))
                .withPartial(scratch.resolve("partial"))
                .withOutputs(List.of(out));
        List<MemoryPoolMXBean> heap = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
        heap.forEach(MemoryPoolMXBean::resetPeakUsage);
        long wall = System.nanoTime();
        long cpu = system.getProcessCpuTime();
        long rows;
        Completeness found;
        try (QueryRun run = QueryRun.open(GarageQuery.parse(QUERIES.get(query)), options)) {
            found = run.run((done, total) -> {});
            rows = run.save(QueryRun.FileKind.PARQUET, out);
            run.complete();
        }
        double cpuSeconds = (system.getProcessCpuTime() - cpu) / 1e9;
        double wallSeconds = (System.nanoTime() - wall) / 1e9;
        long peak =
                heap.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
        System.out.printf(
                Locale.ROOT,
                "Q%d, %d threads: %.2f s processor, %.2f s wall, %d rows, %d of %d files used, %d ignored, %d failed,"
                        + " heap %d MiB%n",
                query + 1,
                threads,
                cpuSeconds,
                wallSeconds,
                rows,
                found.filesUsed(),
                found.filesMatched(),
                found.filesIgnoredMissingColumns(),
                found.filesFailed(),
                peak >> 20);
        Files.deleteIfExists(out);
        Files.deleteIfExists(scratch);
    }
}
