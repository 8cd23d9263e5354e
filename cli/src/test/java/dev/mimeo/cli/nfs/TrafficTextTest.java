package dev.mimeo.cli.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TrafficTextTest {

    @ParameterizedTest
    @CsvSource({"0, 5, -", "1, 0, -", "0.001, 5, <1%", "0.025, 5, 1%", "5, 5, 100%"})
    void aSmallShareIsNotNone(double part, double whole, String shown) {
        assertThat(TrafficText.percent(part, whole)).isEqualTo(shown);
    }

    /** Characters of two columns: the text is neither wider than the columns nor cut within a character. */
    @Test
    void wideCharactersFitIntoTheColumns() {
        assertThat(TrafficText.fitted("\u540d".repeat(5), 9)).isEqualTo("\u540d...\u540d");
        assertThat(TrafficText.cell("\u540d", 4)).isEqualTo("\u540d  ");
        assertThat(TrafficText.shortened("/" + "\u540d".repeat(5), 9)).isEqualTo("...\u540d\u540d\u540d");
    }
}
