package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class LeastSquaresTest {

    private static final double[] PROBES = {0.1, 8, 8};
    private static final double[] LOW = {-1, -100, -100};
    private static final double[] HIGH = {1, 100, 100};

    private static double[] linear(double[] x) {
        return new double[] {
            0.3 - x[0], 0.02 * (x[1] - 12), 0.01 * (x[2] + 20) + 0.005 * (x[1] - 12), 0.1 * (x[0] - 0.3)
        };
    }

    @Test
    void solvesWhatIsLinear() {
        LeastSquares search = new LeastSquares(LeastSquaresTest::linear, PROBES, LOW, HIGH);
        double[] found = search.minimize(new double[3], 1e-12, 30);
        assertThat(found[0]).isCloseTo(0.3, within(1e-3));
        assertThat(found[1]).isCloseTo(12, within(0.1));
        assertThat(found[2]).isCloseTo(-20, within(0.1));
    }

    @Test
    void findsTheLeastOfWhatHasNoZero() {
        // The squares of x - 1, x - 2 and 2 (x - 3) have the least sum at 2.5.
        LeastSquares search = new LeastSquares(
                x -> new double[] {x[0] - 1, x[0] - 2, 2 * (x[0] - 3)},
                new double[] {0.5},
                new double[] {-10},
                new double[] {10});
        assertThat(search.minimize(new double[1], 0, 30)[0]).isCloseTo(2.5, within(1e-3));
    }

    @Test
    void staysWithinBoundsAndMovesTheOthers() {
        // Alone, the first number would go to 5; the second makes up for it.
        LeastSquares search = new LeastSquares(
                x -> {
                    assertThat(x[0]).isBetween(-1.0, 1.0);
                    return new double[] {0.2 * (x[0] + x[1] - 5), 0.1 * (x[0] - 5)};
                },
                new double[] {0.5, 0.5},
                new double[] {-1, -10},
                new double[] {1, 10});
        double[] found = search.minimize(new double[2], 0, 40);
        assertThat(found[0]).isCloseTo(1, within(1e-9));
        assertThat(found[1]).isCloseTo(4, within(0.01));
    }

    @Test
    void neverReturnsWhatIsWorseThanTheStart() {
        LeastSquares search = new LeastSquares(
                x -> new double[] {1 + Math.abs(x[0]) + Math.sin(50 * x[1])},
                new double[] {0.1, 0.1},
                new double[] {-1, -1},
                new double[] {1, 1});
        double[] found = search.minimize(new double[2], 0, 20);
        assertThat(1 + Math.abs(found[0]) + Math.sin(50 * found[1])).isLessThanOrEqualTo(1);
    }

    @Test
    void triesNoMoreThanItMay() {
        AtomicInteger trials = new AtomicInteger();
        LeastSquares search = new LeastSquares(
                x -> {
                    trials.incrementAndGet();
                    return new double[] {Math.exp(x[0]) + 1};
                },
                new double[] {0.1},
                new double[] {-1},
                new double[] {1});
        search.minimize(new double[1], 0, 5);
        assertThat(trials).hasValue(1 + 1 + 5);
        trials.set(0);
        search.minimize(new double[1], 100, 5);
        assertThat(trials).hasValue(1);
    }
}
