package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.mimic.ParseTemplate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TemplateChoiceTest {

    private static final int CHUNK = 1 << 14;
    private static final int CHUNKS = 40;

    /** Chunks whose ratios grow evenly, in random order. */
    private static List<ChunkSample> chunks() {
        try (CodecSizes codecs = new CodecSizes(CodecSizes.CHUNK)) {
            List<ChunkSample> chunks = new ArrayList<>();
            for (int number = 0; number < CHUNKS; number++) {
                Random random = new Random(number);
                byte[] data = new byte[CHUNK];
                double isNew = 0.02 * Math.pow(10, rank(number) / (double) CHUNKS);
                for (int i = 0; i < CHUNK; i++) {
                    data[i] = i < 64 || random.nextDouble() < isNew
                            ? (byte) random.nextInt(256)
                            : data[i - 32 - random.nextInt(4)];
                }
                chunks.add(new ChunkSample(number, data, codecs.ofChunk(data, CHUNK)));
            }
            return chunks;
        }
    }

    /** Returns how many chunks are more compressible. */
    private static int rank(int number) {
        return number * 7 % CHUNKS;
    }

    /** Recipes make chunks larger more easily than smaller, so of one template three eighths of the chunks are on the side of smaller ones. */
    @Test
    void mostChunksAreLessCompressibleThanASingleTemplate() {
        List<ChunkSample> chunks = chunks();
        List<ParseTemplate> parses = new ArrayList<>();
        int[] follows = TemplateChoice.choose(chunks, 0, parses);
        assertThat(parses).hasSize(1);
        assertThat(follows).containsOnly(0).hasSize(CHUNKS);
        ChunkParser parser = new ChunkParser();
        int chosen = 0;
        while (parser.parse(chunks.get(chosen).data(), 0, CHUNK, 3).steps()
                != parses.get(0).steps()) {
            chosen++;
        }
        assertThat(rank(chosen)).isBetween(CHUNKS / 4, CHUNKS * 7 / 16);
    }

    @Test
    void chunksWithRoomForAllFollowTemplatesLikeThem() {
        List<ChunkSample> chunks = chunks();
        List<ParseTemplate> parses = new ArrayList<>();
        int[] follows = TemplateChoice.choose(chunks, Long.MAX_VALUE, parses);
        assertThat(parses).hasSizeGreaterThan(CHUNKS / 2);
        ChunkParser parser = new ChunkParser();
        for (int i = 0; i < CHUNKS; i++) {
            double own = parser.parse(chunks.get(i).data(), 0, CHUNK, 3).steps();
            assertThat(parses.get(follows[i]).steps() / own).as("chunk %d", i).isBetween(0.8, 1.25);
        }
    }

    @Test
    void chunksFollowTheNearestOfGivenTemplates() {
        List<ChunkSample> chunks = chunks();
        List<ChunkSample> sorted = new ArrayList<>(chunks);
        sorted.sort(Comparator.comparingInt(chunk -> rank((int) chunk.number())));
        List<TemplateChoice.Candidate> candidates = List.of(
                TemplateChoice.first(sorted.subList(0, 1)),
                TemplateChoice.first(sorted.subList(CHUNKS / 2, CHUNKS / 2 + 1)),
                TemplateChoice.first(sorted.subList(CHUNKS - 1, CHUNKS)));

        List<ParseTemplate> parses = new ArrayList<>();
        int[] follows = TemplateChoice.choose(sorted, candidates, parses);
        assertThat(parses).hasSize(3);
        assertThat(follows).isSorted().startsWith(0).endsWith(2);

        List<ParseTemplate> ofFew = new ArrayList<>();
        assertThat(TemplateChoice.choose(sorted.subList(0, 2), candidates, ofFew))
                .containsOnly(0);
        assertThat(ofFew).containsExactly(candidates.get(0).parse());
    }
}
