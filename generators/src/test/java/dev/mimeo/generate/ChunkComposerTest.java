package dev.mimeo.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.RepetitionHistogram;
import dev.mimeo.characterization.mimic.MimicCharacterization;
import dev.mimeo.characterization.mimic.MimicModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Chunks with stretches against their definition: the bytes are equal. */
final class ChunkComposerTest {

    private static final int CHUNK = 4096;
    private static final int CHUNKS = 60;

    /** Random stretches of both kinds: copies of copies, within a chunk, across chunks. */
    private static Characterization random(long seed) throws IOException {
        Random random = new Random(seed);
        List<ChunkCharacterization> chunks = new ArrayList<>();
        long offset = 0;
        for (int i = 0; i < CHUNKS; i++) {
            int size = random.nextInt(5) == 0 ? random.nextInt(1, CHUNK) : CHUNK;
            long duplicateOf = -1;
            if (i > 0 && random.nextInt(8) == 0) {
                duplicateOf = random.nextInt(i);
                size = chunks.get((int) duplicateOf).size();
                long first = chunks.get((int) duplicateOf).duplicateOf();
                duplicateOf = first >= 0 ? first : duplicateOf;
            }
            List<ChunkCharacterization.Stretch> stretches =
                    duplicateOf >= 0 ? List.of() : stretches(random, offset, size);
            chunks.add(statistics(random, size)
                    .duplicateOf(duplicateOf)
                    .stretches(stretches)
                    .build(i, offset, size));
            offset += size;
        }
        return TestCharacterizations.of(CHUNK, chunks);
    }

    private static List<ChunkCharacterization.Stretch> stretches(Random random, long offset, int size) {
        List<ChunkCharacterization.Stretch> stretches = new ArrayList<>();
        for (int at = random.nextInt(1000); at < size; at += random.nextInt(900)) {
            int length = random.nextInt(1, size - at + 1);
            long room = offset + at - length;
            stretches.add(
                    room < 0 || random.nextInt(4) == 0
                            ? ChunkCharacterization.Stretch.constant(at, length, random.nextInt(256))
                            : ChunkCharacterization.Stretch.copy(at, length, random.nextLong(room + 1)));
            at += length;
        }
        return stretches;
    }

    private static ChunkCharacterization.Builder statistics(Random random, int size) {
        int[] counts = new int[256];
        int[] lengths = new int[RepetitionHistogram.MAX_LENGTH + 1];
        for (int i = 0; i < size; i++) {
            counts[random.nextInt(200)]++;
        }
        int length = random.nextInt(3, 40);
        lengths[length] = size / 2 / length;
        return new ChunkCharacterization.Builder()
                .bytes(ByteHistogram.of(counts))
                .repetitions(RepetitionHistogram.of(lengths, size - lengths[length] * length))
                .deflateBytes(size / 2 + 20);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void stretchesAreWhatTheySay(long seed) throws IOException {
        try (Characterization characterization = random(seed);
                DataProducer producer = DataProducer.of(characterization)
                        .generator("motif", Map.of())
                        .build()) {
            int cycle = (int) characterization.scannedBytes();
            byte[] data = producer.getSynData(3 * cycle);
            for (int pass = 0; pass < 3; pass++) {
                for (int i = 0; i < CHUNKS; i++) {
                    ChunkCharacterization chunk = characterization.chunk(i);
                    int at = pass * cycle + (int) chunk.offset();
                    if (chunk.duplicateOf() >= 0) {
                        int first = pass * cycle
                                + (int) characterization
                                        .chunk(chunk.duplicateOf())
                                        .offset();
                        assertThat(Arrays.copyOfRange(data, at, at + chunk.size()))
                                .isEqualTo(Arrays.copyOfRange(data, first, first + chunk.size()));
                    }
                    for (ChunkCharacterization.Stretch stretch : chunk.stretches()) {
                        byte[] part = Arrays.copyOfRange(data, at + stretch.start(), at + stretch.end());
                        byte[] expected = new byte[part.length];
                        if (stretch.isCopy()) {
                            System.arraycopy(data, pass * cycle + (int) stretch.source(), expected, 0, expected.length);
                        } else {
                            Arrays.fill(expected, (byte) stretch.value());
                        }
                        assertThat(part)
                                .as("seed %d pass %d chunk %d %s", seed, pass, i, stretch)
                                .isEqualTo(expected);
                    }
                }
            }
            assertThat(Arrays.copyOfRange(data, cycle, 2 * cycle)).isNotEqualTo(Arrays.copyOf(data, cycle));
        }
    }

    @ParameterizedTest
    @EnumSource(DataProducer.Order.class)
    void everyWayToReadGivesTheSameBytes(DataProducer.Order order) throws IOException {
        try (Characterization characterization = random(7);
                DataProducer producer = DataProducer.of(characterization)
                        .order(order)
                        .threads(2)
                        .build()) {
            int size = 2 * (int) characterization.scannedBytes();
            byte[] data = producer.getSynData(size);
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            producer.writeTo(Channels.newChannel(written), 0, size, done -> {});
            assertThat(written.toByteArray()).isEqualTo(data);
            Random random = new Random(8);
            for (int i = 0; i < 200; i++) {
                long number = random.nextInt(2 * CHUNKS);
                producer.seekChunk(number);
                int at = (int) producer.position();
                byte[] chunk = producer.chunk(number);
                assertThat(chunk).isEqualTo(Arrays.copyOfRange(data, at, at + chunk.length));
            }
        }
    }

    /** Baselines keep their character: what repeats inside a chunk is theirs, copies of other chunks are not. */
    @Test
    void otherGeneratorsOnlyRepeatOtherChunks() throws IOException {
        List<ChunkCharacterization> chunks = new ArrayList<>();
        Random random = new Random(9);
        chunks.add(statistics(random, CHUNK)
                .stretches(List.of(ChunkCharacterization.Stretch.constant(0, 4000, 7)))
                .build(0, 0, CHUNK));
        chunks.add(statistics(random, CHUNK)
                .stretches(List.of(
                        ChunkCharacterization.Stretch.copy(0, 1000, 100),
                        ChunkCharacterization.Stretch.copy(3000, 500, CHUNK)))
                .build(1, CHUNK, CHUNK));
        try (Characterization characterization = TestCharacterizations.of(CHUNK, chunks);
                DataProducer producer = DataProducer.of(characterization)
                        .generator("random", Map.of())
                        .build()) {
            byte[] data = producer.getSynData(2 * CHUNK);
            assertThat(ByteHistogram.ofBytes(data, 0, CHUNK).entropy()).isGreaterThan(7.9);
            assertThat(Arrays.copyOfRange(data, CHUNK, CHUNK + 1000)).isEqualTo(Arrays.copyOfRange(data, 100, 1100));
            assertThat(Arrays.copyOfRange(data, CHUNK + 3000, CHUNK + 3500))
                    .isNotEqualTo(Arrays.copyOfRange(data, CHUNK, CHUNK + 500));
        }
    }

    /** The same where chunks repeat their copies, which others copy in turn. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void copiesOfChunksThatRepeatTheirCopiesAreWhatTheySay(long seed) throws IOException {
        List<ChunkCharacterization> chunks = new ArrayList<>();
        try (Characterization statistics = random(seed)) {
            for (int i = 0; i < CHUNKS; i++) {
                chunks.add(statistics.chunk(i));
            }
        }
        List<MimicModel.Recipe> recipes =
                List.of(new MimicModel.Recipe(1, 0, 16, 30, 200), new MimicModel.Recipe(1, 0, 16, 30, 0));
        int[] recipeOf = new int[CHUNKS];
        Arrays.setAll(recipeOf, i -> i % 3 == 0 ? 1 : 0);
        MimicCharacterization mimic = new MimicCharacterization(TestModels.model(), recipes, recipeOf);
        try (Characterization characterization =
                        Characterization.read(TestCharacterizations.file(CHUNK, chunks, mimic), "test.ds");
                DataProducer producer = DataProducer.of(characterization)
                        .generator("mimic", Map.of())
                        .build()) {
            byte[] data = producer.getSynData((int) characterization.scannedBytes());
            int copies = 0;
            for (ChunkCharacterization chunk : chunks) {
                for (ChunkCharacterization.Stretch stretch : chunk.stretches()) {
                    int at = (int) chunk.offset() + stretch.start();
                    if (stretch.isCopy() && stretch.source() + stretch.length() <= chunk.offset()) {
                        int source = (int) stretch.source();
                        assertThat(Arrays.copyOfRange(data, at, at + stretch.length()))
                                .as("chunk %d %s", chunk.number(), stretch)
                                .isEqualTo(Arrays.copyOfRange(data, source, source + stretch.length()));
                        copies++;
                    }
                }
            }
            assertThat(copies).isGreaterThan(20);
            Random random = new Random(seed);
            for (int i = 0; i < 100; i++) {
                ChunkCharacterization chunk = chunks.get(random.nextInt(CHUNKS));
                int at = (int) chunk.offset();
                assertThat(producer.chunk(chunk.number()))
                        .as("chunk %d", chunk.number())
                        .isEqualTo(Arrays.copyOfRange(data, at, at + chunk.size()));
            }
        }
    }

    /** Else what a chunk repeats of itself would be lost under copies. */
    @Test
    void contentOfAChunkGoesOnBehindCopiesOfOthers() throws IOException {
        byte[] whole = second(List.of());
        byte[] copied = second(List.of(
                ChunkCharacterization.Stretch.copy(700, 1000, 100),
                ChunkCharacterization.Stretch.constant(1800, 100, 3),
                ChunkCharacterization.Stretch.copy(3000, 500, 2000)));
        byte[] own = new byte[CHUNK - 1500];
        System.arraycopy(copied, 0, own, 0, 700);
        System.arraycopy(copied, 1700, own, 700, 1300);
        System.arraycopy(copied, 3500, own, 2000, CHUNK - 3500);
        assertThat(own).isEqualTo(Arrays.copyOf(whole, own.length));
    }

    /** Returns the second chunk of random bytes. */
    private static byte[] second(List<ChunkCharacterization.Stretch> stretches) throws IOException {
        Random random = new Random(12);
        List<ChunkCharacterization> chunks = List.of(
                statistics(random, CHUNK).build(0, 0, CHUNK),
                statistics(random, CHUNK).stretches(stretches).build(1, CHUNK, CHUNK));
        try (Characterization characterization = TestCharacterizations.of(CHUNK, chunks);
                DataProducer producer = DataProducer.of(characterization)
                        .generator("random", Map.of())
                        .build()) {
            return producer.chunk(1);
        }
    }

    /** A copy may begin in the chunk before, whatever the generator. */
    @ParameterizedTest
    @CsvSource({"2000, 1500, 1000", "1000, 2000, 1000", "2090, 2000, 1", "3500, 500, 499"})
    void copiesThatGoOnIntoTheirOwnChunkAreWhatTheySay(int start, int length, int before) throws IOException {
        Random random = new Random(11);
        for (String generator : List.of("random", "motif")) {
            List<ChunkCharacterization> chunks = new ArrayList<>();
            chunks.add(statistics(random, CHUNK).build(0, 0, CHUNK));
            chunks.add(statistics(random, CHUNK)
                    .stretches(List.of(ChunkCharacterization.Stretch.copy(start, length, CHUNK - before)))
                    .build(1, CHUNK, CHUNK));
            int copied = Math.min(length, 700);
            int source = CHUNK + start + length - copied;
            chunks.add(statistics(random, CHUNK)
                    .stretches(List.of(ChunkCharacterization.Stretch.copy(10, copied, source)))
                    .build(2, 2 * CHUNK, CHUNK));
            try (Characterization characterization = TestCharacterizations.of(CHUNK, chunks);
                    DataProducer producer = DataProducer.of(characterization)
                            .generator(generator, Map.of())
                            .build()) {
                byte[] data = producer.getSynData(3 * CHUNK);
                for (int i = 0; i < length; i++) {
                    assertThat(data[CHUNK + start + i]).isEqualTo(data[CHUNK - before + i]);
                }
                int again = 2 * CHUNK + 10;
                assertThat(Arrays.copyOfRange(data, again, again + copied))
                        .isEqualTo(Arrays.copyOfRange(data, source, source + copied));
                assertThat(producer.chunk(1)).isEqualTo(Arrays.copyOfRange(data, CHUNK, 2 * CHUNK));
            }
        }
    }

    /** A hostile file may chain copies without end; it costs no more than some steps a chunk. */
    @Test
    void longChainsOfCopiesEnd() throws IOException {
        List<ChunkCharacterization> chunks = new ArrayList<>();
        Random random = new Random(10);
        chunks.add(statistics(random, CHUNK).stretches(List.of()).build(0, 0, CHUNK));
        for (int i = 1; i < 2000; i++) {
            long before = (long) (i - 1) * CHUNK;
            List<ChunkCharacterization.Stretch> stretches = List.of(
                    ChunkCharacterization.Stretch.copy(0, 2000, before + 1),
                    ChunkCharacterization.Stretch.copy(2000, 2096, before + 1999));
            chunks.add(statistics(random, CHUNK).stretches(stretches).build(i, (long) i * CHUNK, CHUNK));
        }
        try (Characterization characterization = TestCharacterizations.of(CHUNK, chunks);
                DataProducer producer = DataProducer.of(characterization)
                        .generator("motif", Map.of())
                        .build()) {
            assertThat(producer.chunk(1999)).hasSize(CHUNK);
        }
    }

    @Test
    void theRemainderOfAChunkHasItsSize() {
        Random random = new Random(11);
        for (int round = 0; round < 500; round++) {
            List<ChunkCharacterization.Stretch> stretches = stretches(random, 0, CHUNK);
            ChunkCharacterization chunk =
                    statistics(random, CHUNK).stretches(stretches).build(0, 0, CHUNK);
            int removed = stretches.stream()
                    .mapToInt(ChunkCharacterization.Stretch::length)
                    .sum();
            if (removed < CHUNK) {
                ChunkCharacterization rest = ChunkRemainder.of(chunk, CHUNK - removed);
                assertThat(rest.size()).isEqualTo(CHUNK - removed);
                assertThat(Objects.requireNonNull(rest.bytes()).total()).isEqualTo(rest.size());
                assertThat(rest.stretches()).isEmpty();
            }
        }
    }
}
