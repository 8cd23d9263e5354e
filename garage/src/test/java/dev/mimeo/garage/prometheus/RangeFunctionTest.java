package dev.mimeo.garage.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class RangeFunctionTest {

    @Test
    void meansOfLargeValuesAreNotInfinite() {
        double[] large = {1.5e308, 1.6e308, 1.7e308};
        assertThat(RangeFunction.average(large, 0, 3)).isCloseTo(1.6e308, within(1e293));
        assertThat(RangeFunction.average(new double[] {-1.5e308, -1.7e308}, 0, 2))
                .isCloseTo(-1.6e308, within(1e293));
        assertThat(RangeFunction.AVG_OVER_TIME.of(new long[] {0, 1, 2}, large, 0, 3, 0, 2))
                .isFinite();
        assertThat(RangeFunction.average(new double[] {1, Double.POSITIVE_INFINITY}, 0, 2))
                .isInfinite();
        assertThat(RangeFunction.average(new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY}, 0, 2))
                .isNaN();
        assertThat(RangeFunction.average(new double[] {9, 1, 2, 6}, 1, 4)).isEqualTo(3);
    }
}
