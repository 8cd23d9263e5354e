package dev.mimeo.integrations.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges as RFC 9110, section 14.1.2, has them, of an answer of 10000 bytes. */
final class ByteRangeTest {

    @ParameterizedTest
    @CsvSource({
        "bytes=0-499, 0, 500, bytes 0-499/10000",
        "bytes=500-999, 500, 500, bytes 500-999/10000",
        "bytes=-500, 9500, 500, bytes 9500-9999/10000",
        "bytes=9500-, 9500, 500, bytes 9500-9999/10000",
        "BYTES=0-0, 0, 1, bytes 0-0/10000",
        "bytes= 9999-9999, 9999, 1, bytes 9999-9999/10000",
        "bytes=-20000, 0, 10000, bytes 0-9999/10000",
        "bytes=9000-99999999999999999999999, 9000, 1000, bytes 9000-9999/10000",
        "bytes=10000-, 10000, 0, bytes */10000",
        "bytes=99999999999999999999999-, 9223372036854775807, 0, bytes */10000",
        "bytes=10000-10001, 10000, 0, bytes */10000",
        "bytes=-0, 10000, 0, bytes */10000"
    })
    void oneRangeIsHonoured(String header, long first, long length, String contentRange) {
        assertThat(ByteRange.parse(header, 10000)).hasValueSatisfying(range -> {
            assertThat(range).isEqualTo(new ByteRange(first, length));
            assertThat(range.contentRange(10000)).isEqualTo(contentRange);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bytes",
                "bytes=",
                "bytes=-",
                "bytes=2-1",
                "bytes=0-1,5-6",
                "bytes=a-b",
                "bytes=--1",
                "bytes=1-2-3",
                "chunks=0-1",
                "bytes=\u0661-\u0662",
                "bytes=00000000000000000000000000000000000000000001-"
            })
    void everythingElseIsIgnored(String header) {
        assertThat(ByteRange.parse(header, 10000)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=0-", "bytes=0-0", "bytes=-1"})
    void nothingIsInAnEmptyAnswer(String header) {
        assertThat(ByteRange.parse(header, 0))
                .hasValueSatisfying(range -> assertThat(range.length()).isZero());
    }
}
