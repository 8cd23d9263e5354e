package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.testing.GoldenFiles;
import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of the original C++ library: the same rows give the same bytes, and what is read can be written again. */
@Tag("thorough")
final class GoldenFileTest {

    static Stream<Path> specified() {
        return Stream.concat(
                GoldenFiles.files("generated", ".*\\.spec\\.gz"), GoldenFiles.files("recover", ".*\\.spec\\.gz"));
    }

    static Stream<Path> files() {
        return Stream.of("generated", "csv", "shipped", "repack")
                .flatMap(folder -> GoldenFiles.files(folder, ".*\\.ds(-littleend|-bigend)?"));
    }

    @ParameterizedTest
    @MethodSource("specified")
    void sameRowsGiveTheSameExtents(Path specFile) throws IOException {
        GoldenSpec spec = new GoldenSpec(GoldenFiles.gunzip(specFile));
        // One description may stand for files that differ in their compression: comp.a for comp-zlib-l9.a.
        String name = specFile.getFileName().toString().replace(".spec.gz", "");
        String pattern =
                ".*/" + name.replaceFirst("\\.([ab])$", "(-(all|bz2|lz.*|none|snappy|zlib).*)?\\\\.$1") + "\\.ds";
        List<Path> files = GoldenFiles.files(
                        specFile.resolveSibling("").getFileName().toString(), pattern)
                .toList();
        assertThat(files).isNotEmpty();
        for (Path file : files) {
            byte[] golden = Files.readAllBytes(file);
            ByteOrder order = golden[4] == 0x78 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
            byte[] own = spec.write(order, 2);
            List<StoredExtents.Facts> expected = StoredExtents.facts(golden);
            List<StoredExtents.Facts> actual = StoredExtents.facts(own);
            // The index differs, as its offsets depend on compression.
            assertThat(actual.subList(0, actual.size() - 1)).isEqualTo(expected.subList(0, expected.size() - 1));
            if (StoredExtents.parts(golden).stream().allMatch(part -> part.mode() == 0)) {
                assertThat(own).isEqualTo(golden);
            }
            byte[] compressed = spec.write(order, 1, "zlib:9", "lz4", "lz4hc");
            assertThat(compressed.length).isLessThanOrEqualTo(own.length);
            assertSameRows(compressed, own);
            assertSameRows(compressed, golden);
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void extentsReadCanBeWrittenAgain(Path file) throws IOException {
        byte[] golden = Files.readAllBytes(file);
        try (DataSeriesReader reader = DataSeriesReader.read(golden, file.toString())) {
            List<StoredExtents.Facts> expected = StoredExtents.facts(golden);
            byte[] plain = rewrite(reader, reader.order(), false);
            List<StoredExtents.Facts> copied = StoredExtents.facts(plain);
            assertThat(copied.subList(1, copied.size() - 1)).isEqualTo(expected.subList(1, expected.size() - 1));
            byte[] rebuilt = rewrite(reader, reader.order(), true);
            List<StoredExtents.Facts> again = StoredExtents.facts(rebuilt);
            // Scaling is exact both ways only for fewer than 2^52 units, which these files exceed on purpose.
            if (!file.getFileName().toString().matches("scale\\.[ab]\\.ds")) {
                assertThat(again.subList(1, again.size() - 1)).isEqualTo(expected.subList(1, expected.size() - 1));
            }
            ByteOrder other =
                    reader.order().equals(ByteOrder.BIG_ENDIAN) ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
            byte[] swapped = rewrite(reader, other, false);
            assertSameRows(swapped, rewrite(reader, other, true));
        }
    }

    private static byte[] rewrite(DataSeriesReader reader, ByteOrder order, boolean rebuild) throws IOException {
        TraceFixture file = TraceFixture.of(reader.types()).with(new WriterOptions(List.of(), order, 1));
        List<DataSeriesReader.IndexEntry> index = reader.index();
        for (DataSeriesReader.IndexEntry entry : index.subList(1, index.size() - 1)) {
            Extent extent = reader.read(entry.offset());
            file.extents(List.of(rebuild ? ExtentContents.copy(extent) : extent));
        }
        return file.bytes();
    }

    static Stream<Path> compressed() {
        return GoldenFiles.files("generated", ".*/(comp|incompressible)-.*\\.ds");
    }

    /**
     * The smallest result wins, the lower code on ties. Encoders may differ from those of the original in size, so a part
     * may be of another mode only where it is smaller; LZF is the same to the byte.
     */
    @ParameterizedTest
    @MethodSource("compressed")
    void codecsAreChosenAsTheOriginalDoes(Path file) throws IOException {
        Matcher name = Pattern.compile("(\\w+)-([a-z0-9+]+)(?:-l(\\d))?(\\.[ab])\\.ds")
                .matcher(file.getFileName().toString());
        assertThat(name.matches()).isTrue();
        GoldenSpec spec =
                new GoldenSpec(GoldenFiles.gunzip(file.resolveSibling(name.group(1) + name.group(4) + ".spec.gz")));
        String level = name.group(3) == null ? "9" : name.group(3);
        String[] codecs = Stream.of(name.group(2)
                        .replace("all", "lzo+zlib+bz2+lzf+snappy+lz4+lz4hc")
                        .split("\\+"))
                .map(mode -> mode.replace("bz2", "bzip2").replaceFirst("^(lzo|zlib|bzip2)$", "$1:" + level))
                .toArray(String[]::new);
        List<StoredExtents.Part> expected = StoredExtents.parts(Files.readAllBytes(file));
        List<StoredExtents.Part> actual = StoredExtents.parts(spec.write(ByteOrder.LITTLE_ENDIAN, 1, codecs));
        // Of the index, its size depends on the encoders.
        assertThat(actual).hasSizeBetween(expected.size() - 1, expected.size());
        for (int i = 0; i < expected.size() - 2; i++) {
            StoredExtents.Part one = actual.get(i);
            StoredExtents.Part other = expected.get(i);
            if (one.mode() != other.mode()) {
                assertThat(one.bytes().length())
                        .as("part %s, mode %s, not %s", i, one.mode(), other.mode())
                        .isLessThan(other.bytes().length());
            } else if (one.mode() == CompressionMode.LZF.code() || one.mode() == CompressionMode.NONE.code()) {
                assertThat(one).as("part %s", i).isEqualTo(other);
            }
        }
    }

    private static void assertSameRows(byte[] actual, byte[] expected) throws IOException {
        try (DataSeriesReader one = DataSeriesReader.read(actual, "actual");
                DataSeriesReader other = DataSeriesReader.read(expected, "expected");
                ExtentSource ones = one.extents("", 2);
                ExtentSource others = other.extents("", 1)) {
            assertThat(one.index()).hasSameSizeAs(other.index());
            for (int i = 0; i < one.index().size() - 1; i++) {
                ExtentContents.assertSame(ones.next(), others.next());
            }
        }
    }

    static Stream<Path> damaged() {
        return GoldenFiles.files("recover", ".*(bad|truncated)[^.]*\\.a\\.ds");
    }

    @ParameterizedTest
    @MethodSource("damaged")
    void damageIsReported(Path file) {
        assertThatThrownBy(() -> {
                    try (DataSeriesReader reader = DataSeriesReader.open(file);
                            ExtentSource extents = reader.extents("", 2)) {
                        while (extents.next() != null) {
                            // All is in the reading.
                        }
                    }
                })
                .isInstanceOf(DataSeriesException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageMatching("[^\\n]* at byte \\d+[^\\n]*");
    }
}
