package dev.mimeo.garage.query;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;

/** A small garage whose samples the tests also have as plain arrays, so that they can compute answers by themselves. */
final class SampleGarage {

    static final LocalDate DAY = LocalDate.parse("2009-10-31");
    static final List<String> COUNTERS =
            List.of("CPUUsage", "DiskIdle", "MemUsage", "pctDiskBusy", "diskResponseTime", "paging");

    final Path root;

    /** The samples of the servers by their names. */
    final Map<String, Server> servers = new TreeMap<>();

    /** The samples of a server: values by counter and row, NaN where there is none. */
    static final class Server {
        final long[] times;
        final long[] previous;
        private final Map<String, float[]> values = new TreeMap<>();

        Server(int rows) {
            times = new long[rows];
            previous = new long[rows];
            COUNTERS.forEach(counter -> values.put(counter, new float[rows]));
        }

        float[] values(String counter) {
            return Objects.requireNonNull(values.get(counter));
        }
    }

    SampleGarage(Path root) {
        this.root = root;
    }

    /** Adds servers with random samples. */
    static SampleGarage of(Path root, int servers, int rows) throws IOException {
        SampleGarage garage = new SampleGarage(root);
        for (int i = 0; i < servers; i++) {
            Random random = new Random(i);
            Server server = new Server(rows);
            long time = DAY.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli() + random.nextInt(9000);
            for (int row = 0; row < rows; row++) {
                server.previous[row] = row == 0 ? Long.MIN_VALUE : time;
                time += row == 0 ? 0 : 15_000 + random.nextInt(40) - (row % 50 == 0 ? -600_000 : 20);
                server.times[row] = time;
                boolean busy = row / 7 % 3 == 0;
                set(server, "CPUUsage", row, random.nextFloat() * (i % 3 == 0 ? 1 : 0.25f));
                set(server, "DiskIdle", row, random.nextFloat() * 0.03f);
                set(server, "MemUsage", row, row % 11 == 0 ? Float.NaN : 100 * i + random.nextInt(1000));
                set(server, "pctDiskBusy", row, busy ? random.nextInt(12) : random.nextInt(6));
                set(server, "diskResponseTime", row, random.nextFloat());
                set(server, "paging", row, random.nextInt(13));
            }
            garage.servers.put("s" + (i < 10 ? "0" : "") + i, server);
        }
        for (String name : garage.servers.keySet()) {
            garage.write(garage.path(name), name, COUNTERS);
        }
        return garage;
    }

    private static void set(Server server, String counter, int row, float value) {
        server.values(counter)[row] = value;
    }

    Server server(String name) {
        return Objects.requireNonNull(servers.get(name));
    }

    Path path(String server) {
        return root.resolve("hotmail/dc1/" + server + "." + DAY + ".gar");
    }

    /** Writes a file with some of the counters of a server; NaN becomes NULL. */
    void write(Path path, String name, List<String> counters) throws IOException {
        Server server = server(name);
        int rows = server.times.length;
        List<ColumnSchema> columns = new ArrayList<>(List.of(
                new ColumnSchema("serverID", ColumnSchema.Type.TEXT),
                new ColumnSchema("sampleTime", ColumnSchema.Type.TIMESTAMP),
                new ColumnSchema("prevSampleTime", ColumnSchema.Type.TIMESTAMP)));
        String[] ids = new String[rows];
        Arrays.fill(ids, name);
        long[] previous = server.previous.clone();
        long[] nulls = ColumnArray.nulls(rows, row -> server.previous[row] == Long.MIN_VALUE);
        previous[0] = 0;
        List<ColumnArray> values = new ArrayList<>(List.of(
                ColumnArray.ofTexts(ids, null),
                ColumnArray.ofTimes(server.times, null),
                ColumnArray.ofTimes(previous, nulls)));
        for (String counter : counters) {
            float[] samples = server.values(counter).clone();
            long[] absent = ColumnArray.nulls(rows, row -> Float.isNaN(samples[row]));
            for (int i = 0; i < rows; i++) {
                samples[i] = Float.isNaN(samples[i]) ? 0 : samples[i];
            }
            boolean ranged = counter.equals("pctDiskBusy");
            columns.add(new ColumnSchema(
                    counter,
                    ColumnSchema.Type.FLOAT32,
                    null,
                    ColumnSchema.Kind.GAUGE,
                    ranged ? 0.0 : null,
                    ranged ? 9.0 : null));
            values.add(ColumnArray.ofFloats(samples, absent));
        }
        write(path, name, new TableSchema(TableSchema.RAW_DATA, rows, columns), values);
    }

    static void write(Path path, String server, TableSchema table, List<ColumnArray> values) throws IOException {
        Files.createDirectories(path.getParent());
        try (PackedFileWriter writer = PackedFileWriter.replace(
                path, new PackedFileWriter.FileDescription(server, DAY, Map.of()), PackedFileWriter.Options.LOSSLESS)) {
            writer.add(table, values);
            writer.commit();
        }
    }
}
