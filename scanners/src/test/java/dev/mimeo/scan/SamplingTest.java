package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sample is uniform over chunks, whatever files they are in, and reads nothing else. */
@Tag("thorough")
final class SamplingTest {

    private static final int CHUNK = 512;
    private static final int TRIALS = 3000;
    private static final int SAMPLE = 7;

    @TempDir
    Path directory;

    private final List<ReadChunk> all = new ArrayList<>();

    /** 40 chunks in files of 1 to 15 chunks; the content of a chunk is its rank. */
    @BeforeEach
    void makeFiles() throws IOException {
        int rank = 0;
        int[] chunks = {1, 15, 2, 8, 1, 13};
        for (int f = 0; f < chunks.length; f++) {
            byte[] data = new byte[chunks[f] * CHUNK - (f % 2) * 100];
            for (int i = 0; i < data.length; i++) {
                data[i] = (byte) (rank + i / CHUNK);
            }
            rank += chunks[f];
            Path file = Files.write(directory.resolve("file" + f), data);
            all.addAll(ReadChunk.expected(f, file.toString(), data, CHUNK));
        }
        assertThat(all).hasSize(40);
    }

    @Test
    void everyChunkOfATreeHasTheSameChance() throws IOException {
        int[] chosen = new int[all.size()];
        int[] pairs = new int[all.size()];
        for (long seed = 0; seed < TRIALS; seed++) {
            int previous = -1;
            for (ReadChunk chunk : sample(seed, SAMPLE)) {
                int rank = chunk.content().get(0);
                assertThat(rank).isGreaterThan(previous);
                assertThat(chunk.content()).isEqualTo(all.get(rank).content());
                assertThat(chunk.sourceOffset()).isEqualTo(all.get(rank).sourceOffset());
                chosen[rank]++;
                pairs[previous < 0 ? 0 : rank - previous]++;
                previous = rank;
            }
        }
        assertUniform(chosen);
        assertThat(pairs[1])
                .as("neighbours are chosen together as often as chance has it")
                .isBetween(2900, 3400);
    }

    @Test
    void everyChunkOfAStreamHasTheSameChance() throws IOException {
        byte[] data = new byte[all.size() * CHUNK];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i / CHUNK);
        }
        int[] chosen = new int[all.size()];
        for (long seed = 0; seed < TRIALS; seed++) {
            try (ChunkSource source = ChunkSources.open(
                    new ByteArrayInputStream(data),
                    "data",
                    new ChunkSources.SourceOptions(CHUNK, SAMPLE, seed, false))) {
                List<ReadChunk> chunks = ReadChunk.all(source);
                assertThat(chunks).hasSize(SAMPLE);
                assertThat(source.sampled()).isTrue();
                assertThat(source.population()).isEqualTo(all.size());
                assertThat(source.bytes()).isEqualTo(data.length);
                int previous = -1;
                for (ReadChunk chunk : chunks) {
                    int rank = chunk.content().get(0);
                    assertThat(rank).isGreaterThan(previous);
                    chosen[rank]++;
                    previous = rank;
                }
            }
        }
        assertUniform(chosen);
    }

    /**
     * Pearson's test. The counts of a sample without replacement vary less than independent ones by the factor (1 - n/N),
     * which is divided out; 39 degrees of freedom give 62 at most in 99 of 100 cases.
     */
    private static void assertUniform(int[] counts) {
        double expected = (double) TRIALS * SAMPLE / counts.length;
        double chiSquare = 0;
        for (int count : counts) {
            chiSquare += (count - expected) * (count - expected) / expected;
        }
        chiSquare /= 1 - (double) SAMPLE / counts.length;
        assertThat(chiSquare).isBetween(17.0, 70.0);
    }

    @Test
    void theSameSeedChoosesTheSame() throws IOException {
        assertThat(sample(5, SAMPLE)).isEqualTo(sample(5, SAMPLE));
        assertThat(sample(5, SAMPLE)).isNotEqualTo(sample(6, SAMPLE));
    }

    @Test
    void aLargeSampleIsEverything() throws IOException {
        for (int sample : new int[] {39, 40, 41, 1_000_000}) {
            try (ChunkSource source = open(directory, new ChunkSources.SourceOptions(CHUNK, sample, 1, false))) {
                List<ReadChunk> chunks = ReadChunk.all(source);
                assertThat(source.sampled()).isEqualTo(sample == 39);
                if (sample == 39) {
                    assertThat(chunks).hasSize(39);
                } else {
                    assertThat(chunks).isEqualTo(all);
                }
            }
        }
    }

    @Test
    void readsNoOtherChunk() throws IOException {
        List<String> reads = new ArrayList<>();
        ObjectReader.Opener opener = entry -> {
            ObjectReader reader =
                    ObjectReader.opener(InputStream.nullInputStream()).open(entry);
            return new ObjectReader() {
                @Override
                public int read(long position, byte[] data, int offset, int length) throws IOException {
                    for (long at = position; at < position + length; at += CHUNK) {
                        reads.add(entry.path() + "@" + at);
                    }
                    return reader.read(position, data, offset, length);
                }

                @Override
                public void close() throws IOException {
                    reader.close();
                }
            };
        };
        try (ChunkSource source = ChunkSources.open(
                List.of(directory), new ChunkSources.SourceOptions(CHUNK, SAMPLE, 11, false), opener)) {
            List<ReadChunk> chunks = ReadChunk.all(source);
            assertThat(reads)
                    .containsExactlyElementsOf(chunks.stream()
                            .map(chunk -> chunk.source() + "@" + chunk.sourceOffset())
                            .toList());
        }
    }

    @Test
    void choosesFromHugePopulationsInNoTime() {
        long population = 1L << 45;
        long[] ranks = SampleRanks.choose(population, 100_000, 3);
        double sum = 0;
        for (int i = 0; i < ranks.length; i++) {
            assertThat(ranks[i]).isBetween(i == 0 ? 0 : ranks[i - 1] + 1, population - 1);
            sum += ranks[i];
        }
        assertThat(sum / ranks.length / population).isBetween(0.495, 0.505);
        assertThat(SampleRanks.choose(3, 3, 9)).containsExactly(0, 1, 2);
    }

    @Test
    void aSampleOfAStreamMustFitIntoMemory() {
        ChunkSources.SourceOptions options = new ChunkSources.SourceOptions(4 << 20, 65, 0, false);
        assertThatThrownBy(() -> ChunkSources.open(InputStream.nullInputStream(), "data", options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a sample of a stream may hold 256 MiB, 64 chunks of this size; asked for 65");
    }

    private List<ReadChunk> sample(long seed, int chunks) throws IOException {
        try (ChunkSource source = open(directory, new ChunkSources.SourceOptions(CHUNK, chunks, seed, false))) {
            return ReadChunk.all(source);
        }
    }

    private static ChunkSource open(Path input, ChunkSources.SourceOptions options) throws IOException {
        return ChunkSources.open(List.of(input), InputStream.nullInputStream(), options);
    }
}
