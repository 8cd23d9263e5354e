package dev.mimeo.benchmarks.counters;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.garage.store.TableSchema;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Synthetic days of servers, the same for a seed everywhere: one sample about every 15 s, with jitter, of counters in float32.
 *
 * <p>A fifth of the counters never change; the others are rates of counts over the interval, shares of the interval in percent,
 * levels in whole units or pages of memory, means of few events, and lengths of queues, all under one load that follows the time
 * of the day and has peaks.
 */
public final class ServerDays {

    private static final int INTERVAL_MILLIS = 15_000;
    private static final int KINDS = 10;

    private final int rows;
    private final int counters;
    private final long seed;

    /**
     * Makes days.
     *
     * @param rows samples of a day; 5,760 is one each 15 s
     * @param counters columns besides server and times
     */
    public ServerDays(int rows, int counters, long seed) {
        this.rows = rows;
        this.counters = counters;
        this.seed = seed;
    }

    /** A table of a server and a day. */
    public record Day(PackedFileWriter.FileDescription description, TableSchema schema, List<ColumnArray> values) {

        /** Returns what the values take as they are in memory: 4 bytes each, 8 each time. */
        public long rawBytes() {
            return schema.columns().stream()
                            .mapToLong(column -> column.type().rawBytes())
                            .sum()
                    * schema.rows();
        }
    }

    /** Returns a server-day. */
    public Day day(int server, LocalDate date) {
        Random random = new Random(seed * 1_000_003 + server * 1_009L + date.toEpochDay());
        long start = date.atStartOfDay().toInstant(ZoneOffset.UTC).toEpochMilli();
        long[] times = new long[rows];
        long[] previous = new long[rows];
        for (int i = 0; i < rows; i++) {
            times[i] = start + (long) i * INTERVAL_MILLIS + (long) (-Math.log(1 - random.nextDouble()) * 40);
            previous[i] = i == 0 ? 0 : times[i - 1];
        }
        String name = "server" + server;
        String[] names = new String[rows];
        Arrays.fill(names, name);
        double[] load = load(random);
        List<ColumnSchema> columns = new ArrayList<>();
        List<ColumnArray> values = new ArrayList<>();
        columns.add(new ColumnSchema(ColumnSchema.SERVER, ColumnSchema.Type.TEXT));
        values.add(ColumnArray.ofTexts(names, null));
        columns.add(new ColumnSchema(ColumnSchema.TIME, ColumnSchema.Type.TIMESTAMP));
        values.add(ColumnArray.ofTimes(times, null));
        columns.add(new ColumnSchema(ColumnSchema.PREVIOUS_TIME, ColumnSchema.Type.TIMESTAMP));
        values.add(ColumnArray.ofTimes(previous, ColumnArray.nulls(rows, row -> row == 0)));
        for (int counter = 0; counter < counters; counter++) {
            columns.add(column(counter));
            values.add(ColumnArray.ofFloats(values(counter, random, times, load), null));
        }
        return new Day(
                new PackedFileWriter.FileDescription(name, date, Map.of()),
                new TableSchema(TableSchema.RAW_DATA, rows, columns),
                values);
    }

    private static ColumnSchema column(int counter) {
        return switch (counter % KINDS) {
            case 0, 1, 2 ->
                new ColumnSchema(
                        "Ops " + counter + "/s", ColumnSchema.Type.FLOAT32, "1/s", ColumnSchema.Kind.RATE, 0.0, null);
            case 3, 4 ->
                new ColumnSchema(
                        "% Busy " + counter, ColumnSchema.Type.FLOAT32, "%", ColumnSchema.Kind.PERCENT, 0.0, 100.0);
            case 5 ->
                new ColumnSchema(
                        "Memory " + counter, ColumnSchema.Type.FLOAT32, "byte", ColumnSchema.Kind.GAUGE, 0.0, null);
            case 6 ->
                new ColumnSchema(
                        "Response " + counter, ColumnSchema.Type.FLOAT32, "s", ColumnSchema.Kind.GAUGE, 0.0, null);
            case 7 ->
                new ColumnSchema(
                        "Queue " + counter, ColumnSchema.Type.FLOAT32, null, ColumnSchema.Kind.GAUGE, 0.0, null);
            default -> new ColumnSchema("Setting " + counter, ColumnSchema.Type.FLOAT32);
        };
    }

    /** Returns a load about 1: the time of the day, slow changes, peaks. */
    private double[] load(Random random) {
        double[] load = new double[rows];
        double slow = 0;
        double peak = 0;
        for (int i = 0; i < rows; i++) {
            slow = 0.995 * slow + 0.02 * random.nextGaussian();
            peak = random.nextDouble() < 0.002 ? 3 * random.nextDouble() : peak * 0.8;
            load[i] = Math.max(0.02, 1 + 0.5 * Math.sin(2 * Math.PI * i / rows) + slow + peak);
        }
        return load;
    }

    private float[] values(int counter, Random random, long[] times, double[] load) {
        float[] values = new float[rows];
        double scale = Math.exp(random.nextDouble() * 9);
        double level = Math.rint(scale * 100);
        for (int i = 0; i < rows; i++) {
            double seconds = (i == 0 ? INTERVAL_MILLIS : times[i] - times[i - 1]) / 1000.0;
            double mean = scale * load[i];
            switch (counter % KINDS) {
                case 0, 1, 2 -> values[i] = (float) (count(mean * seconds / 10, random) / seconds);
                // Ticks of 10 ms of two CPUs.
                case 3, 4 ->
                    values[i] = (float) Math.min(
                            100, count(load[i] * seconds * 20 * (1 + counter % 7), random) / (seconds * 200) * 100);
                case 5 -> {
                    level = Math.max(
                            0, level + (random.nextDouble() < 0.3 ? Math.rint(random.nextGaussian() * 20) : 0));
                    values[i] = (float) (level * 4096);
                }
                case 6 -> {
                    int events = 1 + (int) count(load[i] * 8, random);
                    double sum = 0;
                    for (int event = 0; event < Math.min(events, 4); event++) {
                        sum -= Math.log(1 - random.nextDouble()) * 0.004 * load[i];
                    }
                    values[i] = random.nextDouble() < 0.4 ? 0 : (float) (sum / Math.min(events, 4));
                }
                case 7 -> values[i] = (float) count(load[i] * (0.05 + counter % 3), random);
                default -> values[i] = (float) (counter % 3 == 0 ? 0 : Math.rint(scale));
            }
        }
        return values;
    }

    /** Returns a number of events, of Poisson's distribution or close to it where they are many. */
    private static double count(double mean, Random random) {
        if (mean > 30) {
            return Math.max(0, Math.rint(mean + Math.sqrt(mean) * random.nextGaussian()));
        }
        double limit = Math.exp(-mean);
        double product = random.nextDouble();
        int count = 0;
        while (product > limit) {
            product *= random.nextDouble();
            count++;
        }
        return count;
    }
}
