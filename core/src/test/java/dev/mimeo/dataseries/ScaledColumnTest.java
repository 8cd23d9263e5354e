package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ScaledColumnTest {

    @Test
    void roundsHalvesAwayFromZero() {
        long seed = 7;
        Random random = new Random(seed);
        for (int i = 0; i < 200_000; i++) {
            double value = switch (i % 4) {
                case 0 -> random.nextInt(2000) - 1000 + 0.5;
                case 1 -> Math.nextAfter(random.nextInt(2000) - 1000 + 0.5, random.nextGaussian());
                case 2 -> random.nextGaussian() * Math.pow(2, random.nextInt(60));
                default -> random.nextLong() / 2.0;
            };
            // From half up the sign does not matter to HALF_UP, which rounds magnitudes.
            double expected =
                    new BigDecimal(value).setScale(0, RoundingMode.HALF_UP).doubleValue();
            assertThat(ScaledColumn.round(value)).as("seed %d, %s", seed, value).isEqualTo(expected);
        }
    }

    @Test
    void keepsWhatHasNoFraction() {
        assertThat(Double.doubleToRawLongBits(ScaledColumn.round(-0.25))).isEqualTo(Double.doubleToRawLongBits(-0.0));
        assertThat(Double.doubleToRawLongBits(ScaledColumn.round(-0.0))).isEqualTo(Double.doubleToRawLongBits(-0.0));
        assertThat(ScaledColumn.round(Double.POSITIVE_INFINITY)).isInfinite();
        assertThat(ScaledColumn.round(Double.NaN)).isNaN();
        assertThat(ScaledColumn.round(0.49999999999999994)).isZero();
        assertThat(ScaledColumn.round(0x1p52 + 1)).isEqualTo(0x1p52 + 1);
    }
}
