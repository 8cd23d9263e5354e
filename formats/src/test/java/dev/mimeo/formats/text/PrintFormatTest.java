package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Formats give what C's printf gives. */
final class PrintFormatTest {

    /** Lines of kind (double, int or long long), value in hexadecimal, format, and the output of glibc's printf. */
    @Test
    void printsAsC() throws IOException {
        for (String line : table().lines().toList()) {
            String[] parts = line.split("\t", -1);
            long bits = Long.parseUnsignedLong(parts[1], 16);
            TextBuffer out = new TextBuffer(0);
            if (parts[0].equals("d")) {
                PrintFormat.parse(parts[2], PrintFormat.DOUBLES).print(Double.longBitsToDouble(bits), out);
            } else {
                PrintFormat.parse(parts[2], PrintFormat.INTEGERS).print(bits, out);
            }
            assertThat(new String(out.toBytes(), US_ASCII)).as(line).isEqualTo(parts[3]);
        }
    }

    private static String table() throws IOException {
        try (InputStream in = Objects.requireNonNull(PrintFormatTest.class.getResourceAsStream("printf.tsv"))) {
            return new String(in.readAllBytes(), US_ASCII);
        }
    }

    @Test
    void theFastWayRoundsAsExactArithmeticDoes() {
        for (int seed = 0; seed < 200_000; seed++) {
            Random random = new Random(seed);
            int precision = 1 + random.nextInt(15);
            double value = value(random);
            String digits = DoubleText.format(value, 'e', precision - 1, false, false);
            BigDecimal exact = new BigDecimal(value).round(new MathContext(precision, RoundingMode.HALF_EVEN));
            assertThat(new BigDecimal(digits)).as("seed %d", seed).isEqualByComparingTo(exact);
            String fixed = DoubleText.format(value, 'f', precision, false, false);
            assertThat(new BigDecimal(fixed))
                    .as("seed %d", seed)
                    .isEqualTo(new BigDecimal(value).setScale(precision, RoundingMode.HALF_EVEN));
        }
    }

    @Test
    void theFastWayGivesTheTextOfTheSlowOne() {
        TextBuffer out = new TextBuffer(0);
        int fast = 0;
        for (int seed = 0; seed < 300_000; seed++) {
            Random random = new Random(seed);
            int precision = 1 + random.nextInt(15);
            double value = (random.nextBoolean() ? 1 : -1) * (seed % 5 == 0 ? special(random) : value(random));
            String sign = Double.doubleToRawLongBits(value) < 0 ? "-" : "";
            out.clear();
            if (DoubleText.appendGeneral(value, precision, out)) {
                fast++;
                assertThat(out.toString())
                        .as("seed %d", seed)
                        .isEqualTo(sign + DoubleText.format(Math.abs(value), 'g', precision, false, false));
            }
            out.clear();
            if (DoubleText.appendFixed(value, precision, out)) {
                assertThat(out.toString())
                        .as("seed %d", seed)
                        .isEqualTo(sign + DoubleText.format(Math.abs(value), 'f', precision, false, false));
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

    @ParameterizedTest
    @CsvSource({
        "%s, word, word",
        "[%s], word, [word]",
        "%8s|, word, '    word|'",
        "%-6s|, word, 'word  |'",
        "%.2s, word, wo"
    })
    void printsStrings(String format, String text, String expected) {
        TextBuffer out = new TextBuffer(0);
        PrintFormat.parse(format, PrintFormat.STRINGS).print(text.getBytes(US_ASCII), text.length(), out);
        assertThat(out.toString()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "none", "%", "%d %d", "%s", "%f", "%n", "%99999d", "%.99999d", "%1$d", "%*d", "%y"})
    void rejectsFormatsThatDoNotFitAnInteger(String format) {
        assertThatThrownBy(() -> PrintFormat.parse(format, PrintFormat.INTEGERS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("print_format");
    }
}
