package dev.mimeo.integrations.spark;

import dev.mimeo.garage.query.Completeness;
import dev.mimeo.garage.query.GarageQuery;
import dev.mimeo.garage.query.QueryRun;
import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.sql.ResultText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/** Writes garages of random samples. */
final class CounterFiles {

    static final LocalDate DAY = LocalDate.parse("2009-10-31");

    /** The counters of the queries of the paper. */
    static final List<String> COUNTERS =
            List.of("CPUUsage", "DiskIdle", "MemUsage", "pctDiskBusy", "diskResponseTime", "paging");

    /** The three queries of the paper, over all files. */
    static final List<String> QUERIES = List.of("""
            APPLY "Select ServerID, Avg(MemUsage) as AvgMem From RawData
            Where CPUUsage<0.2 AND DiskIdle<0.02 Group by ServerID" ON //hotmail/dc1/*.2009-10*.gar
            COMBINE "Select Top 10 ServerID, AvgMem from ApplyResult Order by AvgMem Desc"
            """, """
            APPLY "Select ServerID, _Mins15Time; as Mins15, Avg(CPUUsage) as AvgCPUUsage
            From RawData Group by _Mins15Time; order by _Mins15Time;" ON "hotmail/**"
            """, """
            APPLY "Select r.serverID, r.sampleTime, r.pctDiskBusy, r.diskResponseTime From RawData as r
            Join RawData as rprev on r.prevSampleTime = rprev.sampleTime
            Where r.pctDiskBusy > 5 and rprev.pctDiskBusy > 1 and r.paging < 10 and rprev.paging < 10" ON "hotmail/**"
            """);

    private CounterFiles() {}

    /** Writes a file for each of some servers, the later the larger. */
    static void write(Path root, int servers, int rows) throws IOException {
        for (int i = 0; i < servers; i++) {
            write(root, "s" + i, i, rows + i, COUNTERS);
        }
    }

    /** Writes the file of one server, whose values follow from its number. */
    static Path write(Path root, String server, int number, int rows, List<String> counters) throws IOException {
        Random random = new Random(number);
        String[] ids = new String[rows];
        Arrays.fill(ids, server);
        long[] times = new long[rows];
        long[] previous = new long[rows];
        times[0] = DAY.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
        for (int row = 1; row < rows; row++) {
            previous[row] = times[row - 1];
            times[row] = times[row - 1] + 15_000 + random.nextInt(20);
        }
        List<ColumnSchema> columns = new ArrayList<>(List.of(
                new ColumnSchema("serverID", ColumnSchema.Type.TEXT),
                new ColumnSchema("sampleTime", ColumnSchema.Type.TIMESTAMP),
                new ColumnSchema("prevSampleTime", ColumnSchema.Type.TIMESTAMP)));
        List<ColumnArray> values = new ArrayList<>(List.of(
                ColumnArray.ofTexts(ids, null), ColumnArray.ofTimes(times, null), ColumnArray.ofTimes(previous, null)));
        for (String counter : counters) {
            float[] samples = new float[rows];
            for (int row = 0; row < rows; row++) {
                samples[row] = switch (counter) {
                    case "CPUUsage" -> random.nextFloat() * 0.4f;
                    case "DiskIdle" -> random.nextFloat() * 0.03f;
                    default -> random.nextInt(14 + number);
                };
            }
            columns.add(new ColumnSchema(counter, ColumnSchema.Type.FLOAT32));
            values.add(ColumnArray.ofFloats(samples, null));
        }
        Path file = root.resolve("hotmail/dc1/" + server + "." + DAY + ".gar");
        Files.createDirectories(file.getParent());
        try (PackedFileWriter writer = PackedFileWriter.replace(
                file, new PackedFileWriter.FileDescription(server, DAY, Map.of()), PackedFileWriter.Options.LOSSLESS)) {
            writer.add(new TableSchema(TableSchema.RAW_DATA, rows, columns), values);
            writer.commit();
        }
        return file;
    }

    /**
     * The result of a query.
     *
     * @param rows as CSV, sorted
     * @param completeness as JSON, with paths from the garage on
     */
    record Result(List<String> rows, String completeness) {}

    /**
     * Runs a query.
     *
     * @param spark null to run it in this process
     */
    static Result query(String text, Path garage, Path scratch, @Nullable JavaSparkContext spark) throws IOException {
        GarageQuery.Options options = GarageQuery.Options.of(List.of(garage), 1, scratch);
        QueryRun.Listener none = (done, total) -> {};
        try (QueryRun run = QueryRun.open(GarageQuery.parse(text), options)) {
            Completeness found = spark == null ? run.run(none) : new GarageQueryJob(1, 64L << 20).run(spark, run, none);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            run.print(ResultText.Format.CSV, out);
            return new Result(
                    out.toString(StandardCharsets.UTF_8).lines().sorted().toList(),
                    found.toJson().replace(garage.toString(), ""));
        }
    }

    /** Makes a file that ends early. */
    static void cut(Path file) throws IOException {
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 200));
    }
}
