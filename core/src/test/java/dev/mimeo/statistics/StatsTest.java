package dev.mimeo.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class StatsTest {

    @Test
    void agreesWithExactArithmetic() {
        for (long seed = 1; seed <= 50; seed++) {
            Random random = new Random(seed);
            double base = random.nextBoolean() ? 1e9 : 0;
            double[] values = random.doubles(1 + random.nextInt(500), -1, 1)
                    .map(value -> base + value)
                    .toArray();
            Stats whole = new Stats();
            Stats parts = new Stats();
            Stats part = new Stats();
            for (double value : values) {
                whole.add(value);
                part.add(value);
                if (random.nextInt(20) == 0) {
                    parts.add(part);
                    part = new Stats();
                }
            }
            parts.add(part);
            BigDecimal count = BigDecimal.valueOf(values.length);
            BigDecimal mean = Arrays.stream(values)
                    .mapToObj(BigDecimal::new)
                    .reduce(BigDecimal.ZERO, BigDecimal::add)
                    .divide(count, MathContext.DECIMAL128);
            double variance = Arrays.stream(values)
                    .mapToObj(value -> new BigDecimal(value).subtract(mean).pow(2))
                    .reduce(BigDecimal.ZERO, BigDecimal::add)
                    .divide(count, MathContext.DECIMAL128)
                    .doubleValue();
            for (Stats stats : new Stats[] {whole, parts}) {
                assertThat(stats.count()).isEqualTo(values.length);
                assertThat(stats.mean()).as("seed %d", seed).isCloseTo(mean.doubleValue(), within(1e-6));
                assertThat(stats.variance()).as("seed %d", seed).isCloseTo(variance, within(1e-6));
                assertThat(stats.min()).isEqualTo(Arrays.stream(values).min().orElseThrow());
                assertThat(stats.max()).isEqualTo(Arrays.stream(values).max().orElseThrow());
            }
        }
    }

    /** Such as nanoseconds since 1970, of which a double has every 256th. */
    @Test
    void keepsTheDigitsOfLargeValuesThatAreCloseTogether() {
        long base = 1_700_000_000_000_000_000L;
        int count = 200_000;
        Random random = new Random(7);
        Stats whole = new Stats();
        Stats parts = new Stats();
        long distances = 0;
        double squares = 0;
        for (int i = 0; i < count; i++) {
            int distance = 256 * random.nextInt(-4000, 4000);
            distances += distance;
            squares += (double) distance * distance;
            whole.add((double) (base + distance));
            Stats one = new Stats();
            one.add((double) (base + distance));
            parts.add(one);
        }
        double distance = (double) distances / count;
        double deviation = Math.sqrt(squares / count - distance * distance);
        for (Stats stats : new Stats[] {whole, parts}) {
            assertThat(stats.mean()).isCloseTo(base + distance, within(256.0));
            assertThat(stats.standardDeviation()).isCloseTo(deviation, within(deviation / 1000));
        }
    }

    @Test
    void infinitiesAreValuesToo() {
        Stats stats = new Stats();
        stats.add(1);
        stats.add(Double.POSITIVE_INFINITY);
        stats.add(2);
        assertThat(stats.mean()).isEqualTo(Double.POSITIVE_INFINITY);
        stats.add(Double.NEGATIVE_INFINITY);
        assertThat(stats.mean()).isNaN();
        Stats overflown = new Stats();
        overflown.add(Double.MAX_VALUE);
        overflown.add(Double.MAX_VALUE);
        assertThat(overflown.mean()).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void distancesFromAnyValueGiveTheSame() {
        double[] values = {1e9 + 1, 1e9 + 2, 1e9 + 4, 1e9 + 8};
        for (double origin : new double[] {0, 1e9, values[0], values[3] + 0.5}) {
            double distances =
                    Arrays.stream(values).map(value -> value - origin).sum();
            double squares = Arrays.stream(values)
                    .map(value -> (value - origin) * (value - origin))
                    .sum();
            Stats stats = new Stats();
            stats.add(4, origin, distances, squares, values[0], values[3]);
            assertThat(stats.mean()).isEqualTo(1e9 + 3.75);
            // All digits of squares of 1e9 are needed where distances are from 0.
            assertThat(stats.variance()).isCloseTo(7.1875, within(origin == 0 ? 1000 : 1e-9));
        }
    }

    @Test
    void text() {
        Stats stats = new Stats();
        assertThat(stats).hasToString("count=0, mean=nan, stddev=nan, min=inf, max=-inf");
        stats.add(1);
        stats.add(2);
        assertThat(stats).hasToString("count=2, mean=1.5, stddev=0.5, min=1, max=2");
        stats.add(Double.NaN);
        assertThat(stats.min()).isEqualTo(1);
        assertThat(stats.max()).isEqualTo(2);
        assertThat(stats.mean()).isNaN();
    }
}
