package dev.mimeo.benchmarks.counters;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.internal.bytes.GzipInput;
import dev.mimeo.internal.files.TreeWalk;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Tables of counters to measure with: files of real ones, and synthetic ones.
 *
 * <p>The real ones are CSV files whose first column is the time, in milliseconds or as {@code yyyy-MM-dd HH:mm:ss}, and all others
 * numbers, empty where there is none.
 */
final class CounterData {

    private CounterData() {}

    /**
     * Returns the tables that the arguments of a program name.
     *
     * @param arguments {@code simulated SERVERS}, or {@code float32|float64 PATH [halves]}
     */
    static List<ServerDays.Day> of(String... arguments) throws IOException {
        return arguments[0].equals("simulated")
                ? simulated(Integer.parseInt(arguments[1]))
                : read(
                        Path.of(arguments[1]),
                        ColumnSchema.Type.valueOf(arguments[0].toUpperCase(Locale.ROOT)),
                        arguments.length > 2);
    }

    /** Returns synthetic days of servers of 200 counters. */
    static List<ServerDays.Day> simulated(int servers) {
        ServerDays days = new ServerDays(5_760, 200, 1);
        return Stream.iterate(1, server -> server + 1)
                .limit(servers)
                .map(server -> days.day(server, LocalDate.of(2026, 3, 1)))
                .toList();
    }

    /** Returns the tables of CSV files of a folder, or of one file, cut into halves if asked for. */
    static List<ServerDays.Day> read(Path path, ColumnSchema.Type type, boolean halves) throws IOException {
        List<Path> files = Files.isDirectory(path)
                ? TreeWalk.list(
                        path,
                        Integer.MAX_VALUE,
                        file -> String.valueOf(file.getFileName()).contains(".csv"))
                : List.of(path);
        List<ServerDays.Day> days = new ArrayList<>();
        for (Path file : files) {
            List<String[]> lines = lines(file);
            int rows = lines.size() - 1;
            if (halves) {
                days.add(day(file, lines.get(0), lines.subList(1, 1 + rows / 2), type));
                days.add(day(file, lines.get(0), lines.subList(1 + rows / 2, 1 + rows), type));
            } else {
                days.add(day(file, lines.get(0), lines.subList(1, 1 + rows), type));
            }
        }
        return days;
    }

    private static List<String[]> lines(Path file) throws IOException {
        List<String[]> lines = new ArrayList<>();
        boolean isPacked = file.toString().endsWith(".gz");
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                isPacked ? GzipInput.open(Files.newInputStream(file), 1 << 16) : Files.newInputStream(file),
                StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line.split(",", -1));
            }
        }
        return lines;
    }

    private static ServerDays.Day day(Path file, String[] names, List<String[]> lines, ColumnSchema.Type type) {
        int rows = lines.size();
        List<ColumnSchema> columns = new ArrayList<>(List.of(
                new ColumnSchema(ColumnSchema.TIME, ColumnSchema.Type.TIMESTAMP),
                new ColumnSchema(ColumnSchema.PREVIOUS_TIME, ColumnSchema.Type.TIMESTAMP)));
        long[] times = new long[rows];
        long[] previous = new long[rows];
        for (int row = 0; row < rows; row++) {
            times[row] = time(lines.get(row)[0]);
            previous[row] = row == 0 ? 0 : times[row - 1];
        }
        List<ColumnArray> values = new ArrayList<>(List.of(
                ColumnArray.ofTimes(times, null),
                ColumnArray.ofTimes(previous, ColumnArray.nulls(rows, row -> row == 0))));
        for (int i = 1; i < names.length; i++) {
            int column = i;
            long[] nulls = ColumnArray.nulls(rows, row -> lines.get(row)[column].isEmpty());
            columns.add(new ColumnSchema(names[i], type));
            if (type == ColumnSchema.Type.FLOAT32) {
                float[] floats = new float[rows];
                for (int row = 0; row < rows; row++) {
                    String text = lines.get(row)[i];
                    floats[row] = text.isEmpty() ? 0 : Float.parseFloat(text);
                }
                values.add(ColumnArray.ofFloats(floats, nulls));
            } else {
                double[] doubles = new double[rows];
                for (int row = 0; row < rows; row++) {
                    String text = lines.get(row)[i];
                    doubles[row] = text.isEmpty() ? 0 : Double.parseDouble(text);
                }
                values.add(ColumnArray.ofDoubles(doubles, nulls));
            }
        }
        return new ServerDays.Day(
                new PackedFileWriter.FileDescription(String.valueOf(file.getFileName()), null, Map.of()),
                new TableSchema(TableSchema.RAW_DATA, rows, columns),
                values);
    }

    private static long time(String text) {
        return text.indexOf(':') < 0
                ? Long.parseLong(text)
                : LocalDateTime.parse(text.replace(' ', 'T'))
                        .toInstant(ZoneOffset.UTC)
                        .toEpochMilli();
    }
}
