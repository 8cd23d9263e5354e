package dev.mimeo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

final class ByteSizeTest {

    @ParameterizedTest
    @ValueSource(strings = {"0", "0MiB", "0.0"})
    void refusesNothingWhereThereMustBeSomething(String text) {
        ByteSize.PositiveConverter converter = new ByteSize.PositiveConverter();
        assertThatThrownBy(() -> converter.convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("at least 1 byte");
        assertThat(converter.convert("1")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 0 B/s",
        "1, 1000, <1 B/s",
        "1000, 1, 1000 B/s",
        "104857, 1, 102.4 KiB/s",
        "104858, 1, 0.10 MiB/s",
        "1048576, 1, 1.0 MiB/s",
        "1073741824, 1, 1024 MiB/s"
    })
    void printsRatesForPeople(long bytes, double seconds, String text) {
        assertThat(ByteSize.rate(bytes, seconds)).isEqualTo(text);
    }
}
