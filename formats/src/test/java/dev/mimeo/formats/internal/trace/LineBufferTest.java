package dev.mimeo.formats.internal.trace;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class LineBufferTest {

    private static LongStream values() {
        LongStream powers = LongStream.iterate(1, power -> power * 10)
                .limit(19)
                .flatMap(power -> LongStream.of(power - 1, power, power + 1, 1 - power, -power, -power - 1));
        LongStream random = new Random(1).longs(1000).map(value -> value >> (value & 63));
        return LongStream.concat(
                LongStream.of(0, Long.MAX_VALUE, Long.MIN_VALUE, Integer.MIN_VALUE), LongStream.concat(powers, random));
    }

    @Test
    void numbersArePrintedAsTheJdkDoes() {
        values().forEach(value -> {
            LineBuffer out = new LineBuffer();
            out.appendDecimal(value);
            out.append('|');
            out.appendRight(value, 12);
            out.append('|');
            out.appendHex(value, 1);
            out.append('|');
            out.appendHex(value, 8);
            assertThat(new String(out.toByteArray(), US_ASCII))
                    .isEqualTo(String.format("%d|%12d|%x|%08x", value, value, value, value));
            if (value >= 0) {
                out.clear();
                out.appendDecimal(value, 6);
                assertThat(new String(out.toByteArray(), US_ASCII)).isEqualTo(String.format("%06d", value));
            }
        });
    }

    @Test
    void cursorReadsWhatIsPrinted() {
        LineCursor line = new LineCursor();
        values().filter(value -> Math.abs(value) < 1_000_000_000_000_000_000L && value != Long.MIN_VALUE)
                .forEach(value -> {
                    LineBuffer out = new LineBuffer();
                    out.appendDecimal(value);
                    out.append(' ');
                    out.appendHex(value, 1);
                    line.reset(out.toByteArray(), 0, out.size());
                    assertThat(line.signedDecimal()).isEqualTo(value);
                    line.expect(' ');
                    assertThat(line.hex(16)).isEqualTo(value);
                    assertThat(line.isComplete()).isTrue();
                });
    }

    @Test
    void numbersOfTooManyDigitsAreRefused() {
        LineCursor line = new LineCursor();
        byte[] digits = "1234567890123456789".getBytes(US_ASCII);
        line.reset(digits, 0, digits.length);
        assertThat(line.decimal()).isZero();
        assertThat(line.isFailed()).isTrue();
        line.reset(digits, 0, 17);
        assertThat(line.hex(16)).isZero();
        assertThat(line.isFailed()).isTrue();
        line.reset(digits, 0, 0);
        assertThat(line.decimal()).isZero();
        assertThat(line.isFailed()).isTrue();
    }
}
