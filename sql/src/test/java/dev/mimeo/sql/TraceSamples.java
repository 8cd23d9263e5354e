package dev.mimeo.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.testing.SharedData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Files to query, and their rows in a form that is easy to compare. */
final class TraceSamples {

    private TraceSamples() {}

    /** Returns the folder of files made by the original C++ tools, or skips the test if there is none. */
    static Path folder() {
        return SharedData.path("dataseries");
    }

    static Stream<Path> goldenFiles(String subfolder) {
        try (Stream<Path> files = Files.list(folder().resolve(subfolder))) {
            return files
                    .filter(file -> file.getFileName().toString().matches(".*\\.ds(-littleend|-bigend)?"))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fills a row. */
    @FunctionalInterface
    interface RowFiller {
        void fill(ExtentBuilder builder, int row);
    }

    /** Writes a file of one type with extents of {@code rowsPerExtent} rows. */
    static Path write(Path file, ExtentType type, int rows, int rowsPerExtent, RowFiller filler) throws IOException {
        try (FileChannel channel = FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE);
                DataSeriesWriter writer =
                        DataSeriesWriter.create(channel, List.of(type), WriterOptions.DEFAULT.withCodecs("lz4"))) {
            ExtentBuilder builder = new ExtentBuilder(type);
            for (int row = 0; row < rows; row++) {
                builder.addRow();
                filler.fill(builder, row);
                if (builder.rows() == rowsPerExtent) {
                    writer.write(builder.build());
                    builder.clear();
                }
            }
            if (builder.rows() > 0) {
                writer.write(builder.build());
            }
        }
        return file;
    }

    /** Returns the rows of a type, each value as an object: bytes as hexadecimal text, doubles as their bits. */
    static List<List<@Nullable Object>> rows(Path file, String typeName) throws IOException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (DataSeriesReader reader = DataSeriesReader.open(file);
                ExtentSource extents = reader.extents(typeName, 1)) {
            for (Extent extent = extents.next(); extent != null; extent = extents.next()) {
                for (int row = 0; row < extent.rows(); row++) {
                    List<@Nullable Object> values = new ArrayList<>();
                    for (Field field : extent.type().fields()) {
                        values.add(extent.isNull(field.index(), row) ? null : value(extent, field, row));
                    }
                    rows.add(values);
                }
            }
        }
        return rows;
    }

    private static Object value(Extent extent, Field field, int row) {
        int index = field.index();
        return switch (field.type()) {
            case BOOL -> extent.booleans(index)[row];
            case BYTE -> extent.bytes(index)[row] & 0xff;
            case INT32 -> extent.ints(index)[row];
            case INT64 -> extent.longs(index)[row];
            case DOUBLE -> Double.doubleToRawLongBits(extent.doubles(index)[row]);
            case VARIABLE32 -> HexFormat.of().formatHex(extent.variables(index).copy(row));
            case FIXEDWIDTH ->
                HexFormat.of().formatHex(extent.fixedWidths(index).copy(row));
        };
    }

    /** Runs a query and returns what it prints. */
    static String query(Path temporary, ResultText.Format format, String sql) throws IOException {
        return query(SqlOptions.of(2, temporary.resolve("spill")), format, sql);
    }

    static String query(SqlOptions options, ResultText.Format format, String sql) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TraceQuery query = TraceQuery.open(sql, options, List.of())) {
            query.print(format, out);
        }
        return out.toString(UTF_8);
    }

    /** Returns options to read everything of a file that text may not hold as bytes. */
    static SqlOptions binary(Path temporary, int threads) {
        return SqlOptions.of(threads, temporary.resolve("spill")).withBinaryFields(Set.of("*"));
    }
}
