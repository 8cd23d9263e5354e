package dev.mimeo.nfs.convert;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.internal.pcap.CaptureFiles;
import dev.mimeo.nfs.internal.pcap.CaptureReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** The tables of a capture, each row as text by column. */
final class Converted {

    private final Map<String, List<Map<String, String>>> tables = new TreeMap<>();

    static Converted of(byte[] capture) throws IOException {
        return of(capture, NfsConverter.Options.DEFAULT);
    }

    static Converted of(byte[] capture, NfsConverter.Options options) throws IOException {
        return of(capture, options, ParserOptions.DEFAULT);
    }

    static Converted of(byte[] capture, NfsConverter.Options options, ParserOptions parserOptions) throws IOException {
        Path file = Files.createTempFile("converted", ".ds");
        try {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                    DataSeriesWriter writer = DataSeriesWriter.create(
                            channel, NfsConverter.types(), WriterOptions.DEFAULT.withCodecs("none"));
                    CaptureReader reader = CaptureFiles.open(new ByteArrayInputStream(capture))) {
                NfsConverter converter = new NfsConverter(writer, 1 << 16, 0, options, parserOptions);
                converter.read(reader);
                converter.finish(Map.of());
            }
            return read(file);
        } finally {
            Files.delete(file);
        }
    }

    static Converted read(Path file) throws IOException {
        Converted converted = new Converted();
        try (DataSeriesReader reader = DataSeriesReader.open(file)) {
            for (var type : NfsConverter.types()) {
                List<Map<String, String>> rows = new ArrayList<>();
                converted.tables.put(type.name(), rows);
                try (ExtentSource source = reader.extents(type.name(), 1)) {
                    for (Extent extent = source.next(); extent != null; extent = source.next()) {
                        for (int row = 0; row < extent.rows(); row++) {
                            Map<String, String> values = new TreeMap<>();
                            for (Field field : type.fields()) {
                                values.put(field.name(), value(extent, type.indexOf(field.name()), field, row));
                            }
                            rows.add(values);
                        }
                    }
                }
            }
        }
        return converted;
    }

    static String value(Extent extent, int index, Field field, int row) {
        if (field.nullable() && extent.nulls(index)[row]) {
            return "null";
        }
        FieldType type = field.type();
        return switch (type) {
            case BOOL -> String.valueOf(extent.booleans(index)[row]);
            case BYTE -> String.valueOf(extent.bytes(index)[row] & 0xff);
            case INT32 -> String.valueOf(extent.ints(index)[row]);
            case INT64 -> String.valueOf(extent.longs(index)[row]);
            case DOUBLE -> String.valueOf(extent.doubles(index)[row]);
            default ->
                new String(
                        extent.variables(index).array(),
                        extent.variables(index).offset(row),
                        extent.variables(index).length(row),
                        ISO_8859_1);
        };
    }

    /** The rows of a table. */
    List<Map<String, String>> table(String name) {
        return Objects.requireNonNull(tables.get(name), name);
    }

    List<Map<String, String>> common() {
        return table("Trace::NFS::common");
    }

    private static String text(Map<String, String> row, String column) {
        return Objects.requireNonNull(row.get(column), column);
    }

    @Override
    public String toString() {
        return tables.toString();
    }

    /** Values of a column. */
    List<String> column(String table, String column) {
        return table(table).stream().map(row -> text(row, column)).toList();
    }

    long counter(String name) {
        return table("Summary::NFS::convert-stats").stream()
                .filter(row -> text(row, "stat_name").equals(name))
                .mapToLong(row -> Long.parseLong(text(row, "count")))
                .sum();
    }

    /** The rows about messages without times, flags and what depends on how many packets there are. */
    Map<String, List<Map<String, String>>> withoutTimes() {
        Map<String, List<Map<String, String>>> result = new TreeMap<>();
        for (String table : Set.of(
                "Trace::NFS::common",
                "Trace::NFS::attr-ops",
                "Trace::NFS::read-write",
                "Trace::NFS::dir-entry",
                "Trace::NFS::v4-op")) {
            List<Map<String, String>> rows = new ArrayList<>();
            for (Map<String, String> row : table(table)) {
                Map<String, String> copy = new TreeMap<>(row);
                copy.remove("packet_at");
                copy.remove("last_packet_at");
                rows.add(copy);
            }
            result.put(table, rows);
        }
        return result;
    }
}
