package dev.mimeo.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MillisecondsTest {

    @ParameterizedTest
    @CsvSource({
        "NaN, -",
        "0, 0.000",
        "0.000001, <0.001",
        "0.00049, <0.001",
        "0.0005, 0.001",
        "0.5806, 0.581",
        "143.314, 143.31",
        "4509.46, 4509.5",
        "86400000, 86400000"
    })
    void aTimeIsNeverShownAsNone(double value, String shown) {
        assertThat(Milliseconds.of(value)).isEqualTo(shown);
    }
}
