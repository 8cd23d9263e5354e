package dev.mimeo.integrations.patterns;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FioVersionTest {

    @ParameterizedTest
    @CsvSource({
        "fio-3.33, false",
        "fio-3.34, true",
        "fio-3.42-12-gf534, true",
        "fio-3.4, false",
        "fio-2.99, false",
        "fio-4.0, true"
    })
    void wholePatternsCameWithVersion334(String output, boolean whole) {
        assertThat(FioVersion.parse(output + "\n"))
                .hasValueSatisfying(
                        version -> assertThat(version.writesWholePatterns()).isEqualTo(whole));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fio", "fio-", "fio-x.y", "fio-3", "bash: fio", "fio-99999.1"})
    void whatIsNoVersionIsNone(String output) {
        assertThat(FioVersion.parse(output)).isEmpty();
    }
}
