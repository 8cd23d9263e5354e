package dev.mimeo.benchmarks.counters;

import dev.mimeo.garage.codec.Scheme;
import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.PackedFileWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * Prints the tables 1 and 2 of the DataGarage paper for our codecs and data: compression factors, and CPU time for a file.
 *
 * <p>The arguments are a data set, see {@link CounterData#of}. Factors are of the values as they are in memory. Times are of the
 * calling thread, of the second of two passes; those of Parquet, which other threads may work on too, are left out.
 */
public final class CounterComparison {

    /** Columns that the last column of the tables reads. */
    private static final int FEW_COLUMNS = 5;

    /** A file format for a server-day. */
    private interface Storage {
        /** Writes a day to a file, and returns the size of the file in bytes. */
        long pack(ServerDays.Day day, Path file) throws IOException, SQLException;

        /** Reads that many columns, evenly spaced, of a day that was packed into the file. */
        void unpack(ServerDays.Day day, Path file, int columns) throws IOException;
    }

    /** The format of a garage. */
    private record Packed(PackedFileWriter.Options options) implements Storage {
        @Override
        public long pack(ServerDays.Day day, Path file) throws IOException {
            try (PackedFileWriter writer = PackedFileWriter.replace(file, day.description(), options)) {
                writer.add(day.schema(), day.values());
                return writer.commit();
            }
        }

        @Override
        public void unpack(ServerDays.Day day, Path file, int columns) throws IOException {
            int width = day.schema().columns().size();
            int step = Math.max(1, width / columns);
            try (PackedFile packed = PackedFile.open(file)) {
                packed.read(
                        day.schema().name(),
                        IntStream.range(0, Math.min(width, columns))
                                .map(i -> i * step)
                                .toArray());
            }
        }
    }

    private CounterComparison() {}

    /** Prints the tables for the data that the arguments name. */
    public static void main(String[] arguments) throws IOException, SQLException {
        List<ServerDays.Day> days = CounterData.of(arguments);
        Map<String, Storage> storages = new LinkedHashMap<>();
        storages.put("Zip", new Zip());
        storages.put("DGZip", packed(Scheme.DGZIP, 0));
        storages.put("DGZip, E = 2^-16", packed(Scheme.DGZIP, 128));
        storages.put("DGZip, E = 2^-8", packed(Scheme.DGZIP, 1 << 15));
        storages.put("auto", packed(Scheme.AUTO, 0));
        storages.put("auto, E = 2^-16", packed(Scheme.AUTO, 128));
        storages.put("auto, E = 2^-8", packed(Scheme.AUTO, 1 << 15));
        storages.put("Parquet, zstd, stripes", new ParquetStorage());
        System.out.println("| | min | max | mean | sd | pack ms | unpack ms | 5 columns ms |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|---:|");
        Path file = Files.createTempFile("counters", ".gar");
        try {
            Map<String, double[]> factors = new LinkedHashMap<>();
            for (Map.Entry<String, Storage> storage : storages.entrySet()) {
                factors.put(storage.getKey(), measure(storage.getKey(), storage.getValue(), days, file));
            }
            double[] paper = Objects.requireNonNull(factors.get("DGZip"));
            double[] ours = Objects.requireNonNull(factors.get("auto"));
            double[] ratios = IntStream.range(0, ours.length)
                    .mapToDouble(i -> ours[i] / paper[i])
                    .toArray();
            System.out.printf(
                    Locale.ROOT,
                    "%nauto / DGZip by file: mean %.2f, least %.2f; %d files%n",
                    Arrays.stream(ratios).average().orElse(0),
                    Arrays.stream(ratios).min().orElse(0),
                    ratios.length);
        } finally {
            Files.delete(file);
        }
    }

    /**
     * Returns the format of a garage with a bound on the relative error.
     *
     * @param units the bound, in units of 2^-23: one unit in the last place of a float32; 0 for a lossless file
     */
    private static Storage packed(Scheme scheme, int units) {
        return new Packed(new PackedFileWriter.Options(scheme, Math.scalb((double) units, -23), Map.of()));
    }

    /** Prints the row of one format, and returns the compression factor of each day. */
    private static double[] measure(String name, Storage storage, List<ServerDays.Day> days, Path file)
            throws IOException, SQLException {
        double[] factors = new double[days.size()];
        List<String> times = new ArrayList<>();
        for (int pass = 0; pass < 2; pass++) {
            long[] nanos = new long[3];
            for (int i = 0; i < factors.length; i++) {
                ServerDays.Day day = days.get(i);
                long start = CpuTimes.nanos();
                factors[i] = (double) day.rawBytes() / storage.pack(day, file);
                long packed = CpuTimes.nanos();
                storage.unpack(day, file, day.schema().columns().size());
                long unpacked = CpuTimes.nanos();
                storage.unpack(day, file, FEW_COLUMNS);
                long five = CpuTimes.nanos();
                nanos[0] += packed - start;
                nanos[1] += unpacked - packed;
                nanos[2] += five - unpacked;
            }
            times = Arrays.stream(nanos)
                    .mapToObj(sum -> storage instanceof ParquetStorage
                            ? "-"
                            : String.format(Locale.ROOT, "%.2f", sum / 1e6 / factors.length))
                    .toList();
        }
        double mean = Arrays.stream(factors).average().orElse(0);
        double variance = Arrays.stream(factors)
                .map(f -> (f - mean) * (f - mean))
                .average()
                .orElse(0);
        System.out.printf(
                Locale.ROOT,
                "| %s | %.2f | %.2f | %.2f | %.2f | %s |%n",
                name,
                Arrays.stream(factors).min().orElse(0),
                Arrays.stream(factors).max().orElse(0),
                mean,
                Math.sqrt(variance),
                String.join(" | ", times));
        return factors;
    }

    /** Rows of binary values, deflated at level 6. Reading some columns unpacks all of them. */
    private static final class Zip implements Storage {

        @Override
        public long pack(ServerDays.Day day, Path file) throws IOException {
            byte[] raw = rows(day);
            byte[] packed = new byte[raw.length + raw.length / 100 + 100];
            Deflater deflater = new Deflater(6);
            deflater.setInput(raw);
            deflater.finish();
            int size = deflater.deflate(packed);
            deflater.end();
            Files.write(file, Arrays.copyOf(packed, size));
            return size;
        }

        private static byte[] rows(ServerDays.Day day) {
            ByteBuffer raw = ByteBuffer.allocate((int) day.rawBytes());
            for (int row = 0; row < day.schema().rows(); row++) {
                for (ColumnArray column : day.values()) {
                    switch (column.type()) {
                        case FLOAT32 -> raw.putFloat(column.floats()[row]);
                        case FLOAT64 -> raw.putDouble(column.doubles()[row]);
                        case INT64, TIMESTAMP -> raw.putLong(column.longs()[row]);
                        case BOOL -> raw.put((byte) (column.booleans()[row] ? 1 : 0));
                        case TEXT -> {}
                    }
                }
            }
            return raw.array();
        }

        @Override
        public void unpack(ServerDays.Day day, Path file, int columns) throws IOException {
            Inflater inflater = new Inflater();
            try {
                inflater.setInput(Files.readAllBytes(file));
                byte[] raw = new byte[(int) day.rawBytes()];
                if (inflater.inflate(raw) != raw.length) {
                    throw new IOException(file + ": too few bytes: expected " + raw.length);
                }
            } catch (DataFormatException e) {
                throw new IOException(file + ": " + e.getMessage(), e);
            } finally {
                inflater.end();
            }
        }
    }

    /** A Parquet file of DuckDB: zstd, and BYTE_STREAM_SPLIT for columns without a dictionary. */
    private static final class ParquetStorage implements Storage {

        @Override
        public long pack(ServerDays.Day day, Path file) throws IOException, SQLException {
            try (DuckDBConnection connection = (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:");
                    Statement statement = connection.createStatement()) {
                List<String> columns = new ArrayList<>();
                for (ColumnSchema column : day.schema().columns()) {
                    String type = switch (column.type()) {
                        case FLOAT32 -> "FLOAT";
                        case FLOAT64 -> "DOUBLE";
                        case TEXT -> "VARCHAR";
                        default -> "BIGINT";
                    };
                    columns.add('"' + column.name() + "\" " + type);
                }
                statement.execute("CREATE TABLE day (" + String.join(", ", columns) + ")");
                try (DuckDBAppender appender = connection.createAppender("day")) {
                    for (int row = 0; row < day.schema().rows(); row++) {
                        appender.beginRow();
                        for (ColumnArray column : day.values()) {
                            append(appender, column, row);
                        }
                        appender.endRow();
                    }
                }
                statement.execute("COPY day TO '" + file
                        + "' (FORMAT parquet, CODEC zstd, PARQUET_VERSION v2, DICTIONARY_SIZE_LIMIT 1)");
            }
            return Files.size(file);
        }

        private static void append(DuckDBAppender appender, ColumnArray column, int row) throws SQLException {
            if (column.isNull(row)) {
                appender.appendNull();
                return;
            }
            switch (column.type()) {
                case FLOAT32 -> appender.append(column.floats()[row]);
                case FLOAT64 -> appender.append(column.doubles()[row]);
                case TEXT -> appender.append(column.texts()[row]);
                case INT64, TIMESTAMP -> appender.append(column.longs()[row]);
                case BOOL -> appender.append(column.booleans()[row] ? 1L : 0L);
            }
        }

        @Override
        public void unpack(ServerDays.Day day, Path file, int columns) {
            // Only sizes are compared.
        }
    }
}
