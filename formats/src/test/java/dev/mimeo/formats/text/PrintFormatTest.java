package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Formats give what C's printf gives. */
@Tag("thorough")
final class PrintFormatTest {

    private static final Pattern INTEGER = Pattern.compile("%[-+ #0]*[0-9]*(?:[.][0-9]*)?([hlLqjzt]*)([diuxXo])");

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

    /** An integer counts as cut if what C prints, read again, is another one. */
    @Test
    void countsIntegersThatCCuts() throws IOException {
        int cut = 0;
        for (String line : table().lines().toList()) {
            String[] parts = line.split("\t", -1);
            Matcher conversion = INTEGER.matcher(parts[2]);
            if (parts[0].equals("d") || !conversion.matches() || parts[3].isBlank()) {
                continue;
            }
            long value = Long.parseUnsignedLong(parts[1], 16);
            PrintFormat format = PrintFormat.parse(parts[2], PrintFormat.INTEGERS);
            format.print(value, new TextBuffer(0));
            String letter = conversion.group(2);
            int radix = letter.equalsIgnoreCase("x") ? 16 : letter.equals("o") ? 8 : 10;
            BigInteger printed = new BigInteger(parts[3].strip().replaceFirst("^0[xX]", ""), radix);
            int bits = conversion.group(1).isEmpty()
                    ? 32
                    : conversion.group(1).equals("h") ? 16 : conversion.group(1).equals("hh") ? 8 : 64;
            // The same bits, with or without a sign.
            boolean isSame = printed.equals(BigInteger.valueOf(value))
                    || printed.equals(new BigInteger(parts[1], 16))
                    || ("xXou".contains(letter)
                            && printed.equals(BigInteger.valueOf(value).mod(BigInteger.TWO.pow(bits)))
                            && value < 0
                            && value >= -(1L << (bits - 1)));
            assertThat(format.cut()).as(line).isEqualTo(isSame ? 0 : 1);
            cut += isSame ? 0 : 1;
        }
        assertThat(cut).isPositive();
    }

    private static String table() throws IOException {
        try (InputStream in = Objects.requireNonNull(PrintFormatTest.class.getResourceAsStream("printf.tsv"))) {
            return new String(in.readAllBytes(), US_ASCII);
        }
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
