package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.mimic.MimicModel;
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
}
