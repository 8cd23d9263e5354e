package dev.mimeo.query.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.statistics.QuantileSketch;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class QuantilesTest {

    private static final int COUNT = 1_000_000;

    /** Numbers and sizes of buffers that the search of the paper gives for these errors and bounds. */
    @ParameterizedTest
    @CsvSource({
        "0.005, 10000000, 8, 875",
        "0.005, 1000000000, 7, 2106",
        "0.005, 10000000000, 8, 2341",
        "0.001, 10000000000, 15, 5099",
        "0.01, 1000000000, 10, 765"
    })
    void buffers(double error, long bound, int count, int size) {
        QuantileSketch sketch = new QuantileSketch(error, bound);
        assertThat(sketch.bufferCount()).isEqualTo(count);
        assertThat(sketch.bufferSize()).isEqualTo(size);
    }

    @ParameterizedTest
    @ValueSource(strings = {"uniform", "skewed", "sorted", "reversed", "sawtooth", "constant"})
    void ranksAreWithinTheError(String shape) {
        double error = 0.005;
        Quantiles quantiles = new Quantiles(error, 10_000_000);
        double[] values = new double[COUNT];
        IntToDoubleFunction value = shape(shape);
        for (int i = 0; i < COUNT; i++) {
            values[i] = value.applyAsDouble(i);
            quantiles.add(values[i]);
        }
        Arrays.sort(values);
        for (int percent = 0; percent <= 100; percent++) {
            double answer = quantiles.quantile(percent / 100.0);
            int below = lowest(values, answer);
            int upTo = lowest(values, Math.nextUp(answer));
            assertThat(upTo).as("%s is one of the values", answer).isGreaterThan(below);
            double rank = percent / 100.0 * COUNT;
            assertThat(rank).as("%s, %d%%", shape, percent).isBetween(below - error * COUNT, upTo + error * COUNT);
        }
        assertThat(quantiles.mean())
                .isCloseTo(Arrays.stream(values).average().orElseThrow(), within(1e-9 * (1 + values[COUNT - 1])));
        assertThat(quantiles.min()).isEqualTo(values[0]);
        assertThat(quantiles.max()).isEqualTo(values[COUNT - 1]);
    }

    private static IntToDoubleFunction shape(String shape) {
        Random random = new Random(17);
        return switch (shape) {
            case "uniform" -> i -> random.nextDouble();
            case "skewed" -> i -> Math.floor(1 / (1 - random.nextDouble()));
            case "sorted" -> i -> i;
            case "reversed" -> i -> COUNT - i;
            case "sawtooth" -> i -> i % 1013;
            default -> i -> 42;
        };
    }

    /** The number of values below one. */
    private static int lowest(double[] sorted, double value) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Test
    void partsGiveWhatTheWholeGives() {
        Quantiles left = new Quantiles(0.01, 1_000_000);
        Quantiles right = new Quantiles(0.01, 1_000_000);
        Quantiles empty = new Quantiles(0.01, 1_000_000);
        double[] values = new Random(3).doubles(100_000, 1e9, 1e9 + 1).toArray();
        for (int i = 0; i < values.length; i++) {
            (i < 30_000 ? left : right).add(values[i]);
        }
        empty.add(left);
        assertThat(empty.quantile(0.5)).isEqualTo(left.quantile(0.5));
        left.add(right);
        left.add(new Quantiles(0.01, 1_000_000));
        Arrays.sort(values);
        assertThat(left.count()).isEqualTo(values.length);
        assertThat(left.mean()).isCloseTo(1e9 + 0.5, within(0.01));
        assertThat(left.standardDeviation()).isCloseTo(Math.sqrt(1 / 12.0), within(0.01));
        for (double quantile : new double[] {0, 0.1, 0.5, 0.9, 1}) {
            double rank = lowest(values, left.quantile(quantile));
            assertThat(rank / values.length).isCloseTo(quantile, within(0.02));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> left.add(filled(new Quantiles(0.001, 1_000_000))));
    }

    private static Quantiles filled(Quantiles quantiles) {
        quantiles.add(1);
        return quantiles;
    }

    @Test
    void textOfFewValues() {
        Quantiles quantiles = new Quantiles(0.005, 1_000_000);
        StringBuilder text = new StringBuilder();
        QuantileText.appendRanges(text, quantiles, 100);
        assertThat(text).hasToString("0 data points, mean 0 +- 0 [inf,-inf]\n");
        for (int i = 1; i <= 100; i++) {
            quantiles.add(i * 1000.5);
        }
        text.setLength(0);
        QuantileText.appendRanges(text, quantiles, 20);
        QuantileText.appendTails(text, quantiles);
        assertThat(text).hasToString("""
                100 data points, mean 50525.2 +- 28880.5 [1000.5,100050]
                    quantiles about every 5 data points:
                    5%: 5002.5, 10005, 15007.5, 20010, 25012.5, 30015, 35017.5, 40020, 45022.5, 50025
                    55%: 55027.5, 60030, 65032.5, 70035, 75037.5, 80040, 85042.5, 90045, 95047.5
                  tails: 90%: 90045, 95%: 95047.5
                """);
    }

    @Test
    void memoryGrowsWithTheValuesToItsBound() {
        Quantiles quantiles = new Quantiles(0.005, 10_000_000_000L);
        assertThat(quantiles.memoryBytes()).isLessThan(100);
        for (int i = 0; i < COUNT; i++) {
            quantiles.add(i);
        }
        assertThat(quantiles.memoryBytes()).isBetween(8L * 2341 * 8, 170_000L);
    }
}
