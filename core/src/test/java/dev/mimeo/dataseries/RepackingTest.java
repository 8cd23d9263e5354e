package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.transform.Repacking;
import dev.mimeo.testing.GoldenFiles;
import dev.mimeo.testing.TraceFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Repacking against the files that the original tool made of the same inputs. */
@Tag("thorough")
final class RepackingTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    static Stream<Path> golden() {
        return GoldenFiles.files("repack", ".*\\.ds");
    }

    @ParameterizedTest
    @MethodSource("golden")
    void extentsAreThoseOfTheOriginal(Path file) throws IOException {
        Matcher name = Pattern.compile("(.*)\\.([a-z0-9+]+)-l(\\d)-e(\\d+)(\\.info)?\\.ds")
                .matcher(file.getFileName().toString());
        assertThat(name.matches()).isTrue();
        Path input = name.group(1).equals("ellard")
                ? file.resolveSibling("ellard.none-l9-e4096.ds")
                : file.resolveSibling("../shipped/" + name.group(1) + ".ds");
        int level = Integer.parseInt(name.group(3));
        String[] codecs = Stream.of(name.group(2)
                        .replace("all", "lzo+zlib+bz2+lzf+snappy+lz4+lz4hc")
                        .split("\\+"))
                .map(mode -> mode.replace("bz2", "bzip2").replaceFirst("^(lzo|zlib|bzip2)$", "$1:" + level))
                .toArray(String[]::new);
        Repacking.Options options = new Repacking.Options(
                WriterOptions.DEFAULT.withCodecs(codecs).withThreads(2),
                Integer.parseInt(name.group(4)),
                level,
                name.group(5) != null,
                0,
                false);
        byte[] own = repack(options, input).get(0);
        byte[] golden = Files.readAllBytes(file);
        List<StoredExtents.Facts> expected = StoredExtents.facts(golden);
        List<StoredExtents.Facts> actual = StoredExtents.facts(own);
        // The index differs, as its offsets depend on encoders.
        assertThat(actual.subList(0, actual.size() - 1)).isEqualTo(expected.subList(0, expected.size() - 1));
        if (name.group(2).matches("none|lzf")) {
            assertThat(own).isEqualTo(golden);
        }
    }

    /** Files of several types, of both byte orders, and with nulls, merged into extents of other sizes. */
    @Test
    void rowsOfEachTypeKeepTheirOrder() throws IOException {
        List<Path> inputs = new ArrayList<>();
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
            Path input = folder.resolve("in" + inputs.size());
            Files.write(input, SampleFiles.file(order, 1, "zlib"));
            inputs.add(input);
        }
        for (int extentSize : new int[] {1, 200, 2000, 1 << 20}) {
            byte[] one = repack(options(extentSize, 1, 0), inputs.toArray(Path[]::new))
                    .get(0);
            byte[] four = repack(options(extentSize, 4, 0), inputs.toArray(Path[]::new))
                    .get(0);
            assertThat(one).isEqualTo(four);
            Map<String, List<String>> values = values(one);
            assertThat(values.remove("Info::DSRepack")).hasSize(1);
            assertThat(values).isEqualTo(values(inputs));
        }
    }

    @Test
    void partsTogetherHoldAllRows() throws IOException {
        Path input = folder.resolve("in");
        writeNumbers(input, 200_000);
        long whole = repack(options(4096, 2, 0), input).get(0).length;
        long target = whole / 5;
        List<byte[]> parts = repack(options(4096, 1, target), input);
        assertThat(parts).hasSizeBetween(5, 6);
        List<byte[]> again = repack(options(4096, 3, target), input);
        assertThat(again).hasSameSizeAs(parts);
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            assertThat(again.get(i)).isEqualTo(parts.get(i));
            if (i < parts.size() - 1) {
                assertThat((double) parts.get(i).length).isBetween(0.9 * target, 1.2 * target);
            }
            Map<String, List<String>> values = values(parts.get(i));
            rows.addAll(values.getOrDefault("Test::Numbers", List.of()));
            assertThat(values.get("Info::DSRepack"))
                    .hasSize(1)
                    .first()
                    .asString()
                    .startsWith("false true false false")
                    .endsWith("6 4096 " + i);
        }
        assertThat(rows).isEqualTo(values(List.of(input)).get("Test::Numbers"));
    }

    @Test
    void partNumbersCanBeThoseOfTheOriginal() throws IOException {
        Path input = folder.resolve("in");
        writeNumbers(input, 50_000);
        long target = repack(options(4096, 2, 0), input).get(0).length / 3;
        Repacking.Options options = new Repacking.Options(WriterOptions.DEFAULT, 4096, 6, true, target, true);
        List<byte[]> parts = repack(options, input);
        List<String> numbers = new ArrayList<>();
        for (byte[] part : parts) {
            numbers.addAll(values(part).getOrDefault("Info::DSRepack", List.of()).stream()
                    .map(row -> row.replaceFirst(".* ", ""))
                    .toList());
        }
        assertThat(numbers).startsWith("1", "2").hasSizeGreaterThan(2);
        assertThat(numbers.get(numbers.size() - 1)).isEqualTo(numbers.get(numbers.size() - 2));
    }

    @Test
    void informationIsReplacedNotKept() throws IOException {
        Path input = folder.resolve("in");
        writeNumbers(input, 10);
        Path once = folder.resolve("once");
        Files.write(once, repack(options(4096, 1, 0), input).get(0));
        assertThat(values(repack(options(8192, 1, 0), once).get(0)).get("Info::DSRepack"))
                .hasSize(1)
                .first()
                .asString()
                .endsWith("6 8192 null");
        Repacking.Options without = new Repacking.Options(WriterOptions.DEFAULT, 4096, 6, false, 0, false);
        assertThat(values(repack(without, once).get(0))).containsOnlyKeys("Test::Numbers");
    }

    @Test
    void typesOfOneNameMustAgree() throws IOException {
        Path one = folder.resolve("one");
        writeNumbers(one, 10);
        Path other = TraceFixture.of(
                        "<ExtentType name=\"Test::Numbers\"><field type=\"int64\" name=\"id\" /></ExtentType>")
                .write(folder.resolve("other"));
        assertThatThrownBy(() -> repack(options(4096, 1, 0), one, other))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("Test::Numbers")
                .hasMessageContaining(one.toString())
                .hasMessageContaining(other.toString());
    }

    private static Repacking.Options options(int extentSize, int threads, long target) {
        return new Repacking.Options(WriterOptions.DEFAULT.withThreads(threads), extentSize, 6, true, target, false);
    }

    private static List<byte[]> repack(Repacking.Options options, Path... inputs) throws IOException {
        List<ByteArrayOutputStream> outputs = new ArrayList<>();
        Repacking.Report report = Repacking.run(
                Arrays.asList(inputs),
                part -> {
                    assertThat(part).isEqualTo(outputs.size());
                    outputs.add(new ByteArrayOutputStream());
                    return Channels.newChannel(outputs.get(part));
                },
                options,
                bytes -> {});
        List<byte[]> files =
                outputs.stream().map(ByteArrayOutputStream::toByteArray).toList();
        assertThat(report.outputBytes())
                .isEqualTo(files.stream().mapToLong(file -> file.length).sum());
        assertThat(report.parts()).hasSameSizeAs(files);
        long rows = report.parts().stream()
                .flatMap(part -> part.types().stream())
                .filter(type -> !type.type().name().equals("Info::DSRepack"))
                .mapToLong(type -> type.storage().rows())
                .sum();
        assertThat(report.rows()).isEqualTo(rows);
        return files;
    }

    private static void writeNumbers(Path file, int rows) throws IOException {
        TraceFixture numbers = TraceFixture.of("""
                <ExtentType name="Test::Numbers">
                  <field type="int64" name="id" pack_relative="id" />
                  <field type="int32" name="noise" />
                </ExtentType>
                """).with(WriterOptions.DEFAULT.withCodecs("lz4"));
        for (int row = 0; row < rows; row++) {
            if (row % 3000 == 0) {
                numbers.extent();
            }
            // Knuth's multiplicative hash: noise that is always the same.
            numbers.row(row, (row * 0x9E3779B1) >>> 8);
        }
        numbers.write(file);
    }

    private static Map<String, List<String>> values(List<Path> files) throws IOException {
        Map<String, List<String>> values = new TreeMap<>();
        for (Path file : files) {
            try (DataSeriesReader reader = DataSeriesReader.open(file)) {
                addValues(reader, values);
            }
        }
        return values;
    }

    private static Map<String, List<String>> values(byte[] file) throws IOException {
        Map<String, List<String>> values = new TreeMap<>();
        try (DataSeriesReader reader = DataSeriesReader.read(file, "file")) {
            addValues(reader, values);
        }
        return values;
    }

    private static void addValues(DataSeriesReader reader, Map<String, List<String>> values) throws IOException {
        for (DataSeriesReader.IndexEntry entry : reader.index()) {
            Extent extent = reader.read(entry.offset());
            if (reader.types().contains(extent.type())) {
                values.computeIfAbsent(entry.typeName(), name -> new ArrayList<>())
                        .addAll(ExtentContents.texts(extent));
            }
        }
    }
}
