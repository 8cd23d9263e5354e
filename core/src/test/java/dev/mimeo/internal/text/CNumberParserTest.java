package dev.mimeo.internal.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers are read as C's strtod and strtoll read them. */
final class CNumberParserTest {

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "+.5e1, 5",
        "1., 1",
        "' 12', 12",
        "0x10, 16",
        "0x.8p1, 1",
        "INF, Infinity",
        "-infinity, -Infinity",
        "nan, NaN",
        "nan(0x1), NaN"
    })
    void readsNumbersAsC(String text, double expected) {
        assertThat(Double.compare(CNumberParser.parseDouble(text), expected)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "0x1", "nan("})
    void rejectsLongNonsenseQuickly(String digits) {
        String text = digits.repeat(300_000) + "!";
        assertThatThrownBy(() -> CNumberParser.parseDouble(text)).isInstanceOf(NumberFormatException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "1 ", "1d", "1f", "e5", ".", "0x", "0xp1", "1e", "in", "Infinit", "--1", "1_0"})
    void rejectsWhatCDoes(String text) {
        assertThatThrownBy(() -> CNumberParser.parseDouble(text)).isInstanceOf(NumberFormatException.class);
    }

    @Test
    void readsAllOfLongNumbers() {
        assertThat(CNumberParser.parseDouble("0x" + "0".repeat(5000) + "10")).isEqualTo(16);
        assertThat(CNumberParser.parseDouble(" ".repeat(5000) + "1." + "0".repeat(5000) + "e1"))
                .isEqualTo(10);
        assertThatThrownBy(() -> CNumberParser.parseDouble("nan(" + "x".repeat(5000)))
                .isInstanceOf(NumberFormatException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u20031", "\u001c1", "\u0661", "\u0131nf", "1\u00a0"})
    void knowsTheBlanksAndDigitsOfAscii(String text) {
        assertThatThrownBy(() -> CNumberParser.parseDouble(text))
                .isInstanceOf(NumberFormatException.class)
                .hasMessage("not a number: '" + text + "'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "+-1",
                "1 ",
                " 1",
                "0x1",
                "9223372036854775808",
                "-9223372036854775809",
                "99999999999999999999"
            })
    void rejectsWhatIsNotAnInteger(String text) {
        byte[] in = text.getBytes(ISO_8859_1);
        assertThatThrownBy(() -> CNumberParser.parseLong(in, 0, in.length)).isInstanceOf(NumberFormatException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE - 1, Long.MAX_VALUE})
    void readsTheLimits(long value) {
        byte[] in = Long.toString(value).getBytes(ISO_8859_1);
        assertThat(CNumberParser.parseLong(in, 0, in.length)).isEqualTo(value);
    }

    @Test
    void readsNumbersAsTheJdkDoes() {
        for (int seed = 0; seed < 300_000; seed++) {
            Random random = new Random(seed);
            String text = switch (random.nextInt(5)) {
                case 0 -> Double.toString(Double.longBitsToDouble(random.nextLong()));
                case 1 -> Double.toString(random.nextDouble() * 1e6);
                case 2 -> random.nextInt(1_000_000) + "." + random.nextInt(1_000_000);
                case 3 ->
                    (random.nextBoolean() ? "-" : "+") + random.nextLong(1L << 60) + "e" + (random.nextInt(80) - 40);
                default ->
                    "0".repeat(random.nextInt(20)) + random.nextInt(100) + ".0" + random.nextLong(1L << 40) + "E-2";
            };
            double expected = text.startsWith("N") || text.contains("I") ? Double.NaN : Double.parseDouble(text);
            byte[] bytes = text.getBytes(UTF_8);
            if (Double.isNaN(expected)) {
                continue;
            }
            assertThat(Double.doubleToRawLongBits(CNumberParser.parseDouble(bytes, 0, bytes.length)))
                    .as("seed %d: %s", seed, text)
                    .isEqualTo(Double.doubleToRawLongBits(expected));
            long number = random.nextLong() >> random.nextInt(64);
            byte[] digits = Long.toString(number).getBytes(UTF_8);
            assertThat(CNumberParser.parseLong(digits, 0, digits.length)).isEqualTo(number);
        }
    }
}
