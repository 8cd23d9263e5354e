package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.MimeoException.Reason;
import dev.mimeo.testing.GoldenFiles;
import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DataSeriesFilesTest {

    @TempDir
    Path folder;

    private static ExtentType type(String name, String version) throws DataSeriesException {
        return ExtentType.parse("<ExtentType name=\"" + name + "\" namespace=\"mimeo.dev\" version=\"" + version
                + "\"><field type=\"int64\" name=\"x\" /></ExtentType>");
    }

    /** Writes a file with extents of one row each. */
    private Path file(String name, ExtentType type, ByteOrder order, long... values) throws IOException {
        TraceFixture file = TraceFixture.of(type, type("Info::Something", "1.0"))
                .with(new WriterOptions(List.of("zlib:1"), order, 1));
        for (long value : values) {
            file.extent().row(value);
        }
        return file.write(folder.resolve(name));
    }

    private static List<Long> values(DataSeriesFiles files, int threads) throws IOException {
        List<Long> values = new ArrayList<>();
        try (ExtentSource source = files.open(threads)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                values.add(extent.longs(0)[0]);
            }
        }
        return values;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void areOneStream(int threads) throws IOException {
        ExtentType type = type("Some::Type", "1.0");
        DataSeriesFiles files = DataSeriesFiles.of(List.of(
                        file("a", type, ByteOrder.LITTLE_ENDIAN, 1, 2, 3),
                        file("b", type, ByteOrder.LITTLE_ENDIAN),
                        file("c", type, ByteOrder.BIG_ENDIAN, 4),
                        file("d", type, ByteOrder.LITTLE_ENDIAN, 5, 6)))
                .matching("::Type");
        assertThat(values(files, threads)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(values(files.withChecksums(Checksums.NONE), threads)).hasSize(6);
        assertThat(files.types()).containsExactly(type);
        try (ExtentSource source = files.open(threads, 1)) {
            Extent first = Objects.requireNonNull(source.next());
            assertThat(first.source()).isEqualTo(folder.resolve("a").toString());
            assertThat(first.fileOffset()).isPositive();
        }
    }

    /** The transcript of a test of the original: rows of all types with a prefix, and of one type in two ways. */
    @Test
    void countsRowsAsTheOriginalDoes() throws IOException {
        Path shipped = GoldenFiles.file("shipped");
        DataSeriesFiles files = DataSeriesFiles.of(List.of(shipped.resolve("nfs-2.set-0.20k.ds")));
        List<Long> counts = List.of(
                rows(files.filtered(type -> type.name().startsWith("Trace::NFS::"))),
                rows(files.filtered(type -> type.name().equals("Trace::NFS::common"))),
                rows(files.matching("Trace::NFS::common")));
        assertThat(counts)
                .isEqualTo(Files.readAllLines(shipped.resolve("typefiltermodule.txt")).stream()
                        .map(Long::valueOf)
                        .toList());
    }

    private static long rows(DataSeriesFiles files) throws IOException {
        long rows = 0;
        try (ExtentSource source = files.open(2)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                rows += extent.rows();
            }
        }
        return rows;
    }

    @Test
    void everythingMeansListsToo() throws IOException {
        ExtentType type = type("Some::Type", "1.0");
        DataSeriesFiles files = DataSeriesFiles.of(
                List.of(file("a", type, ByteOrder.LITTLE_ENDIAN, 1), file("b", type, ByteOrder.LITTLE_ENDIAN, 2, 3)));
        List<String> names = new ArrayList<>();
        try (ExtentSource source = files.matching("").open(2)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                names.add(extent.type().name());
            }
        }
        String types = ExtentType.XML_TYPE.name();
        String index = ExtentType.INDEX_TYPE.name();
        assertThat(names).containsExactly(types, "Some::Type", index, types, "Some::Type", "Some::Type", index);
        assertThat(values(files, 2)).containsExactly(1L, 2L, 3L);
        assertThat(values(files.filtered(t -> t.name().startsWith("Info")), 2)).isEmpty();
        assertThat(values(files.filtered(t -> t.name().startsWith("Some")), 2)).hasSize(3);
        assertThat(values(files.filtered(t -> false), 2)).isEmpty();
    }

    @Test
    void typesMustBeTheSame() throws IOException {
        List<Path> paths = List.of(
                file("a", type("T", "1.0"), ByteOrder.LITTLE_ENDIAN, 1),
                file("b", type("T", "1.2"), ByteOrder.LITTLE_ENDIAN, 2),
                file("c", type("T", "2.0"), ByteOrder.LITTLE_ENDIAN, 3));
        DataSeriesFiles files = DataSeriesFiles.of(paths).matching("T");
        assertThatThrownBy(() -> values(files, 1))
                .isInstanceOf(DataSeriesException.class)
                .hasMessage(
                        paths.get(1) + ": type 'T' version 1.2 differs from that of " + paths.get(0) + ", version 1.0");
        assertThatThrownBy(() -> values(files.withTypeRule(DataSeriesFiles.TypeRule.SAME_MAJOR_VERSION), 1))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageStartingWith(paths.get(2) + ": type 'T' version 2.0 is not compatible with 'T' version 1.0");
        assertThat(values(files.withTypeRule(DataSeriesFiles.TypeRule.ANY), 1)).containsExactly(1L, 2L, 3L);
        assertThatThrownBy(() -> DataSeriesFiles.of(paths).types())
                .isInstanceOfSatisfying(
                        DataSeriesException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNSUPPORTED))
                .hasMessageContaining("is another type in");
    }

    @Test
    void alternativesComeIntoPlayOneByOne() throws IOException {
        List<Path> paths = List.of(
                file("a", type("One", "1.0"), ByteOrder.LITTLE_ENDIAN, 1),
                file("b", type("Two", "1.0"), ByteOrder.LITTLE_ENDIAN, 2));
        DataSeriesFiles files =
                DataSeriesFiles.of(paths).matching("One", "Two").withTypeRule(DataSeriesFiles.TypeRule.ANY);
        assertThat(values(files, 1)).containsExactly(1L, 2L);
        assertThatThrownBy(() -> values(files.matching("One"), 1))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageStartingWith(paths.get(1) + ": no type matches 'One'");
    }

    @Test
    void aBadFileComesAfterTheGoodOnesBeforeIt() throws IOException {
        Path good = file("a", type("T", "1.0"), ByteOrder.LITTLE_ENDIAN, 1, 2);
        Path bad = folder.resolve("b");
        Files.writeString(bad, "not a DataSeries file, though of some length to speak of");
        try (ExtentSource source =
                DataSeriesFiles.of(List.of(good, bad)).matching("T").open(2)) {
            assertThat(source.next()).isNotNull();
            assertThat(source.next()).isNotNull();
            assertThatThrownBy(source::next)
                    .isInstanceOf(DataSeriesException.class)
                    .hasMessageStartingWith(bad.toString());
        }
    }

    @Test
    void versionsAreCompatibleUpwards() throws IOException {
        ExtentType type = type("T", "2.3");
        assertThat(type.versionCompatible(2, 3)).isTrue();
        assertThat(type.versionCompatible(2, 0)).isTrue();
        assertThat(type.versionCompatible(2, 4)).isFalse();
        assertThat(type.versionCompatible(1, 0)).isFalse();
        assertThat(type.versionCompatible(3, 0)).isFalse();
    }
}
