package dev.mimeo.characterization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.testing.TraceFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CharacterizationTest {

    private static final List<DuplicationCharacterization> DUPLICATION = List.of(
            new DuplicationCharacterization("fixed:1000", 10, 10_000, 8, 8_000, 1),
            new DuplicationCharacterization(
                    "fastcdc:8192",
                    7,
                    10_000,
                    6,
                    9_123,
                    0.25,
                    new DuplicationCharacterization.Profile(
                            List.of(5L, 1L), List.of(1L), List.of(0L, 0L, Long.MAX_VALUE), List.of(2L, 1L))));

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 500, 5000})
    void everythingSurvives(int count) throws IOException {
        List<ChunkCharacterization> chunks = randomChunks(new Random(count), count);
        DatasetCharacterization dataset = dataset(chunks);
        try (Characterization read = Characterization.read(write(chunks, dataset), "test")) {
            assertThat(read.dataset()).isEqualTo(dataset);
            assertThat(read.chunkCount()).isEqualTo(count);
            for (ChunkCharacterization chunk : chunks) {
                assertThat(read.chunk(chunk.number())).isEqualTo(chunk);
            }
        }
    }

    @Test
    void anyChunkIsFoundByNumberAndByOffset() throws IOException {
        List<ChunkCharacterization> chunks = randomChunks(new Random(5), 4000);
        try (Characterization read = Characterization.read(write(chunks, dataset(chunks)), "test")) {
            Random random = new Random(6);
            for (int i = 0; i < 2000; i++) {
                ChunkCharacterization chunk = chunks.get(random.nextInt(chunks.size()));
                assertThat(read.chunk(chunk.number())).isEqualTo(chunk);
                assertThat(read.chunkAt(chunk.offset())).isEqualTo(chunk.number());
                assertThat(read.chunkAt(chunk.offset() + chunk.size() - 1)).isEqualTo(chunk.number());
            }
            assertThatThrownBy(() -> read.chunk(4000)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> read.chunkAt(read.scannedBytes())).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void thePartsOfAFileAddUpToIt() throws IOException {
        List<ChunkCharacterization> chunks = randomChunks(new Random(9), 3000);
        byte[] file = write(chunks, dataset(chunks));
        try (Characterization read = Characterization.read(file, "test")) {
            assertThat(read.storedBytes().values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(file.length);
            assertThat(read.storedBytes()).containsKeys("DataSeries: XmlType", "DataSeries: header, trailer");
        }
    }

    @Test
    void aChunkOf64KiBOfAnyContentTakesAtMost2500Bytes() throws IOException {
        Random random = new Random(1);
        List<ChunkCharacterization> chunks = new ArrayList<>();
        int size = 65536;
        for (int i = 0; i < 200; i++) {
            // The least compressible case: counts that differ from chunk to chunk, and as many lengths as fit.
            byte[] data = new byte[size];
            random.nextBytes(data);
            int[] lengths = new int[RepetitionHistogram.MAX_LENGTH + 1];
            int left = size;
            for (int n = 0; n < 2000; n++) {
                int length = random.nextInt(3, 259);
                if (length <= left) {
                    lengths[length]++;
                    left -= length;
                }
            }
            ChunkCharacterization.Builder builder = new ChunkCharacterization.Builder()
                    .bytes(ByteHistogram.ofBytes(data, 0, size))
                    .repetitions(RepetitionHistogram.of(lengths, left))
                    .deflateBytes(random.nextInt(size));
            for (String codec : List.of("lz4", "zlib:1", "zlib:6", "zstd:3", "snappy", "bzip2:9", "xz:6")) {
                builder.cost(new ChunkCharacterization.CodecCost(
                        codec, random.nextInt(size), random.nextInt(1 << 24), random.nextInt(1 << 20)));
            }
            chunks.add(builder.build(i, (long) i * size, size));
        }
        assertThat(write(chunks, dataset(chunks)).length / chunks.size()).isLessThanOrEqualTo(2500);
    }

    @Test
    void aFileThatEndsEarlyIsRefused() throws IOException {
        List<ChunkCharacterization> chunks = randomChunks(new Random(7), 50);
        byte[] file = write(chunks, dataset(chunks));
        for (int length = 0; length < file.length; length += 7) {
            byte[] cut = Arrays.copyOf(file, length);
            assertThatThrownBy(() -> Characterization.read(cut, "cut.ds"))
                    .as("cut at %d", length)
                    .isInstanceOf(DataSeriesException.class)
                    .hasMessageStartingWith("cut.ds: ");
        }
    }

    @Test
    void aFileWithoutItsEndIsRefused() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CharacterizationWriter writer =
                CharacterizationWriter.create(Channels.newChannel(out), WriterOptions.DEFAULT)) {
            for (ChunkCharacterization chunk : randomChunks(new Random(8), 3000)) {
                writer.write(chunk);
            }
        }
        assertThatThrownBy(() -> Characterization.read(out.toByteArray(), "unfinished"))
                .isInstanceOf(DataSeriesException.class);
    }

    @Test
    void aForeignFileIsNamedAsSuch(@TempDir Path directory) throws IOException {
        ExtentType type = ExtentType.parse(
                "<ExtentType name=\"other\" namespace=\"example.org\" version=\"1.0\"><field type=\"int32\" name=\"a\" /></ExtentType>");
        Path file = TraceFixture.of(type).row(0).write(directory.resolve("other.ds"));
        assertThatThrownBy(() -> Characterization.open(file))
                .isInstanceOf(DataSeriesException.class)
                .hasMessage(
                        file + ": is a DataSeries file but not a characterization: it has no type 'Mimeo::Dataset'");
        Path text = Files.writeString(
                directory.resolve("text.ds"), "not a DataSeries file at all, but long enough to look");
        assertThatThrownBy(() -> Characterization.open(text)).isInstanceOf(DataSeriesException.class);
    }

    @Test
    void aFileOfALaterVersionIsRefusedWithTheVersion() throws IOException {
        List<ExtentType> later = new ArrayList<>();
        for (ExtentType type : CharacterizationTypes.ALL) {
            later.add(ExtentType.parse(type.xml().replace("version=\"1.0\"", "version=\"2.3\"")));
        }
        byte[] file = TraceFixture.of(later).bytes();
        assertThatThrownBy(() -> Characterization.read(file, "new.ds"))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("characterization of version 2.3, written by a newer Mimeo");
    }

    /** Of 1.1 there were files with other types before it was released. */
    @Test
    void aFileWithOtherTypesOfTheSameVersionIsToBeMadeAgain() throws IOException {
        List<ExtentType> earlier = new ArrayList<>();
        for (ExtentType type : CharacterizationTypes.ALL) {
            earlier.add(ExtentType.parse(type.xml().replace("name=\"window\"", "name=\"sharpness\"")));
        }
        byte[] file = TraceFixture.of(earlier).bytes();
        assertThatThrownBy(() -> Characterization.read(file, "old.ds"))
                .isInstanceOf(DataSeriesException.class)
                .hasMessage(
                        "old.ds: is a characterization that another version of Mimeo wrote: its type 'Mimeo::Recipe'"
                                + " is not the one of version 1.1: scan the data again");
    }

    @Test
    void theWriterRefusesChunksOutOfOrder() throws IOException {
        List<ChunkCharacterization> chunks = randomChunks(new Random(9), 3);
        try (CharacterizationWriter writer = CharacterizationWriter.create(
                Channels.newChannel(new ByteArrayOutputStream()), WriterOptions.DEFAULT)) {
            writer.write(chunks.get(0));
            assertThatThrownBy(() -> writer.write(chunks.get(2))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> writer.finish(dataset(chunks))).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static byte[] write(List<ChunkCharacterization> chunks, DatasetCharacterization dataset)
            throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CharacterizationWriter writer =
                CharacterizationWriter.create(Channels.newChannel(out), WriterOptions.DEFAULT)) {
            for (ChunkCharacterization chunk : chunks) {
                writer.write(chunk);
            }
            writer.finish(dataset);
        }
        return out.toByteArray();
    }

    private static DatasetCharacterization dataset(List<ChunkCharacterization> chunks) {
        long bytes = chunks.stream().mapToLong(ChunkCharacterization::size).sum();
        return new DatasetCharacterization(
                "name",
                "0.1",
                2 * bytes,
                2L * chunks.size(),
                chunks.size(),
                bytes,
                1 << 16,
                true,
                -5,
                "histogram",
                3,
                DUPLICATION,
                Map.of("words.longest", 17.0, "words.mean", -0.25));
    }

    private static List<ChunkCharacterization> randomChunks(Random random, int count) {
        List<ChunkCharacterization> chunks = new ArrayList<>();
        long offset = 0;
        for (int i = 0; i < count; i++) {
            int size = random.nextInt(1, 4096);
            ChunkCharacterization.Builder builder = new ChunkCharacterization.Builder();
            if (random.nextInt(4) > 0) {
                byte[] data = new byte[size];
                random.nextBytes(data);
                builder.bytes(ByteHistogram.ofBytes(data, 0, size));
            }
            if (random.nextInt(4) > 0) {
                int[] lengths = new int[RepetitionHistogram.MAX_LENGTH + 1];
                int length = random.nextInt(3, 259);
                lengths[length] = size / length;
                builder.repetitions(RepetitionHistogram.of(lengths, size - lengths[length] * length));
            }
            if (random.nextInt(4) > 0) {
                builder.deflateBytes(random.nextInt(5000));
            }
            for (int c = random.nextInt(3); c > 0; c--) {
                builder.cost(
                        new ChunkCharacterization.CodecCost("codec:" + c, random.nextInt(5000), random.nextInt(), c));
            }
            for (int s = random.nextInt(3); s > 0; s--) {
                builder.statistic("statistic." + s, random.nextGaussian());
            }
            long duplicateOf = i > 0 && random.nextInt(5) == 0 ? random.nextInt(i) : -1;
            List<ChunkCharacterization.Stretch> stretches =
                    duplicateOf >= 0 ? List.of() : randomStretches(random, offset, size);
            chunks.add(builder.duplicateOf(duplicateOf).stretches(stretches).build(i, offset, size));
            offset += size;
        }
        return chunks;
    }

    private static List<ChunkCharacterization.Stretch> randomStretches(Random random, long offset, int size) {
        List<ChunkCharacterization.Stretch> stretches = new ArrayList<>();
        for (int at = random.nextInt(size); at < size; at += random.nextInt(1000)) {
            int length = random.nextInt(1, size - at + 1);
            long room = offset + at - length;
            stretches.add(
                    room < 0 || random.nextBoolean()
                            ? ChunkCharacterization.Stretch.constant(at, length, random.nextInt(256))
                            : ChunkCharacterization.Stretch.copy(at, length, random.nextLong(room + 1)));
            at += length;
        }
        return stretches;
    }

    @Test
    void stretchesOutOfPlaceAreRefused() {
        long offset = 100;
        for (List<ChunkCharacterization.Stretch> wrong : List.of(
                List.of(ChunkCharacterization.Stretch.constant(0, 51, 0)),
                List.of(
                        ChunkCharacterization.Stretch.constant(10, 5, 0),
                        ChunkCharacterization.Stretch.constant(14, 5, 0)),
                List.of(
                        ChunkCharacterization.Stretch.constant(20, 5, 0),
                        ChunkCharacterization.Stretch.constant(10, 5, 0)),
                List.of(ChunkCharacterization.Stretch.copy(10, 20, 91)),
                List.of(ChunkCharacterization.Stretch.copy(0, 20, Long.MAX_VALUE)))) {
            assertThatThrownBy(() ->
                            new ChunkCharacterization.Builder().stretches(wrong).build(3, offset, 50))
                    .as(wrong.toString())
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(new ChunkCharacterization.Builder()
                        .stretches(List.of(
                                ChunkCharacterization.Stretch.copy(10, 20, 90),
                                ChunkCharacterization.Stretch.constant(30, 20, 255)))
                        .build(3, offset, 50)
                        .stretches())
                .hasSize(2);
        assertThatThrownBy(() -> new ChunkCharacterization.Stretch(0, 1, -1, -1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ChunkCharacterization.Stretch(0, 1, 5, 5))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ChunkCharacterization.Stretch.constant(0, 1, 256))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ChunkCharacterization.Stretch.constant(0, 0, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ChunkCharacterization.Stretch.constant(Integer.MAX_VALUE, 1, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aFileWithoutTheTypesOfLaterVersionsIsRead() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ExtentBuilder dataset = new ExtentBuilder(CharacterizationTypes.DATASET);
        dataset.addRow();
        dataset.setInt(6, 512);
        try (DataSeriesWriter writer = DataSeriesWriter.create(
                Channels.newChannel(out), CharacterizationTypes.REQUIRED, WriterOptions.DEFAULT)) {
            writer.write(dataset.build());
        }
        try (Characterization read = Characterization.read(out.toByteArray(), "1.0")) {
            assertThat(read.chunkCount()).isZero();
        }
    }

    @Test
    void namesOfStatisticsAreIdentifiers() {
        ChunkCharacterization.Builder builder = new ChunkCharacterization.Builder();
        builder.statistic("a.b", 1).statistic("runs.longest_of-2.p99", -0.5).statistic("x." + "y".repeat(125), 0);
        for (String wrong :
                List.of("", "a", "a.", ".a", "a..b", "a.b c", "1.a", "a.b/c", "a.é", "x." + "y".repeat(126))) {
            assertThatThrownBy(() -> builder.statistic(wrong, 1))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("scanner.number");
        }
        assertThatThrownBy(() -> builder.statistic("a.b", Double.NaN)).hasMessageContaining("finite");
    }
}
