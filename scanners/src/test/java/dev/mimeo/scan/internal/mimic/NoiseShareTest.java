package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.mimic.MimicModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NoiseShareTest {

    private static final int LENGTH = 1 << 15;

    private static MimicModel.Recipe recipe(int template, int noise) {
        return new MimicModel.Recipe(1, template, 40, -3, noise);
    }

    /** Returns what is left of a chunk where a share of its text is saved. */
    private static double size(MimicModel.Recipe recipe, double saved) {
        return LENGTH - saved * LENGTH * (255 - recipe.noise()) / 255;
    }

    @ParameterizedTest
    @CsvSource({"205, 0.2, 31400", "250, 0.5, 30000", "255, 0.3, 32000", "120, 0.4, 32000", "254, 0.1, 29600"})
    void whereTextAlwaysSavesTheSameTheSizeIsReached(int noise, double saved, int wanted) {
        MimicModel.Recipe recipe = recipe(-1, noise);
        for (int trial = 0; trial < 5; trial++) {
            recipe = NoiseShare.changed(recipe, LENGTH, size(recipe, saved), wanted);
        }
        assertThat(size(recipe, saved)).isCloseTo(wanted, within(LENGTH * saved / 255));
        assertThat(recipe).isEqualTo(recipe(-1, recipe.noise()));
    }

    @Test
    void textThatSavesNothingGrowsAsLittleTextSaysNothing() {
        MimicModel.Recipe changed = NoiseShare.changed(recipe(-1, 251), LENGTH, LENGTH + 11, 32500);
        assertThat(changed.noise()).isEqualTo(255 - Math.round(255 * 1536f / LENGTH));
    }

    @Test
    void shareStaysInItsRange() {
        assertThat(NoiseShare.changed(recipe(-1, 10), LENGTH, 32000, 1000).noise())
                .isZero();
        assertThat(NoiseShare.changed(recipe(-1, 255), LENGTH, LENGTH, LENGTH).noise())
                .isEqualTo(255);
        assertThat(NoiseShare.changed(recipe(-1, 200), LENGTH, 32000, 33000).noise())
                .isEqualTo(227);
    }

    @Test
    void chunksWithATemplateOrWithoutNoiseStayAsTheyAre() {
        assertThat(NoiseShare.changed(recipe(3, 0), LENGTH, 9000, 8000)).isEqualTo(recipe(3, 0));
        assertThat(NoiseShare.changed(recipe(-1, 0), LENGTH, 9000, 8000)).isEqualTo(recipe(-1, 0));
    }

    /** Entries of random bytes, each after a header that says nearly the same, as in an archive: most blocks hold some of both. */
    private static byte[] archive(Random random) {
        byte[] data = new byte[LENGTH];
        random.nextBytes(data);
        for (int at = random.nextInt(300); at + 120 < data.length; at += 1000 + random.nextInt(1000)) {
            for (int i = 0; i < 120; i++) {
                data[at + i] = (byte) ('a' + (i % 12 == 5 ? random.nextInt(16) : i * i % 7));
            }
        }
        return data;
    }

    @Test
    @Tag("thorough")
    void chunksOfAnArchiveHaveTheirSizes() {
        Random random = new Random(1);
        List<ChunkSample> chunks = new ArrayList<>();
        try (CodecSizes codecs = new CodecSizes(Effort.NORMAL.chunkCodecs())) {
            for (int number = 0; number < 16; number++) {
                byte[] data = archive(random);
                chunks.add(new ChunkSample(number, data, codecs.ofChunk(data, data.length)));
            }
            ClassWorker.Task task = new ClassWorker.Task(
                    chunks,
                    chunks.stream().map(SampleClasses::features).toList(),
                    new ModelBudget(4000, 0),
                    chunks.size(),
                    false,
                    List.of());

            Fitted fitted = new ClassWorker.Step(AnonymityRule.DEFAULT, null, Effort.NORMAL)
                    .apply(task, done -> {})
                    .get(0);

            ChunkMaker maker = new ChunkMaker(fitted.texts());
            byte[] made = new byte[LENGTH];
            double ratios = 0;
            for (int number = 0; number < chunks.size(); number++) {
                assertThat(fitted.recipes().get(number).noise()).isPositive();
                maker.make(chunks.get(number), fitted.recipes().get(number), 0, made, 0);
                ratios += (double) codecs.ofChunk(CodecSizes.ZLIB_6, made, LENGTH)
                        / chunks.get(number).size(CodecSizes.ZLIB_6)
                        / chunks.size();
            }
            assertThat(ratios).isCloseTo(1, within(0.006));
        }
    }
}
