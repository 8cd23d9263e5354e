package dev.mimeo.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.WriterOptions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Queries and conversions of files made by the original C++ tools. */
@Tag("slow")
final class GoldenQueryTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    static Stream<Path> files() {
        return Stream.of("generated", "shipped", "csv")
                .filter(name -> Files.isDirectory(TraceSamples.folder().resolve(name)))
                .flatMap(TraceSamples::goldenFiles)
                // Of two draws of the same kind one is enough here.
                .filter(file -> !file.toString().endsWith(".b.ds"))
                .filter(GoldenQueryTest::isQueried);
    }

    private static boolean isQueried(Path file) {
        try (DataSeriesReader reader = DataSeriesReader.open(file)) {
            return Files.size(file) < 300_000
                    && reader.types().stream().noneMatch(type -> type.fields().isEmpty());
        } catch (IOException e) {
            return false;
        }
    }

    /** The engine gets the values that applications get, in the same order, whichever way vectors are filled. */
    @ParameterizedTest
    @MethodSource("files")
    void engineSeesTheRowsOfTheFile(Path file) throws Exception {
        for (boolean direct : new boolean[] {true, false}) {
            try (Engine engine = Engine.open(TraceSamples.binary(folder, 2), direct)) {
                int view = 0;
                for (ExtentType type : types(file)) {
                    TypeTable table = TypeTable.open(
                            List.of(file),
                            type.name(),
                            TraceSamples.binary(folder, 1).binaryFields());
                    String name = "t" + view++;
                    engine.addView(name, table);
                    assertThat(rows(engine, table, name))
                            .as("%s of %s, direct %s", type.name(), file, direct)
                            .isEqualTo(TraceSamples.rows(file, type.name()));
                }
            }
        }
    }

    private static List<ExtentType> types(Path file) throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.open(file)) {
            return reader.types();
        }
    }

    private static List<List<@Nullable Object>> rows(Engine engine, TypeTable table, String from) throws SQLException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (Statement statement = engine.connection().createStatement();
                ResultSet result = statement.executeQuery("FROM " + from)) {
            while (result.next()) {
                List<@Nullable Object> values = new ArrayList<>();
                for (int i = 0; i < table.columns().size(); i++) {
                    Object value = value(table.columns().get(i).field(), result, i + 1);
                    values.add(result.wasNull() ? null : value);
                }
                rows.add(values);
            }
        }
        return rows;
    }

    private static @Nullable Object value(Field field, ResultSet result, int column) throws SQLException {
        return switch (field.type()) {
            case BOOL -> result.getBoolean(column);
            case BYTE, INT32 -> result.getInt(column);
            case INT64 -> result.getLong(column);
            case DOUBLE -> Double.doubleToRawLongBits(result.getDouble(column));
            case VARIABLE32, FIXEDWIDTH -> {
                byte[] bytes = result.getBytes(column);
                yield bytes == null ? null : HexFormat.of().formatHex(bytes);
            }
        };
    }

    /** To Parquet and back: the engine reads the same rows of both, and the new file has the rows and type of the old. */
    @ParameterizedTest
    @MethodSource("files")
    void parquetKeepsTheRows(Path file) throws Exception {
        for (ExtentType type : types(file)) {
            SqlOptions options = TraceSamples.binary(folder, 2).withType(type.name());
            Path parquet = folder.resolve("t.parquet");
            List<List<@Nullable Object>> expected = TraceSamples.rows(file, type.name());
            try (TraceQuery all = TraceQuery.all(List.of(file), options, List.of(parquet))) {
                assertThat(all.saveParquet(parquet, "zstd")).isEqualTo(expected.size());
            }
            String differing = TraceSamples.query(
                    options,
                    ResultText.Format.CSV,
                    "SELECT count(*) FROM (FROM ds('" + file + "', '"
                            + type.name().replace("'", "''") + "') EXCEPT ALL FROM '" + parquet + "')");
            assertThat(differing).endsWith("\n0\n");
            if (!expected.isEmpty() && type.fields().stream().noneMatch(GoldenQueryTest::isRounded)) {
                Path back = folder.resolve("back.ds");
                convert(parquet, back, new TableImport.Options(null, null, WriterOptions.DEFAULT, 64 << 10));
                assertThat(types(back)).containsExactly(type);
                assertThat(TraceSamples.rows(back, type.name()))
                        .as("%s of %s", type.name(), file)
                        .isEqualTo(expected);
            }
            Files.delete(parquet);
        }
    }

    /** Returns whether values are rounded each time that they are stored, as the format wants it. */
    private static boolean isRounded(Field field) {
        return field.attribute("pack_scale") != null
                || (field.type() == FieldType.DOUBLE && field.attribute("pack_relative") != null);
    }

    private void convert(Path in, Path out, TableImport.Options options) throws IOException {
        try (FileChannel channel = FileChannel.open(
                out, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            TableImport.run(in, channel, options, SqlOptions.of(2, folder.resolve("spill")));
        }
    }

    /** The statistics that the original tool printed. */
    @Test
    void groupsAsTheOriginalToolDoes() throws IOException {
        Path golden = TraceSamples.folder().resolve("tools/t10.out");
        Map<String, String[]> expected = new HashMap<>();
        for (String line : Files.readAllLines(golden)) {
            if (line.matches("\\d.*")) {
                String[] values = line.split(", ");
                expected.put(values[0], values);
            }
        }
        Path file = TraceSamples.folder().resolve("shipped/h03126.ds-littleend");
        String csv = TraceSamples.query(
                folder,
                ResultText.Format.CSV,
                "SELECT device_number, count(*), avg(x), stddev_pop(x), min(x), max(x) FROM (SELECT *, "
                        + "1000*(return_to_driver - leave_driver) AS x FROM '" + file + "') GROUP BY 1");
        List<String> lines = csv.lines().skip(1).toList();
        assertThat(lines).hasSameSizeAs(expected.values());
        for (String line : lines) {
            String[] values = line.split(",");
            String[] wanted = expected.getOrDefault(values[0], new String[0]);
            assertThat(values[1]).isEqualTo(wanted[1]);
            for (int i = 2; i < wanted.length; i++) {
                double number = Double.parseDouble(wanted[i]);
                // The original prints six digits.
                assertThat(Double.parseDouble(values[i])).as(line).isCloseTo(number, within(1e-5 * number + 1e-9));
            }
        }
    }

    @Test
    void typesOfOneFileAreJoined() throws IOException {
        Path file = TraceSamples.folder().resolve("shipped/nfs-2.set-1.20k.ds");
        List<ExtentType> types = types(file);
        ExtentType common = named(types, "common");
        ExtentType attributes = named(types, "attr-ops");
        Map<Object, Object> operations = new HashMap<>();
        for (List<@Nullable Object> row : TraceSamples.rows(file, common.name())) {
            Object operation = row.get(common.indexOf("operation"));
            Object id = row.get(common.indexOf("record_id"));
            if (id != null && operation != null) {
                operations.put(id, operation);
            }
        }
        Map<String, Long> expected = new TreeMap<>();
        for (List<@Nullable Object> row : TraceSamples.rows(file, attributes.name())) {
            Object id = row.get(attributes.indexOf("reply_id"));
            Object operation = id == null ? null : operations.get(id);
            if (operation != null) {
                String text = new String(HexFormat.of().parseHex(operation.toString()), UTF_8);
                expected.merge(text, 1L, Long::sum);
            }
        }
        StringBuilder csv = new StringBuilder("operation,n\n");
        expected.forEach((operation, count) ->
                csv.append(operation).append(',').append(count).append('\n'));
        assertThat(expected).hasSizeGreaterThan(2);
        assertThat(TraceSamples.query(
                        folder,
                        ResultText.Format.CSV,
                        "SELECT operation, count(*) AS n FROM ds('" + file + "', 'common') c JOIN ds('" + file
                                + "', 'attr-ops') a ON c.record_id = a.reply_id GROUP BY ALL ORDER BY ALL"))
                .isEqualTo(csv.toString());
    }

    private static ExtentType named(List<ExtentType> types, String part) {
        return types.stream()
                .filter(type -> type.name().contains(part))
                .findFirst()
                .orElseThrow();
    }
}
