package dev.mimeo.garage.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class QuotedTextTest {

    /** Expected texts are those that Go's specification lists. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "plain" | plain
            "" | ~~
            'a\\'b' | a'b
            "a\\"b\\\\c" | a"b\\c
            "\\u65e5本\\U00008a9e" | 日本語
            "\\xe6\\x97\\xa5\\346\\234\\254" | 日本
            "\\U0001F600!" | 😀!
            '\\x41\\102C' | ABC
            "/dev/sda\\x2F1" | /dev/sda/1
            `\\x41\\n` | \\x41\\n
            """)
    void escapesAreThoseOfGo(String token, String expected) throws QueryException {
        assertThat(QuotedText.of(token)).isEqualTo(expected);
    }

    @Test
    void controlsHaveLetters() throws QueryException {
        assertThat(QuotedText.of("'\\a\\b\\f\\n\\r\\t\\v'")).isEqualTo("\u0007\b\f\n\r\t\u000b");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "\\q" | escape '\\q' is not supported
            "\\8" | escape '\\8' is not supported
            "\\x4" | wrong
            "\\x4g" | wrong
            "\\u12" | wrong
            "\\u٠٠٠٠" | wrong
            "\\ud800" | wrong
            "\\U00110000" | wrong
            "\\UFFFFFFFF" | wrong
            "\\400" | wrong
            "\\18" | wrong
            "\\xff" | not UTF-8
            "caf\\xc3" | not UTF-8
            """)
    void othersAreRefused(String token, String problem) {
        assertThatExceptionOfType(QueryException.class)
                .isThrownBy(() -> QuotedText.of(token))
                .withMessageContaining(problem);
    }
}
