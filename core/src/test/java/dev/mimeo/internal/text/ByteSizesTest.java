package dev.mimeo.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ByteSizesTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "4096, 4096",
        "4096B, 4096",
        "1k, 1024",
        "1K, 1024",
        "64KiB, 65536",
        "64kib, 65536",
        "64 KiB, 65536",
        "1KB, 1000",
        "1MB, 1000000",
        "1M, 1048576",
        "1MiB, 1048576",
        "1.5MiB, 1572864",
        "0.5KB, 500",
        "10GiB, 10737418240",
        "2TB, 2000000000000",
        "1PiB, 1125899906842624",
        "8191PiB, 9222246136947933184",
        "9223372036854775807, 9223372036854775807"
    })
    void understandsSizes(String text, long bytes) {
        assertThat(ByteSizes.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "'', is not a size",
        "KiB, is not a size",
        "abc, is not a size",
        "0x10, is not a size",
        "1e6, is not a size",
        "'1,5MiB', is not a size",
        "1 2, is not a size",
        "1.MiB, is not a size",
        "64KX, unknown unit 'KX'",
        "64iB, unknown unit 'iB'",
        "1EiB, unknown unit 'EiB'",
        "-1, is negative",
        "-4KiB, is negative",
        "0.3, is not a whole number of bytes",
        "1.0001KiB, is not a whole number of bytes",
        "8192PiB, is too large",
        "9223372036854775808, is too large",
        "99999999999999999999GiB, is too large"
    })
    void saysWhatIsWrongWithOthers(String text, String problem) {
        assertThatThrownBy(() -> ByteSizes.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "1023, 1023 B",
        "1024, 1.0 KiB",
        "1536, 1.5 KiB",
        "1048575, 1.0 MiB",
        "1048576, 1.0 MiB",
        "10737418240, 10.0 GiB",
        "9223372036854775807, 8.0 EiB"
    })
    void printsSizesForPeople(long bytes, String text) {
        assertThat(ByteSizes.format(bytes)).isEqualTo(text);
    }
}
