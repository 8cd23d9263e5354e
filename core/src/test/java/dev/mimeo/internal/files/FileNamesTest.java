package dev.mimeo.internal.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FileNamesTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "web17, web17",
                "web:9100, web%3A9100",
                "a<b>c\"d|e?f*g, a%3Cb%3Ec%22d%7Ce%3Ff%2Ag",
                "100%, 100%25",
                "host., host%2E",
                "`host `, host%20",
                "a. b, a. b",
                "con, %63on",
                "Nul.example.com, %4Eul.example.com",
                "LPT1, %4CPT1",
                "COM10, COM10",
                "console, console",
            })
    void windowsGetsNamesThatItTakes(String text, String name) {
        assertThat(FileNames.of(text, true)).isEqualTo(name);
    }

    @Test
    void otherSystemsTakeAllTexts() {
        assertThat(FileNames.of("con:9100%*.", false)).isEqualTo("con:9100%*.");
    }
}
