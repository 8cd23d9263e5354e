package dev.mimeo.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SeedsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "42, 42",
        "' 42 ', 42",
        "-1, -1",
        "18446744073709551615, -1",
        "9223372036854775807, 9223372036854775807",
        "-9223372036854775808, -9223372036854775808",
        "0x10, 16",
        "0Xff, 255",
        "0xffffffffffffffff, -1"
    })
    void understandsSeeds(String text, long seed) {
        assertThat(Seeds.parse(text)).isEqualTo(seed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1.5", "1KiB", "0x", "--1", "18446744073709551616", "-9223372036854775809"})
    void refusesOthers(String text) {
        assertThatThrownBy(() -> Seeds.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'" + text + "' is not a seed");
    }
}
