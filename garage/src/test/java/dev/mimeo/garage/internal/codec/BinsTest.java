package dev.mimeo.garage.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranges of values do not overlap, whether they are found by a table or by a search. */
final class BinsTest {

    @ParameterizedTest
    @CsvSource({
        "2, 1",
        "3, 1",
        "100, 20",
        "2047, 10",
        "2048, 11",
        "2049, 12",
        "5760, 16",
        "5760, 40",
        "5760, 63",
        "5760, 64"
    })
    void rangesAreInTheOrderOfValues(int size, int bits) {
        Random random = new Random(size + bits);
        check(random.longs(size).map(value -> value >> (Long.SIZE - bits)).toArray(), "even");
        check(
                random.longs(size)
                        .map(value -> value >> (random.nextInt(bits) + Long.SIZE - bits))
                        .toArray(),
                "skewed");
    }

    private static void check(long[] values, String shape) {
        long min = LongStream.of(values).min().orElseThrow();
        long max = LongStream.of(values).max().orElseThrow();
        Bins bins = new Bins();
        bins.find(values, values.length, min, max);
        byte[] ranges = new byte[values.length];
        bins.assign(values, values.length, min, max, ranges);
        long[] least = new long[bins.count()];
        long[] most = new long[bins.count()];
        Arrays.fill(least, Long.MAX_VALUE);
        Arrays.fill(most, Long.MIN_VALUE);
        for (int i = 0; i < values.length; i++) {
            least[ranges[i]] = Math.min(least[ranges[i]], values[i]);
            most[ranges[i]] = Math.max(most[ranges[i]], values[i]);
        }
        int[] used = IntStream.range(0, bins.count())
                .filter(range -> least[range] <= most[range])
                .toArray();
        for (int i = 1; i < used.length; i++) {
            assertThat(most[used[i - 1]])
                    .describedAs("%d %s values, range %d", values.length, shape, used[i])
                    .isLessThan(least[used[i]]);
        }
    }
}
