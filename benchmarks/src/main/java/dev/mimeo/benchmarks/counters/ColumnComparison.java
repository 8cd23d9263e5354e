package dev.mimeo.benchmarks.counters;

import dev.mimeo.garage.codec.Scheme;
import dev.mimeo.garage.internal.codec.ByteSink;
import dev.mimeo.garage.internal.codec.ByteSource;
import dev.mimeo.garage.internal.codec.ColumnDecoder;
import dev.mimeo.garage.internal.codec.ColumnEncoder;
import dev.mimeo.garage.internal.codec.Loss;
import dev.mimeo.garage.internal.codec.RowTimes;
import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.internal.text.CsvLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.zip.DataFormatException;

/**
 * Encodes and decodes each column of counters that is not constant, losslessly, and exports it for other compressors of numbers.
 *
 * <p>Arguments: a folder, and a data set as {@link CounterData#of} describes it. The folder gets a file for each column, its
 * values that are not NULL in little-endian order, and {@code columns.csv}, a line for each file with its encoded size. Prints the
 * sizes together, and MB of values in a second of CPU time of one thread: medians of passes over all columns after a warm-up.
 */
public final class ColumnComparison {

    /** CPU time of the passes that warm up, and again of those that are measured. */
    private static final long PHASE_NANOS = 5_000_000_000L;

    /** The values of a column that are not NULL, and room to decode them to. */
    private record Column(String server, String name, ColumnArray values, RowTimes times, ColumnArray decoded) {

        static Column of(ServerDays.Day day, int index) {
            ColumnArray all = day.values().get(index);
            ColumnArray time = day.values().get(day.schema().indexOf(ColumnSchema.TIME));
            ColumnArray previous = day.values().get(day.schema().indexOf(ColumnSchema.PREVIOUS_TIME));
            int[] rows = IntStream.range(0, all.rows())
                    .filter(row -> !all.isNull(row))
                    .toArray();
            ColumnArray values = ColumnArray.allocate(all.type(), rows.length);
            long[] times = new long[rows.length];
            long[] before = new long[rows.length];
            for (int i = 0; i < rows.length; i++) {
                if (all.type() == ColumnSchema.Type.FLOAT32) {
                    values.floats()[i] = all.floats()[rows[i]];
                } else {
                    values.doubles()[i] = all.doubles()[rows[i]];
                }
                times[i] = time.longs()[rows[i]];
                before[i] = previous.isNull(rows[i]) ? times[i] : previous.longs()[rows[i]];
            }
            return new Column(
                    day.description().server(),
                    day.schema().columns().get(index).name(),
                    values,
                    RowTimes.between(before, times),
                    ColumnArray.allocate(all.type(), rows.length));
        }

        boolean isConstant() {
            return IntStream.range(0, values.rows())
                            .mapToLong(this::bits)
                            .distinct()
                            .limit(2)
                            .count()
                    < 2;
        }

        private long bits(int row) {
            return values.type() == ColumnSchema.Type.FLOAT32
                    ? Float.floatToRawIntBits(values.floats()[row])
                    : Double.doubleToRawLongBits(values.doubles()[row]);
        }

        long rawBytes() {
            return (long) values.type().rawBytes() * values.rows();
        }

        String typeName() {
            return values.type().name().toLowerCase(Locale.ROOT);
        }

        byte[] toLittleEndian() {
            ByteSink out = new ByteSink();
            for (int row = 0; row < values.rows(); row++) {
                if (values.type() == ColumnSchema.Type.FLOAT32) {
                    out.writeInt((int) bits(row));
                } else {
                    out.writeLong(bits(row));
                }
            }
            return out.toByteArray();
        }

        void encode(ColumnEncoder encoder, ByteSink out) {
            out.truncate(0);
            if (values.type() == ColumnSchema.Type.FLOAT32) {
                encoder.encode(values.floats(), 0, values.rows(), Loss.NONE, times, out);
            } else {
                encoder.encode(values.doubles(), 0, values.rows(), Loss.NONE, times, out);
            }
        }

        void decode(ColumnDecoder decoder, byte[] bytes) throws DataFormatException {
            ByteSource in = new ByteSource(bytes, 0, bytes.length);
            if (values.type() == ColumnSchema.Type.FLOAT32) {
                decoder.decode(in, decoded.floats(), 0, values.rows(), times);
            } else {
                decoder.decode(in, decoded.doubles(), 0, values.rows(), times);
            }
        }
    }

    /** One pass over all columns. */
    @FunctionalInterface
    private interface Pass {
        void run() throws DataFormatException;
    }

    private ColumnComparison() {}

    /** Writes the columns to the folder, and prints a table of the data set. */
    public static void main(String[] arguments) throws IOException, DataFormatException {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        List<Column> columns = columns(CounterData.of(Arrays.copyOfRange(arguments, 1, arguments.length)));
        try (ColumnEncoder encoder = new ColumnEncoder(Scheme.AUTO);
                ColumnDecoder decoder = new ColumnDecoder()) {
            ByteSink out = new ByteSink();
            List<byte[]> encoded = new ArrayList<>();
            for (Column column : columns) {
                column.encode(encoder, out);
                encoded.add(out.toByteArray());
            }
            export(columns, encoded, folder);
            long rawBytes = columns.stream().mapToLong(Column::rawBytes).sum();
            double encodeRate = rate(rawBytes, () -> columns.forEach(column -> column.encode(encoder, out)));
            double decodeRate = rate(rawBytes, () -> {
                for (int i = 0; i < encoded.size(); i++) {
                    columns.get(i).decode(decoder, encoded.get(i));
                }
            });
            check(columns);
            long values =
                    columns.stream().mapToLong(column -> column.values().rows()).sum();
            long bytes = encoded.stream().mapToLong(column -> column.length).sum();
            System.out.println("| columns | values | bytes | bytes a value | encode MB/s | decode MB/s |");
            System.out.println("|---:|---:|---:|---:|---:|---:|");
            System.out.printf(
                    Locale.ROOT,
                    "| %,d | %,d | %,d | %.3f | %.0f | %,.0f |%n",
                    columns.size(),
                    values,
                    bytes,
                    (double) bytes / values,
                    encodeRate,
                    decodeRate);
        }
    }

    private static List<Column> columns(List<ServerDays.Day> days) {
        List<Column> columns = new ArrayList<>();
        for (ServerDays.Day day : days) {
            for (int i = 0; i < day.values().size(); i++) {
                if (day.values().get(i).type().isFloating()) {
                    Column column = Column.of(day, i);
                    if (!column.isConstant()) {
                        columns.add(column);
                    }
                }
            }
        }
        return columns;
    }

    private static void export(List<Column> columns, List<byte[]> encoded, Path folder) throws IOException {
        StringBuilder lines = new StringBuilder("file,type,server,column,values,bytes\n");
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            String file = i + "." + column.typeName();
            Files.write(folder.resolve(file), column.toLittleEndian());
            lines.append(CsvLines.line(List.of(
                    file,
                    column.typeName(),
                    column.server(),
                    column.name(),
                    Integer.toString(column.values().rows()),
                    Integer.toString(encoded.get(i).length))));
        }
        Files.writeString(folder.resolve("columns.csv"), lines);
    }

    /** Returns the median rate of passes, in MB in a second of CPU time; the first half of the time warms up. */
    private static double rate(long bytes, Pass pass) throws DataFormatException {
        List<Double> nanos = new ArrayList<>();
        long start = CpuTimes.nanos();
        long before = start;
        while (before - start < 2 * PHASE_NANOS) {
            pass.run();
            long now = CpuTimes.nanos();
            if (before - start >= PHASE_NANOS) {
                nanos.add((double) now - before);
            }
            before = now;
        }
        return bytes
                * 1e3
                / CpuTimes.median(
                        nanos.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static void check(List<Column> columns) {
        for (Column column : columns) {
            if (!column.decoded().isSame(column.values())) {
                throw new IllegalStateException("column '" + column.name() + "' of " + column.server()
                        + " is not what was encoded; its encoder or decoder is wrong");
            }
        }
    }
}
