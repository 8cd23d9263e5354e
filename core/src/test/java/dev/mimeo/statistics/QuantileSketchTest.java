package dev.mimeo.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class QuantileSketchTest {

    private static final double[] QUANTILES = {0, 0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1};

    @Test
    void fewValuesAreExact() {
        for (int count = 1; count <= 300; count++) {
            double[] values = new Random(count).doubles(count).toArray();
            QuantileSketch sketch = new QuantileSketch();
            for (double value : values) {
                sketch.add(value);
            }
            Arrays.sort(values);
            assertThat(sketch.quantile(0)).isEqualTo(values[0]);
            assertThat(sketch.quantile(1)).isEqualTo(values[count - 1]);
            assertThat(sketch.quantile(0.5)).as("median of %d", count).isEqualTo(values[(count + 1) / 2 - 1]);
            for (int rank = 1; rank <= count; rank++) {
                assertThat(sketch.quantile((double) rank / count)).isEqualTo(values[rank - 1]);
            }
        }
    }

    @Test
    void runsOfEqualValuesAreExact() {
        double[] some = {0.0, -0.0, Double.NaN, 1, Double.NEGATIVE_INFINITY, -0.0, 1, 0.0};
        double[] values = new double[10 * some.length];
        QuantileSketch sketch = new QuantileSketch();
        for (int i = 0; i < values.length; i++) {
            values[i] = some[i / 10];
            sketch.add(values[i]);
        }
        Arrays.sort(values);
        for (int rank = 1; rank <= values.length; rank++) {
            // As objects, of which NaN is equal to itself, and 0 is not to -0.
            assertThat(sketch.quantile((double) rank / values.length)).isEqualTo(Double.valueOf(values[rank - 1]));
        }
    }

    @Test
    void aValueAddedSeveralTimesIsAsIfAddedOneByOne() {
        for (long seed = 1; seed <= 30; seed++) {
            Random random = new Random(seed);
            QuantileSketch runs = new QuantileSketch(0.02, 100_000);
            QuantileSketch each = new QuantileSketch(0.02, 100_000);
            int longest = 1 + random.nextInt(200);
            while (each.count() < 50_000) {
                double value = random.nextInt(20) == 0 ? -0.0 : random.nextInt(1000);
                int times = random.nextInt(longest + 1);
                for (int i = 0; i < times; i++) {
                    each.add(value);
                }
                if (times == 1 && random.nextBoolean()) {
                    runs.add(value);
                } else {
                    runs.add(value, times);
                }
                if (random.nextInt(500) == 0) {
                    assertThat(runs.quantile(0.3)).as("seed %d", seed).isEqualTo(each.quantile(0.3));
                }
            }
            assertThat(runs.count()).isEqualTo(each.count());
            for (double quantile : QUANTILES) {
                assertThat(runs.quantile(quantile)).as("seed %d", seed).isEqualTo(each.quantile(quantile));
            }
        }
        assertThatIllegalArgumentException().isThrownBy(() -> new QuantileSketch().add(1, -1));
    }

    /** Runs of many buffers, which collapse to one of a high level. */
    @ParameterizedTest
    @CsvSource({"0.199, 100", "0.1, 1000", "0.05, 100000", "0.02, 100000", "0.01, 1000000000"})
    void longRunsAreAsIfAddedOneByOne(double error, long bound) {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            QuantileSketch runs = new QuantileSketch(error, bound);
            QuantileSketch each = new QuantileSketch(error, bound);
            while (each.count() < 400_000) {
                double value = random.nextInt(50) - 0.5;
                int times = (int) Math.pow(2, 18 * random.nextDouble());
                runs.add(value, times);
                for (int i = 0; i < times; i++) {
                    each.add(value);
                }
                for (int i = random.nextInt(3 * times); i > 0; i -= 1 + times / 100) {
                    runs.add(i);
                    each.add(i);
                }
                for (double quantile : QUANTILES) {
                    assertThat(runs.quantile(quantile)).as("seed %d", seed).isEqualTo(each.quantile(quantile));
                }
            }
            assertThat(runs.count()).isEqualTo(each.count());
        }
    }

    @Test
    void ranksOfTrillionsOfValuesStayWithinTheError() {
        for (long seed = 1; seed <= 40; seed++) {
            Random random = new Random(seed);
            TreeMap<Double, Long> counts = new TreeMap<>();
            long count = 0;
            QuantileSketch sketch = new QuantileSketch(0.01, 40_000_000_000_000L);
            int values = 1 + random.nextInt(40);
            for (int i = 0; i < values; i++) {
                double value = random.nextInt(1000);
                long times = (long) Math.pow(10, 12 * random.nextDouble());
                sketch.add(value, times);
                counts.merge(value, times, Long::sum);
                count += times;
            }
            assertThat(sketch.count()).isEqualTo(count);
            for (double quantile : QUANTILES) {
                double value = sketch.quantile(quantile);
                double before = sum(counts.headMap(value, false));
                double after = sum(counts.headMap(value, true));
                assertThat(counts).containsKey(value);
                assertThat(quantile * count)
                        .as("seed %d, quantile %s", seed, quantile)
                        .isBetween(before - 0.01 * count, after + 0.01 * count);
            }
        }
        QuantileSketch most = new QuantileSketch();
        most.add(7, Long.MAX_VALUE);
        assertThat(most.quantile(0.5)).isEqualTo(7);
    }

    private static long sum(Map<Double, Long> counts) {
        return counts.values().stream().mapToLong(each -> each).sum();
    }

    /** Whole numbers below 2^31 are sorted by their digits, all others by comparison. */
    @Test
    void wholeNumbersGiveWhatOthersOfTheSameOrderGive() {
        for (long seed = 1; seed <= 60; seed++) {
            Random random = new Random(seed);
            QuantileSketch whole = new QuantileSketch(0.02, 100_000);
            QuantileSketch shifted = new QuantileSketch(0.02, 100_000);
            long bound = 1L << (1 + random.nextInt(32));
            int longest = 1 + random.nextInt(20);
            while (whole.count() < 60_000) {
                long value = Math.floorMod(random.nextLong(), bound);
                int times = 1 + random.nextInt(longest);
                whole.add((double) value, times);
                shifted.add(value + 0.5, times);
            }
            for (int i = 0; i <= 1000; i++) {
                assertThat(whole.quantile(i / 1000.0))
                        .as("seed %d, quantile %d", seed, i)
                        .isEqualTo(shifted.quantile(i / 1000.0) - 0.5);
            }
        }
    }

    /** Whole numbers have bits to spare, which multiples of a tenth and negative numbers do not have or not in the same order. */
    @Test
    void quantilesDoNotDependOnTheUnit() {
        for (long seed = 1; seed <= 30; seed++) {
            Random random = new Random(seed);
            QuantileSketch whole = new QuantileSketch(0.02, 100_000);
            QuantileSketch tenths = new QuantileSketch(0.02, 100_000);
            QuantileSketch shifted = new QuantileSketch(0.02, 100_000);
            int longest = 1 + random.nextInt(20);
            while (whole.count() < 50_000) {
                double value = random.nextLong(1L << (1 + random.nextInt(40)));
                int times = random.nextInt(longest + 1);
                whole.add(value, times);
                tenths.add(value * 0.1, times);
                shifted.add(value - 0x1p41, times);
            }
            for (double quantile : QUANTILES) {
                assertThat(tenths.quantile(quantile)).as("seed %d", seed).isEqualTo(whole.quantile(quantile) * 0.1);
                assertThat(shifted.quantile(quantile)).as("seed %d", seed).isEqualTo(whole.quantile(quantile) - 0x1p41);
            }
        }
    }

    @Test
    void ranksStayWithinTheErrorWhateverTheOrder() {
        for (long seed = 1; seed <= 60; seed++) {
            Random random = new Random(seed);
            int count = 1 + random.nextInt(200_000);
            double error = random.nextBoolean() ? 0.01 : 0.05;
            // A tight bound is the hardest case.
            QuantileSketch sketch = new QuantileSketch(error, Math.max(100, count));
            double[] values = values(random, count, (int) (seed % 6));
            for (double value : values) {
                sketch.add(value);
            }
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            assertThat(sketch.count()).isEqualTo(count);
            for (double quantile : QUANTILES) {
                double value = sketch.quantile(quantile);
                int first = lowerBound(sorted, value);
                int last = upperBound(sorted, value);
                assertThat(last)
                        .as("seed %d: %s is one of the values", seed, value)
                        .isGreaterThan(first);
                double rank = quantile * count;
                double slack = error * Math.max(100, count) + 1;
                assertThat(rank).as("seed %d, quantile %s", seed, quantile).isBetween(first - slack, last + slack);
            }
        }
    }

    private static double[] values(Random random, int count, int shape) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = switch (shape) {
                case 0 -> random.nextGaussian();
                case 1 -> i;
                case 2 -> -i;
                case 3 -> random.nextInt(5);
                case 4 -> i > 0 && random.nextInt(20) > 0 ? values[i - 1] : random.nextInt(100);
                default -> (i % 2 == 0 ? i : count - i) * 1e300;
            };
        }
        return values;
    }

    private static int lowerBound(double[] sorted, double value) {
        return (int) Arrays.stream(sorted).filter(other -> other < value).count();
    }

    private static int upperBound(double[] sorted, double value) {
        return (int) Arrays.stream(sorted).filter(other -> other <= value).count();
    }

    @Test
    void questionsInBetweenDoNotChangeTheAnswers() {
        QuantileSketch asked = new QuantileSketch(0.02, 100_000);
        QuantileSketch quiet = new QuantileSketch(0.02, 100_000);
        Random random = new Random(5);
        for (int i = 0; i < 50_000; i++) {
            double value = random.nextGaussian();
            asked.add(value);
            quiet.add(value);
            if (i % 997 == 0) {
                asked.quantile(0.5);
            }
        }
        for (double quantile : QUANTILES) {
            assertThat(asked.quantile(quantile)).isEqualTo(quiet.quantile(quantile));
        }
        assertThat(quiet.quantile(0.5)).isCloseTo(0, within(0.1));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000, 50_000, 300_000})
    void aSketchThatIsAddedToItselfHasEachValueTwice(int count) {
        QuantileSketch sketch = new QuantileSketch();
        QuantileSketch same = new QuantileSketch();
        for (int i = 0; i < count; i++) {
            sketch.add(i);
            same.add(i);
        }
        sketch.add(sketch);
        assertThat(sketch.count()).isEqualTo(2L * count);
        same.add(copyOf(same));
        for (double quantile : QUANTILES) {
            assertThat(sketch.quantile(quantile)).isEqualTo(same.quantile(quantile));
            assertThat(sketch.quantile(quantile)).isCloseTo(quantile * count, within(1 + 0.02 * count));
        }
    }

    private static QuantileSketch copyOf(QuantileSketch sketch) {
        QuantileSketch copy = new QuantileSketch();
        copy.add(sketch);
        return copy;
    }

    @Test
    void emptyAndSpecial() {
        QuantileSketch sketch = new QuantileSketch();
        assertThat(sketch.quantile(0.5)).isNaN();
        sketch.add(Double.NaN);
        sketch.add(Double.NEGATIVE_INFINITY);
        sketch.add(1);
        assertThat(sketch.quantile(0)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(sketch.quantile(0.5)).isEqualTo(1);
        assertThat(sketch.quantile(1)).isNaN();
        assertThatIllegalArgumentException().isThrownBy(() -> sketch.quantile(1.01));
        assertThatIllegalArgumentException().isThrownBy(() -> sketch.quantile(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> new QuantileSketch(0.2, 1000));
        assertThatIllegalArgumentException().isThrownBy(() -> new QuantileSketch(0, 1000));
        assertThatIllegalArgumentException().isThrownBy(() -> new QuantileSketch(0.01, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new QuantileSketch(1e-12, Long.MAX_VALUE));
    }
}
