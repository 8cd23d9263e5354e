package dev.mimeo.benchmarks.counters;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Benchmarks the layout of packed counter files: the time to read few columns of a narrow and of a wide table, the time to drop a
 * column, and the size of wide tables against a long table with a row for each value.
 *
 * <p>The argument is the number of repetitions (default: 9). Times are medians of the CPU time of the calling thread, over
 * alternating repetitions. For dropping columns the wall-clock time until the end of the sync is printed too.
 */
public final class CounterLayouts {

    private static final int ROWS = 5_760;
    private static final int FIVE = 5;
    private static final LocalDate DATE = LocalDate.of(2026, 3, 1);

    private final Path folder;
    private final int repetitions;

    private CounterLayouts(Path folder, int repetitions) {
        this.folder = folder;
        this.repetitions = repetitions;
    }

    /** Runs the benchmarks and prints their results. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createTempDirectory("mimeo-counters-");
        try {
            CounterLayouts layouts =
                    new CounterLayouts(folder, arguments.length > 0 ? Integer.parseInt(arguments[0]) : 9);
            layouts.readFive();
            layouts.drop();
            layouts.compareLayouts();
        } finally {
            try (var files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    private Path write(String name, ServerDays.Day day) throws IOException {
        Path file = folder.resolve(name);
        try (PackedFileWriter writer =
                PackedFileWriter.replace(file, day.description(), PackedFileWriter.Options.LOSSLESS)) {
            writer.add(day.schema(), day.values());
            writer.commit();
        }
        return file;
    }

    private void readFive() throws IOException {
        Path narrow = write("100.gar", new ServerDays(ROWS, 100, 1).day(1, DATE));
        Path wide = write("1000.gar", new ServerDays(ROWS, 1_000, 1).day(1, DATE));
        // The first repetitions warm up. Both files are read for the same columns.
        double[] narrowMillis = new double[repetitions];
        double[] wideMillis = new double[repetitions];
        for (int i = -repetitions; i < repetitions; i++) {
            double first = readFive(narrow);
            double second = readFive(wide);
            narrowMillis[Math.max(i, 0)] = first;
            wideMillis[Math.max(i, 0)] = second;
        }
        System.out.printf(
                Locale.ROOT,
                "5 columns of 100: %.2f ms, of 1,000: %.2f ms, %.2f times%n",
                CpuTimes.median(narrowMillis),
                CpuTimes.median(wideMillis),
                CpuTimes.median(wideMillis) / CpuTimes.median(narrowMillis));
    }

    /** Returns the mean time of 50 reads of a file, in milliseconds. */
    private static double readFive(Path file) throws IOException {
        int times = 50;
        int[] columns = IntStream.range(0, FIVE).map(i -> 3 + i * 7).toArray();
        long start = CpuTimes.nanos();
        for (int i = 0; i < times; i++) {
            try (PackedFile packed = PackedFile.open(file)) {
                packed.read(TableSchema.RAW_DATA, columns);
            }
        }
        return (CpuTimes.nanos() - start) / 1e6 / times;
    }

    private void drop() throws IOException {
        Path source = write("source.gar", new ServerDays(10 * ROWS, 300, 1).day(2, DATE));
        double[] cpu = new double[repetitions];
        double[] passed = new double[repetitions];
        long bytes = 0;
        for (int i = -2; i < repetitions; i++) {
            Path target = folder.resolve("target.gar");
            long start = CpuTimes.nanos();
            long clock = System.nanoTime();
            try (PackedFile packed = PackedFile.open(source);
                    PackedFileWriter writer =
                            PackedFileWriter.replace(target, packed.description(), PackedFileWriter.Options.LOSSLESS)) {
                writer.copy(packed, (table, column) -> !column.name().equals("Ops 0/s"));
                bytes = writer.commit();
            }
            cpu[Math.max(i, 0)] = bytes / 1e6 / ((CpuTimes.nanos() - start) / 1e9);
            passed[Math.max(i, 0)] = bytes / 1e6 / ((System.nanoTime() - clock) / 1e9);
        }
        System.out.printf(
                Locale.ROOT,
                "dropping a column of 300, %,d bytes left: %.0f MB a second of CPU time, %.0f MB/s as time passed%n",
                bytes,
                CpuTimes.median(cpu),
                CpuTimes.median(passed));
    }

    /** Compares the sizes of wide files of servers with tables of a row for each value. */
    private void compareLayouts() throws IOException {
        ServerDays days = new ServerDays(ROWS, 200, 1);
        long wide = 0;
        long byTime = 0;
        long byCounter = 0;
        int servers = 4;
        for (int server = 1; server <= servers; server++) {
            ServerDays.Day day = days.day(server, DATE);
            wide += Files.size(write("wide.gar", day));
            byTime += narrow(day, true);
            byCounter += narrow(day, false);
        }
        System.out.printf(
                Locale.ROOT,
                "%d days of 200 counters: wide files %,d bytes; a row for each value, by time %,d, %.2f times; by counter"
                        + " %,d, %.2f times%n",
                servers,
                wide,
                byTime,
                (double) byTime / wide,
                byCounter,
                (double) byCounter / wide);
    }

    /** Returns the size of a table of columns serverID, sampleTime, counter and value. */
    private long narrow(ServerDays.Day day, boolean byTime) throws IOException {
        int counters = day.schema().columns().size() - 3;
        int rows = counters * ROWS;
        String[] servers = new String[rows];
        String[] names = new String[rows];
        long[] times = new long[rows];
        float[] values = new float[rows];
        Arrays.fill(servers, day.description().server());
        for (int i = 0; i < rows; i++) {
            int counter = byTime ? i % counters : i / ROWS;
            int sample = byTime ? i / counters : i % ROWS;
            names[i] = day.schema().columns().get(3 + counter).name();
            times[i] = day.values().get(1).longs()[sample];
            values[i] = day.values().get(3 + counter).floats()[sample];
        }
        TableSchema schema = new TableSchema(
                TableSchema.RAW_DATA,
                rows,
                List.of(
                        new ColumnSchema(ColumnSchema.SERVER, ColumnSchema.Type.TEXT),
                        new ColumnSchema(ColumnSchema.TIME, ColumnSchema.Type.TIMESTAMP),
                        new ColumnSchema("counter", ColumnSchema.Type.TEXT),
                        new ColumnSchema("value", ColumnSchema.Type.FLOAT32)));
        return Files.size(write(
                "narrow.gar",
                new ServerDays.Day(
                        day.description(),
                        schema,
                        List.of(
                                ColumnArray.ofTexts(servers, null),
                                ColumnArray.ofTimes(times, null),
                                ColumnArray.ofTexts(names, null),
                                ColumnArray.ofFloats(values, null)))));
    }
}
