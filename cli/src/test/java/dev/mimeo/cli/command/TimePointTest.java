package dev.mimeo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TimePointTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1191240000, 1191240000000000000",
        "2007-10-01, 1191196800000000000",
        "2007-10-01T12:00:00Z, 1191240000000000000",
        "1969-12-31T23:59:59.999999999Z, -1",
        "2261-12-31, 9214560000000000000"
    })
    void formsOfATimeAreRead(String text, long nanos) {
        assertThat(TimePoint.nanos(text)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "noon", "-1", "12345678901", "2007-13-01", "2007-10-1", "2007-10-01T12:00:00", "9999-01-01"})
    void othersAreErrors(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimePoint.nanos(text))
                .withMessageStartingWith("'" + text + "' is not a time");
    }
}
