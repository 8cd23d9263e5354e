package dev.mimeo.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StatisticsTest {

    @ParameterizedTest
    @CsvSource({"2, 3, 0.5", "4, 3, -0.25", "1, 1, 0", "0, 0, 0", "0, 7, 1", "5, 0, -1"})
    void deviationIsSyntheticOverOriginalMinusOne(double original, double synthetic, double expected) {
        assertThat(Statistics.deviation(original, synthetic)).isEqualTo(expected);
    }

    @Test
    void kolmogorovSmirnovOfDisjointSamplesIsOneAndOfEqualOnesZero() {
        double[] low = {1, 2, 3};
        double[] high = {4, 5, 6, 7};
        assertThat(Statistics.kolmogorovSmirnov(low, high)).isEqualTo(1);
        assertThat(Statistics.kolmogorovSmirnov(high, low)).isEqualTo(1);
        assertThat(Statistics.kolmogorovSmirnov(low, low)).isZero();
        assertThat(Statistics.kolmogorovSmirnov(new double[] {1, 1, 1}, new double[] {1, 1}))
                .isZero();
    }

    @Test
    void kolmogorovSmirnovOfAShiftedUniformSampleIsTheShift() {
        // 0..99 against 25..124: after 24 a quarter of the first and nothing of the second has passed.
        double[] a = range(0, 100);
        double[] b = range(25, 125);
        assertThat(Statistics.kolmogorovSmirnov(a, b)).isEqualTo(0.25, within(1e-12));
        // 1, 2, 3, 4 against 2, 3, by hand: 1/4, then 1/2-1/2, then 3/4-1 = 1/4.
        assertThat(Statistics.kolmogorovSmirnov(new double[] {1, 2, 3, 4}, new double[] {2, 3}))
                .isEqualTo(0.25, within(1e-12));
    }

    @Test
    void kolmogorovSmirnovAgreesWithTheDefinition() {
        Random random = new Random(7);
        for (int round = 0; round < 50; round++) {
            double[] a = random.ints(1 + random.nextInt(30), 0, 10)
                    .asDoubleStream()
                    .sorted()
                    .toArray();
            double[] b = random.ints(1 + random.nextInt(30), 2, 12)
                    .asDoubleStream()
                    .sorted()
                    .toArray();
            double expected = 0;
            for (int value = 0; value < 12; value++) {
                int x = value;
                double fa = (double) Arrays.stream(a).filter(v -> v <= x).count() / a.length;
                double fb = (double) Arrays.stream(b).filter(v -> v <= x).count() / b.length;
                expected = Math.max(expected, Math.abs(fa - fb));
            }
            assertThat(Statistics.kolmogorovSmirnov(a, b)).as("round %d", round).isEqualTo(expected, within(1e-12));
        }
    }

    @Test
    void kolmogorovSmirnovOfHistogramsIsThatOfTheirValues() {
        assertThat(Statistics.kolmogorovSmirnov(new long[] {1, 1, 1, 1}, new long[] {0, 1, 1, 0}))
                .isEqualTo(0.25, within(1e-12));
        assertThat(Statistics.kolmogorovSmirnov(new long[] {10, 0}, new long[] {0, 3}))
                .isEqualTo(1);
        assertThat(Statistics.kolmogorovSmirnov(new long[] {2, 4}, new long[] {1, 2}))
                .isZero();
        assertThat(Statistics.kolmogorovSmirnov(new long[2], new long[2])).isZero();
        assertThat(Statistics.kolmogorovSmirnov(new long[2], new long[] {1, 0})).isEqualTo(1);
    }

    @Test
    void totalVariationIsHalfTheSumOfTheDifferencesOfShares() {
        assertThat(Statistics.totalVariation(new long[] {1, 1}, new long[] {30, 10}))
                .isEqualTo(0.25, within(1e-12));
        assertThat(Statistics.totalVariation(new long[] {5, 0}, new long[] {0, 9}))
                .isEqualTo(1);
        assertThat(Statistics.totalVariation(new long[2], new long[2])).isZero();
        assertThat(Statistics.totalVariation(new long[] {1, 0}, new long[2])).isEqualTo(1);
    }

    @Test
    void quantilesInterpolate() {
        double[] sorted = {1, 2, 4, 8, 16};
        assertThat(Statistics.quantile(sorted, 0)).isEqualTo(1);
        assertThat(Statistics.quantile(sorted, 0.5)).isEqualTo(4);
        assertThat(Statistics.quantile(sorted, 0.9)).isEqualTo(12.8, within(1e-12));
        assertThat(Statistics.quantile(sorted, 1)).isEqualTo(16);
        assertThat(Statistics.quantile(new double[0], 0.5)).isZero();
        assertThat(Statistics.quantile(new double[] {3}, 0.9)).isEqualTo(3);
    }

    @Test
    void lowerMedianIgnoresWhatIsBeyondTheCount() {
        double[] values = {5, 1, 3, 99};
        assertThat(Statistics.lowerMedian(values, 3)).isEqualTo(3);
        assertThat(Statistics.lowerMedian(values, 2)).isEqualTo(1);
        assertThat(Statistics.lowerMedian(values, 0)).isZero();
        assertThat(values).containsExactly(5, 1, 3, 99);
    }

    @Test
    void uncertaintyOfTheMedianCoversItNineTimesInTen() {
        assertThat(Statistics.medianUncertainty(new double[] {4})).isZero();
        assertThat(Statistics.medianUncertainty(new double[] {1, 5, 2})).isEqualTo(2);
        // Of nine values the second and the eighth enclose the median with probability 0.961, the third and the seventh
        // with 0.820 only.
        assertThat(Statistics.medianUncertainty(range(0, 9))).isEqualTo(3);
        Random random = new Random(11);
        for (int n : new int[] {5, 9, 20, 51}) {
            int covered = 0;
            for (int round = 0; round < 4000; round++) {
                double[] values = random.doubles(n).sorted().toArray();
                double half = Statistics.medianUncertainty(values);
                // The interval is between symmetric order statistics: find them again by its width.
                for (int k = 0; k < n / 2; k++) {
                    if ((values[n - 1 - k] - values[k]) / 2 == half) {
                        covered += values[k] <= 0.5 && values[n - 1 - k] >= 0.5 ? 1 : 0;
                    }
                }
            }
            assertThat(covered / 4000.0).as("n = %d, seed 11", n).isBetween(0.885, 0.985);
        }
    }

    @ParameterizedTest
    @CsvSource({"-0.1", "1.1", "NaN", "Infinity", "-Infinity"})
    void aQuantileIsAShare(double q) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Distribution.of(1, 2, 3).quantile(q));
    }

    /** With NaN, distances would never end. */
    @Test
    void distributionsAndHistogramsThatCannotBeComparedAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Distribution.of(1, Double.NaN));
        assertThat(Distribution.of(1, Double.POSITIVE_INFINITY).kolmogorovSmirnov(Distribution.of(1, 2)))
                .isEqualTo(0.5);
        assertThatIllegalArgumentException().isThrownBy(() -> Distribution.Histogram.of(1, -1));
        Distribution.Histogram two = Distribution.Histogram.of(1, 2);
        for (Distribution.Histogram other : List.of(
                Distribution.Histogram.of(), Distribution.Histogram.of(1), Distribution.Histogram.of(1, 2, 3))) {
            assertThatIllegalArgumentException().isThrownBy(() -> two.kolmogorovSmirnov(other));
            assertThatIllegalArgumentException().isThrownBy(() -> two.totalVariation(other));
        }
        assertThat(two.totalVariation(Distribution.Histogram.of(1, 2))).isZero();
    }

    private static double[] range(int from, int to) {
        double[] values = new double[to - from];
        Arrays.setAll(values, i -> from + i);
        return values;
    }
}
