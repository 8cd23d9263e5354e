package dev.mimeo.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DisplayWidthTest {

    /** Columns by the property East_Asian_Width of Unicode, and by the general category for those of none. */
    @ParameterizedTest
    @CsvSource({
        "'', 0",
        "abc, 3",
        "é, 1",
        "e\u0301, 1",
        "名前, 4",
        "データ, 6",
        "한글, 4",
        "ｱｲ, 2",
        "Ａ, 2",
        "\uD83D\uDE00, 2",
        "\uD840\uDC00x, 3",
        "ملف, 3",
        "a\u200Bb, 2",
        "✓…, 2"
    })
    void columnsAreThoseOfUnicode(String text, int columns) {
        assertThat(DisplayWidth.of(text)).isEqualTo(columns);
    }

    @Test
    void partsFitAndAreNotCutWithinACharacter() {
        assertThat(DisplayWidth.beginning("名前x", 4)).isEqualTo("名前");
        assertThat(DisplayWidth.beginning("名前x", 3)).isEqualTo("名");
        assertThat(DisplayWidth.beginning("名前x", 9)).isEqualTo("名前x");
        assertThat(DisplayWidth.end("x\uD83D\uDE00名", 4)).isEqualTo("\uD83D\uDE00名");
        assertThat(DisplayWidth.end("x\uD83D\uDE00名", 3)).isEqualTo("名");
        assertThat(DisplayWidth.end("xyz", 0)).isEmpty();
    }
}
