package dev.mimeo.internal.text;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Digits are those that the JDK prints. */
final class DecimalDigitsTest {

    @Test
    void writesAnyLong() {
        check(Long.MIN_VALUE);
        check(Long.MIN_VALUE + 1);
        check(Long.MAX_VALUE);
        for (long power = 1; power > 0 && power <= 1_000_000_000_000_000_000L; power *= 10) {
            for (long value : new long[] {power - 1, power, power + 1}) {
                check(value);
                check(-value);
            }
        }
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            check(random.nextLong() >> random.nextInt(64));
        }
    }

    private static void check(long value) {
        byte[] out = new byte[DecimalDigits.MAX_LENGTH + 2];
        int end = DecimalDigits.put(value, out, 1);
        assertThat(new String(out, 1, end - 1, US_ASCII)).isEqualTo(Long.toString(value));
        assertThat(out[0]).isZero();
        assertThat(out[end]).isZero();
    }

    @Test
    void padsWithZeros() {
        byte[] out = new byte[19];
        assertThat(DecimalDigits.putPadded(7, 3, out, 1)).isEqualTo(4);
        assertThat(new String(out, 1, 3, US_ASCII)).isEqualTo("007");
        assertThat(DecimalDigits.putPadded(999_999_999_999_999_999L, 18, out, 1))
                .isEqualTo(19);
        assertThat(new String(out, 1, 18, US_ASCII)).isEqualTo("999999999999999999");
    }
}
