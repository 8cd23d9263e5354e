package dev.mimeo.fidelity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ComparisonTableTest {

    @Test
    void looksLikeThis() {
        assertThat(ComparisonTable.render(Samples.result())).isEqualTo("""
                original   mail </script> & co: 3.0 MiB in 12 files
                synthetic  mail.mimic: 2.0 MiB
                compared   2.0 MiB, 4 chunks of 512.0 KiB; CPU time of one thread

                       |         ratio         |     compression, ms     |    decompression, ms
                codec  |   orig  synth    dev% |    orig   synth    dev% |    orig   synth    dev%
                zlib:6 |  4.000  5.000  +25.0  |   50.00   40.00  -20.0  |   10.00   11.00  +10.0~

                       |    chunk ratio    |  chunk time
                codec  |  med%  p90%    KS |  med%     KS
                zlib:6 |  12.5  25.0 0.250 |  41.7  0.250
                ~ the noise of the measurement is larger than the difference

                entropy                   2.500 against 3.000 bits a byte, KS 0.250; chunk by chunk 0.500 bits apart
                byte histogram            total variation 0.100; chunk by chunk 0.125
                repetitions               100 against 150 (+50.0 %)
                length of repetitions     mean 6.4 against 5.6 bytes, KS 0.133
                dedup fixed:524288        1.500 against 1.200 (-20.0 %)
                dedup fastcdc:8192        2.000 against 2.500 (+25.0 %), estimated

                verdict    FAIL: 1 of 1 ratios and 1 of 2 times outside the goal, ratio ±5 %, time ±15 %
                ratios     deviate by 25.0 % on average, largest +25.0 % (zlib:6 ratio)
                times      deviate by 15.0 % on average, largest -20.0 % (zlib:6 compression time)
                uncertain  the data is small (2.0 MiB, 4 chunks): another seed may change a ratio by 4 %
                uncertain  the sizes differ: only the first 2.0 MiB of both are compared
                uncertain  the noise of the measurement is larger than the difference for 1 of 2 times
                """);
    }

    @Test
    void columnsStayBelowTheirHeadsWhereRatiosAreLarge() throws IOException {
        byte[] zeros = new byte[1 << 20];
        byte[] random = new byte[1 << 20];
        new Random(1).nextBytes(random);
        ComparisonResult result = Comparison.compare(
                DataSample.ofBytes("random", random),
                DataSample.ofBytes("zeros", zeros),
                Samples.OPTIONS.withCodecs(List.of("snappy", "zstd:3")).withGranularity(List.of(4096, 8192)),
                Comparison.ProgressListener.SILENT);
        assertThat(result.codecs().get(1).ratio().synthetic()).isGreaterThan(1000);
        List<String> rows = ComparisonTable.render(result)
                .lines()
                .filter(line -> line.matches("(codec|snappy|zstd:3) .*\\|.*"))
                .toList();
        assertThat(rows).hasSize(9);
        for (int table = 0; table < rows.size(); table += 3) {
            assertThat(rows.subList(table, table + 3))
                    .extracting(line -> bars(line))
                    .as("bars of %s", rows.get(table))
                    .containsOnly(bars(rows.get(table)));
        }
    }

    private static List<Integer> bars(String line) {
        return IntStream.range(0, line.length())
                .filter(at -> line.charAt(at) == '|')
                .boxed()
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"0.1234, +12.3", "-0.5, -50.0", "0, 0.0", "-0.0001, 0.0", "0.0001, 0.0", "12, +1200.0"})
    void percentagesAreSigned(double share, String expected) {
        assertThat(ComparisonTable.percent(share)).isEqualTo(expected);
    }

    /** A chunk of some bytes takes less than a microsecond. */
    @ParameterizedTest
    @CsvSource({
        "12.5, 12500",
        "0.1234, 123.4",
        "0.0002, 0.200",
        "5e-6, 0.005",
        "2.46e-7, 0.00025",
        "3e-8, 3e-05",
        "0, 0"
    })
    void timesHaveDigitsHoweverShort(double seconds, String shown) {
        assertThat(ComparisonTable.milliseconds(seconds)).isEqualTo(shown);
    }
}
