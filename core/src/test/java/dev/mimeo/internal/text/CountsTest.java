package dev.mimeo.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CountsTest {

    @ParameterizedTest
    @CsvSource({
        "0, file, 0 files",
        "1, file, 1 file",
        "2, file, 2 files",
        "1234567, malformed line, '1,234,567 malformed lines'",
        "2, class, 2 classes",
        "1, class, 1 class",
        "2, index, 2 indexes",
        "2, batch, 2 batches",
        "2, query, 2 queries",
        "1, query, 1 query",
        "2, day, 2 days"
    })
    void nounsAgreeWithTheirNumbers(long count, String noun, String expected) {
        assertThat(Counts.of(count, noun)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {0, 9, 10, 99, 100, 999, 1000, 9999, 10_000, 99_999, 100_000, 999_999, 1_000_000, Long.MAX_VALUE})
    void digitsAreGroupedAsJavaFormatsThem(long count) {
        assertThat(Counts.of(count, "x")).startsWith(String.format(Locale.ROOT, "%,d x", count));
        assertThat(Counts.of(-count, "x")).startsWith(String.format(Locale.ROOT, "%,d x", -count));
    }
}
