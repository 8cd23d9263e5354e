package dev.mimeo.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
final class ExactDecimalsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0.0",
                "0e400",
                "0.1",
                "-0.30",
                "1e22",
                "1E+23",
                "100000000000000000000",
                "9007199254740992",
                "9007199254740991",
                "1.7976931348623157e308",
                "2.2250738585072014e-308",
                "5e-324",
                "123456789012345e-20",
                "0.30000000000000004",
                "2e-3",
                "9.5367431640625e-07"
            })
    void holds(String number) {
        assertThat(ExactDecimals.holds(new BigDecimal(number))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9007199254740993",
                "12345678901234567890",
                "-9223372036854775809",
                "9223372036854775808",
                "1e400",
                "1e-400",
                "1e2147483647",
                "1e-2147483647",
                "0.1000000000000000055511151231257827021181583404541015625",
                "0.12345678901234567890123",
                "1.7976931348623158e308",
                "3e-324",
                "2.47e-324",
                "0.3000000000000000444"
            })
    void doesNotHold(String number) {
        assertThat(ExactDecimals.holds(new BigDecimal(number))).isFalse();
    }

    /** Two different numbers that are held exactly are never the same double. */
    @Test
    void differentNumbersStayDifferent() {
        long seed = 20260814;
        Random random = new Random(seed);
        int held = 0;
        for (int i = 0; i < 20_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (!Double.isFinite(value)) {
                continue;
            }
            // All decimals of 15 to 17 digits near the double: just one that is read as it is held at most.
            int count = 0;
            for (int digits = 15; digits <= 17; digits++) {
                BigDecimal near = new BigDecimal(value).round(new java.math.MathContext(digits));
                for (int step = -2; step <= 2; step++) {
                    BigDecimal other = near.add(near.ulp().multiply(BigDecimal.valueOf(step)));
                    if (other.doubleValue() == value
                            && other.stripTrailingZeros().precision() == digits) {
                        count += ExactDecimals.holds(other) ? 1 : 0;
                    }
                }
            }
            assertThat(count).as("of %s, seed %s", value, seed).isLessThanOrEqualTo(1);
            held += count;
        }
        assertThat(held).isGreaterThan(10_000);
    }
}
