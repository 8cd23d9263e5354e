package dev.mimeo.garage.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.garage.codec.Scheme;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
final class PackedFileTest {

    private static final PackedFileWriter.FileDescription DESCRIPTION = new PackedFileWriter.FileDescription(
            "web-17", LocalDate.of(2026, 3, 1), Map.of("timeZone", "Europe/Vienna", "collector", "7"));

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 63, 64, 65, 1000, 65_535, 65_536, 65_537})
    void everyTypeComesBackBitForBit(int rows) throws IOException {
        Path file = folder.resolve("a.gar");
        TableSchema schema = schema(rows);
        List<ColumnArray> values = values(rows, 1);
        write(file, schema, values, PackedFileWriter.Options.LOSSLESS);

        try (PackedFile packed = PackedFile.open(file)) {
            assertThat(packed.description()).isEqualTo(DESCRIPTION);
            assertThat(packed.tables()).containsExactly(schema);
            assertThat(packed.sizeBytes()).isEqualTo(Files.size(file));
            int[] backwards = IntStream.range(0, values.size())
                    .map(i -> values.size() - 1 - i)
                    .toArray();
            ColumnArray[] read = packed.read("rawdata", backwards);
            for (int i = 0; i < backwards.length; i++) {
                assertSame(values.get(backwards[i]), read[i]);
            }
            for (int i = 0; i < values.size(); i++) {
                assertSame(values.get(i), packed.read("RAWDATA", i)[0]);
            }
            for (int block = 0; block < schema.blocks(); block++) {
                ColumnArray part = packed.readBlock("RawData", block, 1)[0];
                int from = block * TableSchema.BLOCK_ROWS;
                assertThat(part.floats())
                        .isEqualTo(Arrays.copyOfRange(values.get(1).floats(), from, from + part.rows()));
            }
        }
    }

    @Test
    void statisticsAreThoseOfTheValues() throws IOException {
        Path file = folder.resolve("a.gar");
        int rows = 5_000;
        List<ColumnArray> values = values(rows, 2);
        write(file, schema(rows), values, PackedFileWriter.Options.LOSSLESS);
        try (PackedFile packed = PackedFile.open(file)) {
            float[] floats = values.get(1).floats();
            ColumnStatistics statistics = packed.statistics("RawData", 1);
            List<Double> present = new ArrayList<>();
            int nulls = 0;
            int nans = 0;
            for (int row = 0; row < rows; row++) {
                if (values.get(1).isNull(row)) {
                    nulls++;
                } else if (Float.isNaN(floats[row])) {
                    nans++;
                } else {
                    present.add((double) floats[row]);
                }
            }
            assertThat(statistics.rows()).isEqualTo(rows);
            assertThat(statistics.nulls()).isEqualTo(nulls);
            assertThat(statistics.nans()).isEqualTo(nans);
            assertThat(statistics.min())
                    .isEqualTo(present.stream().mapToDouble(v -> v).min().orElseThrow());
            assertThat(statistics.max())
                    .isEqualTo(present.stream().mapToDouble(v -> v).max().orElseThrow());
            assertThat(statistics.outOfRange()).isEqualTo((int)
                    present.stream().filter(v -> v < 0 || v > 100).count());
            long[] times = values.get(3).longs();
            ColumnStatistics ofTimes = packed.statistics("RawData", 3);
            assertThat(ofTimes.minLong()).isEqualTo(Arrays.stream(times).min().orElseThrow());
            assertThat(ofTimes.maxLong()).isEqualTo(Arrays.stream(times).max().orElseThrow());
            ColumnStatistics constant = packed.statistics("RawData", 6);
            assertThat(constant).isEqualTo(new ColumnStatistics(rows, 0, 0, 1.5, 1.5, 0, 0, 1.5 * rows, 0));
        }
    }

    @ParameterizedTest
    @EnumSource(Scheme.class)
    void lossyColumnsKeepTheirNullsAndHaveStatisticsOfWhatIsStored(Scheme scheme) throws IOException {
        Path file = folder.resolve("lossy.gar");
        int rows = 70_000;
        List<ColumnArray> values = values(rows, 6);
        write(file, schema(rows), values, new PackedFileWriter.Options(scheme, 0.001, Map.of("bytes/S", 0.0)));
        try (PackedFile packed = PackedFile.open(file)) {
            ColumnArray found = packed.read("RawData", 1)[0];
            float[] floats = found.floats();
            double max = Double.NEGATIVE_INFINITY;
            for (int row = 0; row < rows; row++) {
                assertThat(found.isNull(row)).isEqualTo(values.get(1).isNull(row));
                float original = values.get(1).floats()[row];
                if (!found.isNull(row) && Float.isFinite(original) && original != 0) {
                    assertThat(Math.abs((double) floats[row] / original - 1)).isLessThanOrEqualTo(0.001);
                }
                if (!found.isNull(row) && !Float.isNaN(floats[row])) {
                    max = Math.max(max, floats[row]);
                }
            }
            assertThat(packed.statistics("RawData", 1).nulls())
                    .isEqualTo(found.nullCount())
                    .isPositive();
            assertThat(packed.statistics("RawData", 1).max()).isEqualTo(max);
            assertSame(values.get(2), packed.read("RawData", 2)[0]);
            assertSame(values.get(7), packed.read("RawData", 7)[0]);
        }
    }

    /** An interruption, such as that of a task that is cancelled, closes a file channel, whoever else uses it. */
    @Test
    void anInterruptedThreadDoesNotStopTheOthers() throws IOException {
        Path file = folder.resolve("a.gar");
        int rows = 5_000;
        List<ColumnArray> values = values(rows, 2);
        write(file, schema(rows), values, PackedFileWriter.Options.LOSSLESS);
        try (PackedFile packed = PackedFile.open(file)) {
            Thread.currentThread().interrupt();
            try {
                assertThatThrownBy(() -> packed.read("RawData", 1)).isInstanceOf(ClosedByInterruptException.class);
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
            assertThat(packed.read("RawData", 1)[0].isSame(values.get(1))).isTrue();
        }
    }

    @Test
    void everyFlippedByteIsNoticed() throws IOException {
        byte[] bytes = smallFile();
        Path damaged = folder.resolve("damaged.gar");
        for (int i = 0; i < bytes.length; i++) {
            for (int mask : new int[] {1 << i % 8}) {
                byte[] copy = bytes.clone();
                copy[i] ^= (byte) mask;
                Files.write(damaged, copy);
                assertThatThrownBy(() -> readAll(damaged))
                        .describedAs("byte %d of %d, mask %x", i, bytes.length, mask)
                        .isInstanceOf(PackedFile.DamagedException.class)
                        .hasMessageStartingWith(damaged + ": ");
            }
        }
    }

    @Test
    void everyTruncationIsNoticed() throws IOException {
        byte[] bytes = smallFile();
        Path damaged = folder.resolve("damaged.gar");
        for (int length = 0; length < bytes.length; length++) {
            Files.write(damaged, Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> readAll(damaged))
                    .describedAs("%d of %d bytes", length, bytes.length)
                    .isInstanceOf(PackedFile.DamagedException.class);
        }
        Files.write(damaged, Arrays.copyOf(bytes, bytes.length + 1));
        assertThatThrownBy(() -> readAll(damaged)).isInstanceOf(PackedFile.DamagedException.class);
    }

    @Test
    void anotherVersionIsNamed() throws IOException {
        byte[] bytes = smallFile();
        bytes[7] = 3;
        Path file = folder.resolve("new.gar");
        Files.write(file, bytes);
        assertThatThrownBy(() -> PackedFile.open(file))
                .hasMessageContaining("expected version 1 to 2 of the format, found 3");
        bytes[7] = 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> PackedFile.open(file)).hasMessageContaining("cut off or is damaged");
    }

    @Test
    void aFileThatIsThereStays() throws IOException {
        Path file = folder.resolve("a.gar");
        Files.writeString(file, "mine");
        assertThatThrownBy(() -> PackedFileWriter.create(file, DESCRIPTION, PackedFileWriter.Options.LOSSLESS))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).hasContent("mine");
        try (PackedFileWriter writer = PackedFileWriter.replace(file, DESCRIPTION, PackedFileWriter.Options.LOSSLESS)) {
            writer.add(schema(10), values(10, 3));
        }
        assertThat(file).hasContent("mine");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(file);
        }
    }

    /** A table of constant columns only needs no chunk, so no write to the file would fail. */
    @Test
    void aFinishedFileTakesNoMoreTables() throws IOException {
        TableSchema constant =
                new TableSchema("Disk", 1, List.of(new ColumnSchema("reads", ColumnSchema.Type.FLOAT64)));
        List<ColumnArray> values = List.of(ColumnArray.ofDoubles(new double[] {7}, null));
        Path file = folder.resolve("a.gar");
        try (PackedFileWriter writer = PackedFileWriter.replace(file, DESCRIPTION, PackedFileWriter.Options.LOSSLESS)) {
            writer.add(schema(1), values(1, 3));
            writer.commit();
            byte[] committed = Files.readAllBytes(file);
            assertThatIllegalStateException()
                    .isThrownBy(() -> writer.add(constant, values))
                    .withMessageContaining("a.gar");
            assertThatIllegalStateException().isThrownBy(writer::commit);
            try (PackedFile source = PackedFile.open(file)) {
                assertThatIllegalStateException().isThrownBy(() -> writer.copy(source, (table, column) -> true));
                assertThatIllegalStateException().isThrownBy(() -> writer.reencode(source));
            }
            assertThat(file).hasBinaryContent(committed);
        }
    }

    @Test
    void manyConstantColumnsAreAlmostFree() throws IOException {
        long none = sizeWithConstants(0);
        long many = sizeWithConstants(4_096);
        assertThat((many - none) / 4_096.0).isLessThan(12);
    }

    private long sizeWithConstants(int count) throws IOException {
        Path file = folder.resolve("constants" + count);
        Random random = new Random(4);
        List<ColumnSchema> columns = new ArrayList<>(List.of(new ColumnSchema("noise", ColumnSchema.Type.FLOAT32)));
        List<ColumnArray> values = new ArrayList<>();
        float[] noise = new float[5_760];
        for (int i = 0; i < noise.length; i++) {
            noise[i] = random.nextFloat();
        }
        values.add(ColumnArray.ofFloats(noise, null));
        for (int i = 0; i < count; i++) {
            columns.add(new ColumnSchema(
                    "Process(" + random.nextInt(1_000_000) + ")\\% Time " + i, ColumnSchema.Type.FLOAT32));
            float[] constant = new float[5_760];
            Arrays.fill(constant, random.nextFloat());
            values.add(ColumnArray.ofFloats(constant, null));
        }
        write(file, new TableSchema("RawData", 5_760, columns), values, PackedFileWriter.Options.LOSSLESS);
        try (PackedFile packed = PackedFile.open(file)) {
            assertThat(packed.tables().get(0).columns()).hasSize(count + 1);
            for (int i = 1; i <= count; i++) {
                assertThat(packed.packedBytes("RawData", i)).isZero();
            }
        }
        return Files.size(file);
    }

    private byte[] smallFile() throws IOException {
        Path file = folder.resolve("small.gar");
        write(file, schema(50), values(50, 5), PackedFileWriter.Options.LOSSLESS);
        return Files.readAllBytes(file);
    }

    private static void readAll(Path file) throws IOException {
        try (PackedFile packed = PackedFile.open(file)) {
            for (TableSchema table : packed.tables()) {
                packed.read(
                        table.name(), IntStream.range(0, table.columns().size()).toArray());
            }
        }
    }

    private static void write(Path file, TableSchema schema, List<ColumnArray> values, PackedFileWriter.Options options)
            throws IOException {
        try (PackedFileWriter writer = PackedFileWriter.replace(file, DESCRIPTION, options)) {
            writer.add(schema, values);
            writer.commit();
        }
    }

    private static TableSchema schema(int rows) {
        return new TableSchema(
                "RawData",
                rows,
                List.of(
                        new ColumnSchema("serverID", ColumnSchema.Type.TEXT),
                        new ColumnSchema(
                                "% Processor Time",
                                ColumnSchema.Type.FLOAT32, "%", ColumnSchema.Kind.PERCENT, 0.0, 100.0),
                        new ColumnSchema("Bytes/s", ColumnSchema.Type.FLOAT64, null, ColumnSchema.Kind.RATE, 0.0, null),
                        new ColumnSchema("sampleTime", ColumnSchema.Type.TIMESTAMP),
                        new ColumnSchema("count", ColumnSchema.Type.INT64),
                        new ColumnSchema("up", ColumnSchema.Type.BOOL),
                        new ColumnSchema("constant", ColumnSchema.Type.FLOAT64),
                        new ColumnSchema("nothing", ColumnSchema.Type.FLOAT32),
                        new ColumnSchema("state", ColumnSchema.Type.TEXT)));
    }

    private static List<ColumnArray> values(int rows, int seed) {
        Random random = new Random(seed);
        String[] servers = new String[rows];
        float[] floats = new float[rows];
        double[] doubles = new double[rows];
        long[] times = new long[rows];
        long[] longs = new long[rows];
        boolean[] booleans = new boolean[rows];
        double[] constants = new double[rows];
        String[] states = new String[rows];
        Arrays.fill(servers, DESCRIPTION.server());
        Arrays.fill(constants, 1.5);
        for (int i = 0; i < rows; i++) {
            floats[i] = i % 7 == 0 ? Float.intBitsToFloat(random.nextInt()) : random.nextInt(1000) / 8f;
            doubles[i] = i % 7 == 0 ? Double.longBitsToDouble(random.nextLong()) : random.nextInt(1000) / 8.0;
            times[i] = 1_772_323_200_000L + 15_000L * i + random.nextInt(100);
            longs[i] = random.nextLong() >> random.nextInt(64);
            booleans[i] = random.nextInt(5) == 0;
            states[i] = "state \u00e9 " + random.nextInt(3);
        }
        long[] nulls = ColumnArray.nulls(rows, row -> random.nextInt(10) == 0);
        long[] others = ColumnArray.nulls(rows, row -> row / 10 % 5 == 1);
        return List.of(
                ColumnArray.ofTexts(servers, null),
                ColumnArray.ofFloats(cleared(floats, nulls), nulls),
                ColumnArray.ofDoubles(doubles, null),
                ColumnArray.ofTimes(times, null),
                ColumnArray.ofLongs(longs, null),
                ColumnArray.ofBooleans(booleans, null),
                ColumnArray.ofDoubles(constants, null),
                ColumnArray.ofFloats(new float[rows], ColumnArray.nulls(rows, row -> true)),
                ColumnArray.ofTexts(cleared(states, others), others));
    }

    private static float[] cleared(float[] values, long @Nullable [] nulls) {
        for (int i = 0; i < values.length; i++) {
            values[i] = nulls != null && (nulls[i >> 6] >>> i & 1) != 0 ? 0 : values[i];
        }
        return values;
    }

    private static String[] cleared(String[] values, long @Nullable [] nulls) {
        for (int i = 0; i < values.length; i++) {
            values[i] = nulls != null && (nulls[i >> 6] >>> i & 1) != 0 ? "" : values[i];
        }
        return values;
    }

    private static void assertSame(ColumnArray expected, ColumnArray found) {
        assertThat(found.type()).isEqualTo(expected.type());
        assertThat(found.nullCount()).isEqualTo(expected.nullCount());
        for (int row = 0; row < expected.rows(); row++) {
            assertThat(found.isNull(row)).isEqualTo(expected.isNull(row));
        }
        switch (expected.type()) {
            case FLOAT32 -> assertThat(bits(found.floats())).isEqualTo(bits(expected.floats()));
            case FLOAT64 ->
                assertThat(Arrays.stream(found.doubles()).mapToLong(Double::doubleToRawLongBits))
                        .containsExactly(Arrays.stream(expected.doubles())
                                .mapToLong(Double::doubleToRawLongBits)
                                .boxed()
                                .toArray(Long[]::new));
            case INT64, TIMESTAMP -> assertThat(found.longs()).isEqualTo(expected.longs());
            case BOOL -> assertThat(found.booleans()).isEqualTo(expected.booleans());
            case TEXT -> assertThat(found.texts()).isEqualTo(expected.texts());
        }
    }

    private static int[] bits(float[] values) {
        int[] bits = new int[values.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = Float.floatToRawIntBits(values[i]);
        }
        return bits;
    }
}
