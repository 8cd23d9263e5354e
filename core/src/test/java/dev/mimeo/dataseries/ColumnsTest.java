package dev.mimeo.dataseries;

import static dev.mimeo.dataseries.ExtentContents.assertSameColumn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Streams of some columns show the same values as whole extents. */
@Tag("thorough")
final class ColumnsTest {

    @ParameterizedTest
    @CsvSource({"1, none", "3, none", "1, lz4", "3, zlib", "2, lzo:1", "2, bzip2:9"})
    void haveTheValuesOfTheWhole(int threads, String codec) throws IOException {
        for (ExtentType type : List.of(SampleFiles.type(), SampleFiles.compactType())) {
            byte[] file = file(type, codec);
            for (Checksums checksums : Checksums.values()) {
                for (int seed = 0; seed < 10; seed++) {
                    int[] fields = new Random(seed)
                            .ints(0, type.fields().size())
                            .distinct()
                            .limit(seed)
                            .toArray();
                    compare(DataSeriesReader.read(file, "seed " + seed, checksums), fields, threads);
                }
            }
        }
    }

    private static void compare(DataSeriesReader reader, int[] fields, int threads) throws IOException {
        List<Extent> kept = new ArrayList<>();
        try (ExtentSource columns = reader.extents("*", fields, threads)) {
            for (Extent extent = columns.next(); extent != null; extent = columns.next()) {
                kept.add(extent);
            }
        }
        // All of them are looked at after the last, when memory of theirs could have been used again.
        int at = 0;
        try (reader;
                ExtentSource whole = reader.extents("*", 1)) {
            for (Extent extent = whole.next(); extent != null; extent = whole.next()) {
                Extent some = kept.get(at++);
                assertThat(some.rows()).isEqualTo(extent.rows());
                assertThat(some.fileOffset()).isEqualTo(extent.fileOffset());
                assertThat(some.sizeBytes()).isEqualTo(extent.sizeBytes());
                for (int field : fields) {
                    assertSameColumn(some, extent, extent.type().fields().get(field));
                }
            }
        }
        assertThat(kept).hasSize(at);
    }

    /** Extents of one type, of different sizes. */
    private static byte[] file(ExtentType type, String codec) throws IOException {
        WriterOptions options =
                new WriterOptions(codec.equals("none") ? List.of() : List.of(codec), ByteOrder.LITTLE_ENDIAN, 1);
        TraceFixture file = TraceFixture.of(type).with(options);
        Random random = new Random(1);
        for (int i = 0; i < 9; i++) {
            file.extents(List.of(SampleFiles.extent(type, random.nextInt(200), random)));
        }
        return file.bytes();
    }

    @ParameterizedTest
    @EnumSource(Checksums.class)
    void ofTwoExtentsAreThoseOfEach(Checksums checksums) throws IOException {
        ExtentType type = SampleFiles.type();
        int[] fields = {0, 1, 2};
        try (DataSeriesReader reader = DataSeriesReader.read(file(type, "lz4"), "some", checksums)) {
            List<Long> offsets = offsets(reader, type);
            for (int i = 1; i < offsets.size(); i++) {
                List<Extent> two = reader.read(offsets.get(i - 1), offsets.get(i), fields);
                for (int side = 0; side < 2; side++) {
                    Extent one = reader.read(offsets.get(i - 1 + side), fields);
                    assertThat(two.get(side).fileOffset()).isEqualTo(one.fileOffset());
                    assertThat(two.get(side).rows()).isEqualTo(one.rows());
                    for (int field : fields) {
                        assertSameColumn(two.get(side), one, type.fields().get(field));
                    }
                }
            }
        }
    }

    @Test
    void ofTwoExtentsAreRefusedIfEitherIsDamaged() throws IOException {
        ExtentType type = SampleFiles.type();
        byte[] file = file(type, "none");
        long sound;
        long damaged;
        try (DataSeriesReader reader = DataSeriesReader.read(file, "some")) {
            List<Long> offsets = offsets(reader, type);
            sound = offsets.get(0);
            damaged = offsets.get(1);
        }
        file[Math.toIntExact(damaged) + ExtentHeader.MAX_SIZE] ^= 1;
        try (DataSeriesReader reader = DataSeriesReader.read(file, "some")) {
            for (long[] pair : new long[][] {{sound, damaged}, {damaged, sound}}) {
                assertThatThrownBy(() -> reader.read(pair[0], pair[1], new int[] {1}))
                        .isInstanceOf(DataSeriesException.class)
                        .hasMessageContaining("damaged extent at byte " + damaged);
            }
        }
    }

    private static List<Long> offsets(DataSeriesReader reader, ExtentType type) {
        return reader.index().stream()
                .filter(entry -> entry.typeName().equals(type.name()))
                .map(DataSeriesReader.IndexEntry::offset)
                .toList();
    }

    @Test
    void haveNoOthers() throws IOException {
        byte[] file = file(SampleFiles.type(), "lz4");
        try (DataSeriesReader reader = DataSeriesReader.read(file, "some");
                ExtentSource columns = reader.extents("*", new int[] {1}, 1)) {
            Extent extent = Objects.requireNonNull(columns.next());
            assertThatThrownBy(() -> extent.booleans(0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("field 'flag' is not among those that are read");
            assertThatThrownBy(() -> extent.nulls(0)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> extent.isNull(0, 0)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(extent::fixed).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> reader.extents("*", new int[] {99}, 1))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
    }
}
