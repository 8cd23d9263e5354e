package dev.mimeo.garage.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        for (double greatest : new double[] {Double.MAX_VALUE, -Double.MAX_VALUE}) {
            double[] same = new double[1000];
            Arrays.fill(same, greatest);
            for (int count = 2; count <= same.length; count++) {
                assertThat(RangeFunction.average(same, 0, count)).isCloseTo(greatest, within(1e295));
            }
        }
        assertThat(RangeFunction.average(
                        new double[] {Double.MAX_VALUE, Double.MAX_VALUE, Double.POSITIVE_INFINITY}, 0, 3))
                .isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(RangeFunction.average(new double[] {9, 1, 2, 6}, 1, 4)).isEqualTo(3);
    }

    /**
     * Three samples at distances of 10 s, the last at the end of the range, increase by 2. The range reaches back to its start if that is
     * less than 11 s before them, otherwise by 5 s, but not beyond the time at which a line through the samples is zero.
     */
    @ParameterizedTest
    @CsvSource({
        "30000, 3.0, 2.5", // begins in the range; the zero is 30 s before the first sample
        "30000, 0.8, 2.5", // the zero is 8 s before it: nearer than another sample would be, but farther than 5 s
        "30000, 0.2, 2.2", // the zero is 2 s before it
        "30000, 0.0, 2.0",
        "8000, 0.9, 2.8", // reaches to the start of the range, 1 s after the zero
        "8000, 0.5, 2.5" // the zero is 5 s before the first sample
    })
    void countersAreNotExtendedBeyondZeroNorHalfADistance(long gap, double first, double increase) {
        long start = 100_000;
        long at = start + gap;
        long[] times = {at, at + 10_000, at + 20_000};
        double[] values = {first, first + 1, first + 2};
        assertThat(RangeFunction.INCREASE.of(times, values, 0, 3, start, at + 20_000))
                .isCloseTo(increase, within(1e-12));
        assertThat(RangeFunction.RATE.of(times, values, 0, 3, start, at + 20_000))
                .isCloseTo(increase * 1000 / (at + 20_000 - start), within(1e-12));
        assertThat(RangeFunction.DELTA.of(times, values, 0, 3, start, at + 20_000))
                .isCloseTo(gap == 8000 ? 2.8 : 2.5, within(1e-12));
    }
}
