package dev.mimeo.internal.text;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers are printed as C's printf prints them; that of formats has a table of glibc's own output. */
final class CNumberFormatTest {

    @ParameterizedTest
    @CsvSource({
        "0.125, 2, 0.12",
        "0.375, 2, 0.38",
        "-0.001, 2, -0.00",
        "-0.0, 0, -0",
        "2.5, 0, 2",
        "1e22, 1, 10000000000000000000000.0",
        "NaN, 3, nan",
        "-Infinity, 3, -inf"
    })
    void printsDecimals(double value, int decimals, String expected) {
        assertThat(CNumberFormat.fixed(value, decimals)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 20, 0", "-0.0, 6, -0", "0.1, 20, 0.10000000000000000555", "123456789, 6, 1.23457e+08", "0.0001, 6, 0.0001",
        "0.00001, 6, 1e-05", "1e100, 20, 1.0000000000000000159e+100", "NaN, 6, nan", "-Infinity, 6, -inf",
                "4.9e-324, 3, 4.94e-324"
    })
    void printsSignificantDigits(double value, int digits, String expected) {
        assertThat(CNumberFormat.general(value, digits)).isEqualTo(expected);
    }

    @Test
    void theFastWayRoundsAsExactArithmeticDoes() {
        for (int seed = 0; seed < 200_000; seed++) {
            Random random = new Random(seed);
            int precision = 1 + random.nextInt(15);
            double value = value(random);
            String digits = CNumberFormat.format(value, 'e', precision - 1, CNumberFormat.Form.USUAL);
            BigDecimal exact = new BigDecimal(value).round(new MathContext(precision, RoundingMode.HALF_EVEN));
            assertThat(new BigDecimal(digits)).as("seed %d", seed).isEqualByComparingTo(exact);
            String fixed = CNumberFormat.format(value, 'f', precision, CNumberFormat.Form.USUAL);
            assertThat(new BigDecimal(fixed))
                    .as("seed %d", seed)
                    .isEqualTo(new BigDecimal(value).setScale(precision, RoundingMode.HALF_EVEN));
        }
    }

    @Test
    void theFastWayGivesTheTextOfTheSlowOne() {
        byte[] out = new byte[CNumberFormat.MAX_FAST_LENGTH];
        int fast = 0;
        for (int seed = 0; seed < 300_000; seed++) {
            Random random = new Random(seed);
            int precision = 1 + random.nextInt(15);
            double value = (random.nextBoolean() ? 1 : -1) * (seed % 5 == 0 ? special(random) : value(random));
            String sign = Double.doubleToRawLongBits(value) < 0 ? "-" : "";
            int general = CNumberFormat.putGeneral(value, precision, out, 0);
            if (general >= 0) {
                fast++;
                assertThat(new String(out, 0, general, US_ASCII))
                        .as("seed %d", seed)
                        .isEqualTo(
                                sign + CNumberFormat.format(Math.abs(value), 'g', precision, CNumberFormat.Form.USUAL));
            }
            int fixed = CNumberFormat.putFixed(value, precision, out, 0);
            if (fixed >= 0) {
                assertThat(new String(out, 0, fixed, US_ASCII))
                        .as("seed %d", seed)
                        .isEqualTo(
                                sign + CNumberFormat.format(Math.abs(value), 'f', precision, CNumberFormat.Form.USUAL));
            }
        }
        assertThat(fast).isGreaterThan(200_000);
    }

    /** Around powers of ten and two, zero, and any bits. */
    private static double special(Random random) {
        double power = random.nextBoolean()
                ? Math.pow(10, random.nextInt(40) - 20)
                : Math.scalb(1.0, random.nextInt(200) - 100);
        return switch (random.nextInt(6)) {
            case 0 -> power;
            case 1 -> Math.nextDown(power);
            case 2 -> Math.nextUp(power);
            case 3 -> power - power / (1 << random.nextInt(30));
            case 4 -> 0;
            default -> {
                double any = Double.longBitsToDouble(random.nextLong() & Long.MAX_VALUE);
                yield Double.isFinite(any) ? any : 1;
            }
        };
    }

    /** Plain values, and such as lie on or beside the middle between two results. */
    private static double value(Random random) {
        double middle = (random.nextInt(100_000) + 0.5) * Math.pow(10, random.nextInt(8) - 4);
        return switch (random.nextInt(4)) {
            case 0 -> random.nextDouble() * Math.pow(10, random.nextInt(30) - 15);
            case 1 -> middle;
            case 2 -> Math.nextUp(middle);
            default -> Math.nextDown(middle);
        };
    }
}
