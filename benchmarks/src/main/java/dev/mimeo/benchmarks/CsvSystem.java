package dev.mimeo.benchmarks;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.Field;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Comma-separated values, by a program that knows the columns and parses only those it needs, all queries in one pass. */
final class CsvSystem implements QuerySystem {

    private static final int BUFFER_BYTES = 1 << 20;

    private final Path file;

    /** Writes the rows of a DataSeries file. */
    CsvSystem(Path source, Path file) throws IOException {
        this.file = file;
        try (DataSeriesReader reader = DataSeriesReader.open(source);
                ExtentSource extents = reader.extents("*", 1);
                BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            for (Extent extent = extents.next(); extent != null; extent = extents.next()) {
                for (int row = 0; row < extent.rows(); row++) {
                    for (Field field : extent.type().fields()) {
                        out.write(field.index() == 0 ? "" : ",");
                        out.write(text(extent, field, row));
                    }
                    out.write('\n');
                }
            }
        }
    }

    private static String text(Extent extent, Field field, int row) {
        return switch (field.type()) {
            case DOUBLE -> micros(extent.doubles(field.index())[row]);
            case INT32 -> Integer.toString(extent.ints(field.index())[row]);
            case INT64 -> Long.toString(extent.longs(field.index())[row]);
            default -> extent.booleans(field.index())[row] ? "true" : "false";
        };
    }

    private static String micros(double seconds) {
        long micros = Math.round(seconds * 1e6);
        return micros / 1_000_000 + String.format(Locale.ROOT, ".%06d", micros % 1_000_000);
    }

    @Override
    public String name() {
        return "CSV, own parser";
    }

    @Override
    public long bytes() {
        return file.toFile().length();
    }

    @Override
    public List<GroupStatistics> run(List<DiskQuery> queries) throws IOException {
        List<String> fields = DiskTrace.fields();
        boolean[] wanted = new boolean[fields.size()];
        int[][] columns = new int[queries.size()][];
        List<GroupStatistics> statistics = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
            DiskQuery query = queries.get(i);
            columns[i] = new int[] {
                fields.indexOf(query.group()), fields.indexOf(query.later()), fields.indexOf(query.earlier())
            };
            for (int column : columns[i]) {
                wanted[column] = true;
            }
            statistics.add(new GroupStatistics());
        }
        long[] values = new long[fields.size()];
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[BUFFER_BYTES];
            int kept = 0;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer, kept, buffer.length - kept)) {
                int end = kept + read;
                int line = 0;
                for (int at = lineEnd(buffer, line, end); at >= 0; at = lineEnd(buffer, line, end)) {
                    parse(buffer, line, at, wanted, values);
                    for (int i = 0; i < columns.length; i++) {
                        long difference = values[columns[i][1]] - values[columns[i][2]];
                        statistics.get(i).add((int) values[columns[i][0]], difference / 1e6);
                    }
                    line = at + 1;
                }
                kept = end - line;
                System.arraycopy(buffer, line, buffer, 0, kept);
            }
        }
        return statistics;
    }

    private static int lineEnd(byte[] buffer, int start, int end) {
        for (int at = start; at < end; at++) {
            if (buffer[at] == '\n') {
                return at;
            }
        }
        return -1;
    }

    /** Parses the wanted columns of a line; numbers without their point, so that times are microseconds. */
    private static void parse(byte[] buffer, int start, int end, boolean[] wanted, long[] values) {
        int at = start;
        for (int column = 0; column < wanted.length; column++) {
            long value = 0;
            while (at < end && buffer[at] != ',') {
                if (wanted[column] && buffer[at] != '.') {
                    value = value * 10 + buffer[at] - '0';
                }
                at++;
            }
            values[column] = value;
            at++;
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}
