package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EchoShareTest {

    /** Returns the share that was tried last. */
    private static int last(int first, int trials, IntToDoubleFunction off) {
        EchoShare share = new EchoShare(first, off.applyAsDouble(first));
        int last = first;
        for (int trial = 0; trial < trials && share.hasNext(); trial++) {
            last = share.next();
            share.add(off.applyAsDouble(last));
        }
        return last;
    }

    @ParameterizedTest
    @CsvSource({"0, 0.2, 0.7", "0, 0.1, 0.9", "80, 0.2, 0.7", "200, 0.1, 0.9", "120, 0.02, 0.5"})
    void sizesThatFallWithTheShareComeNear(int first, double off, double rest) {
        // Of a chunk that is too large by some, the copies' part stays.
        IntToDoubleFunction size = share -> Math.log(Math.exp(off) * (1 - (1 - rest) * share / 256.0));
        assertThat(size.applyAsDouble(last(first, 3, size))).isCloseTo(0, within(0.02));
    }

    @Test
    void aShareHasLimits() {
        assertThat(last(0, 3, share -> 1)).isEqualTo(64);
        assertThat(last(0, 3, share -> 1 - share / 1000.0)).isEqualTo(230);
        assertThat(last(100, 3, share -> -1 - share / 1000.0)).isZero();
    }

    @Test
    void nothingIsTriedWhereItHelpsLittleOrNot() {
        assertThat(last(0, 3, share -> 0.01)).isZero();
        assertThat(last(0, 3, share -> -0.5)).isZero();
        assertThat(last(90, 3, share -> -0.01)).isEqualTo(90);
    }
}
