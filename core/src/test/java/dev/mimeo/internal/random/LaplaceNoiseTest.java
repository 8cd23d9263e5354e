package dev.mimeo.internal.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LaplaceNoiseTest {

    private static final int DRAWS = 200_000;

    /** Of the distribution: mean 0, mean absolute value the scale, and half of it beyond the scale times the logarithm of 2. */
    @ParameterizedTest
    @ValueSource(doubles = {5, 100, 1e6})
    void followsTheDistribution(double scale) {
        LaplaceNoise noise = new LaplaceNoise(scale, 1);
        double sum = 0;
        double absolute = 0;
        int beyond = 0;
        for (int i = 0; i < DRAWS; i++) {
            long number = noise.next();
            sum += number;
            absolute += Math.abs(number);
            beyond += Math.abs(number) > scale * Math.log(2) ? 1 : 0;
        }
        assertThat(sum / DRAWS / scale).isCloseTo(0, within(0.02));
        assertThat(absolute / DRAWS / scale).isCloseTo(1, within(0.02));
        assertThat((double) beyond / DRAWS).isCloseTo(0.5, within(0.05));
    }

    @Test
    void aSeedDecides() {
        LaplaceNoise first = new LaplaceNoise(1000, 7);
        LaplaceNoise second = new LaplaceNoise(1000, 7);
        for (int i = 0; i < 100; i++) {
            assertThat(second.next()).isEqualTo(first.next());
        }
        assertThat(new LaplaceNoise(1000, 8).next()).isNotEqualTo(new LaplaceNoise(1000, 7).next());
    }

    @Test
    void countsStayCounts() {
        LaplaceNoise noise = new LaplaceNoise(1e300, 3);
        for (int i = 0; i < 100; i++) {
            assertThat(noise.blur(i)).isIn(0, Integer.MAX_VALUE);
        }
        assertThat(new LaplaceNoise(1e-9, 3).blur(12)).isEqualTo(12);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void otherScalesAreRefused(double scale) {
        assertThatThrownBy(() -> new LaplaceNoise(scale, 0)).hasMessageContaining("above 0 and finite");
    }
}
