package dev.mimeo.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicCharacterization;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.NumberModel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MimicGeneratorTest {

    private static final int CHUNK = 8192;

    private static byte[] generate(Characterization characterization, String generator) throws IOException {
        try (DataProducer producer = DataProducer.of(characterization)
                .generator(generator, Map.of())
                .seed(7)
                .build()) {
            return producer.getSynData((int) characterization.scannedBytes());
        }
    }

    private static Characterization asMotif(List<ChunkCharacterization> chunks) throws IOException {
        MimicModel model = new MimicModel(List.of(ContentClass.MOTIF), List.of());
        MimicCharacterization mimic = new MimicCharacterization(
                model,
                List.of(new MimicModel.Recipe(0, -1, 0, 0, 0)),
                Collections.nCopies(chunks.size(), 0).stream()
                        .mapToInt(Integer::intValue)
                        .toArray());
        return Characterization.read(TestCharacterizations.file(CHUNK, chunks, mimic), "test.ds");
    }

    @Test
    void chunksOfAClassForMotifAreItsChunks() throws IOException {
        List<ChunkCharacterization> chunks = new ArrayList<>();
        try (Characterization scanned = TestCharacterizations.scan(CHUNK, SampleData.sources())) {
            for (int i = 0; i < scanned.chunkCount(); i++) {
                chunks.add(scanned.chunk(i));
            }
        }
        try (Characterization characterization = asMotif(chunks)) {
            assertThat(generate(characterization, "mimic")).isEqualTo(generate(characterization, "motif"));
        }
    }

    @Test
    void chunksInARowHaveOtherTextInCommonEachTime() throws IOException {
        List<ChunkCharacterization> chunks = new ArrayList<>();
        int[] counts = new int[256];
        Arrays.fill(counts, CHUNK / 256);
        for (int i = 0; i < 8; i++) {
            chunks.add(new ChunkCharacterization.Builder()
                    .bytes(ByteHistogram.of(counts))
                    .build(i, (long) i * CHUNK, CHUNK));
        }
        // Half of each chunk is in common with the others.
        ContentClass tailed = new ContentClass(TestModels.letters(), 0, 3, 13, 8, 200, 200, 100, 256 + 128, null);
        MimicCharacterization mimic = new MimicCharacterization(
                new MimicModel(List.of(tailed), List.of()),
                List.of(new MimicModel.Recipe(0, -1, 0, 0, 0)),
                new int[chunks.size()]);
        byte[][] tails = new byte[4][];
        try (Characterization characterization =
                Characterization.read(TestCharacterizations.file(CHUNK, chunks, mimic), "test.ds")) {
            DataGenerator generator = DataGenerators.provider("mimic")
                    .prepare(characterization, Map.of())
                    .get();
            byte[] plain = new byte[CHUNK];
            generator.add(chunks.get(0), 1, plain, 0, CHUNK);
            for (int i = 0; i < tails.length; i++) {
                byte[] data = new byte[CHUNK];
                // Two chunks of a row, each two times.
                generator.add(chunks.get(i % 2 * 3), i / 2, 1 + i % 2, data, 0, CHUNK);
                generator.finish();
                tails[i] = Arrays.copyOfRange(data, CHUNK / 2, CHUNK);
                if (i == 0) {
                    assertThat(data).isEqualTo(plain);
                }
            }
        }
        assertThat(tails[1]).isEqualTo(tails[0]);
        assertThat(tails[3]).isEqualTo(tails[2]).isNotEqualTo(tails[0]);
    }

    @Test
    void suchAClassNeedsWhatMotifNeeds() throws IOException {
        int[] counts = new int[256];
        Arrays.fill(counts, CHUNK / 256);
        ChunkCharacterization chunk = new ChunkCharacterization.Builder()
                .bytes(ByteHistogram.of(counts))
                .build(0, 0, CHUNK);
        try (Characterization characterization = asMotif(List.of(chunk))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> generate(characterization, "mimic"))
                    .withMessageContaining("repetition");
        }
    }

    /** Recipes of numbers are more exact than those of texts, also in a file. */
    @Test
    void chunksOfNumbersBeginWhereTheirRecipesSay() throws IOException {
        NumberModel.Change up = new NumberModel.Change(List.of(1), List.of(0));
        NumberModel.Column column = new NumberModel.Column(
                NumberModel.Kind.UNSIGNED, 0, List.of(0L, 6_553_600L), List.of(), List.of(0), List.of(up));
        MimicModel model = new MimicModel(
                List.of(
                        ContentClass.PLAIN,
                        ContentClass.ofNumbers(new NumberModel(Integer.BYTES, true, 1, List.of(column)))),
                List.of());
        int[] starts = {0, 1, 255, 256, 40_000, MimicModel.Recipe.MAX_START};
        List<MimicModel.Recipe> recipes = Arrays.stream(starts)
                .mapToObj(start -> new MimicModel.Recipe(1, -1, MimicModel.Recipe.NEUTRAL_WINDOW, 0, start))
                .toList();
        int[] counts = new int[256];
        Arrays.fill(counts, CHUNK / 256);
        List<ChunkCharacterization> chunks = IntStream.range(0, starts.length)
                .mapToObj(i -> new ChunkCharacterization.Builder()
                        .bytes(ByteHistogram.of(counts))
                        .build(i, (long) i * CHUNK, CHUNK))
                .toList();
        MimicCharacterization mimic = new MimicCharacterization(
                model, recipes, IntStream.range(0, starts.length).toArray());
        byte[] file = TestCharacterizations.file(CHUNK, chunks, mimic);
        try (Characterization characterization = Characterization.read(file, "test.ds")) {
            ByteBuffer made = ByteBuffer.wrap(generate(characterization, "mimic"));
            for (int i = 0; i < starts.length; i++) {
                assertThat(characterization.recipe(i)).isEqualTo(recipes.get(i));
                assertThat(made.getInt(i * CHUNK)).isBetween(100 * starts[i], 100 * (starts[i] + 1));
            }
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> model.check(new MimicModel.Recipe(0, -1, 0, 0, 256)))
                .withMessageContaining("noise 256");
    }

    /** A characterization that somebody made may lack the statistic of any chunk, of noise as of constant bytes. */
    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void aLaterChunkWithoutAHistogramIsAnError(int recipe) throws IOException {
        int[] counts = new int[256];
        Arrays.fill(counts, CHUNK / 256);
        List<ChunkCharacterization> chunks = List.of(
                new ChunkCharacterization.Builder()
                        .bytes(ByteHistogram.of(counts))
                        .build(0, 0, CHUNK),
                new ChunkCharacterization.Builder().build(1, CHUNK, CHUNK));
        MimicCharacterization noise = new MimicCharacterization(
                new MimicModel(List.of(ContentClass.PLAIN), List.of()),
                List.of(new MimicModel.Recipe(0, -1, 0, 0, 0)),
                new int[] {0, recipe});
        byte[] file = TestCharacterizations.file(CHUNK, chunks, noise);
        try (Characterization characterization = Characterization.read(file, "test.ds")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> generate(characterization, "mimic"))
                    .withMessageContaining("a statistic of chunk 1 that was not scanned: the byte histogram");
        }
    }
}
