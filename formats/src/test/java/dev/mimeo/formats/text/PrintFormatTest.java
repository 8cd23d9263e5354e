package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Formats give what C's printf gives. */
@Tag("thorough")
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
