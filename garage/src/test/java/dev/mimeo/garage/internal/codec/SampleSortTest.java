package dev.mimeo.garage.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SampleSortTest {

    @Test
    void sortsAsComparingDoes() {
        SampleSort sort = new SampleSort();
        for (int count : new int[] {0, 1, 2, 63, 64, 65, 384, 2_048}) {
            for (int bits = 0; bits <= 64; bits += 4) {
                Random random = new Random(count * 100L + bits);
                int shift = bits;
                long base = random.nextLong();
                long[] values = random.longs(count + 2)
                        .map(value -> base + (shift == 0 ? 0 : value >>> (64 - shift)))
                        .toArray();
                long[] expected = values.clone();
                Arrays.sort(expected, 0, count);
                sort.sort(values, count);
                assertThat(values)
                        .describedAs("%d values of %d bits", count, bits)
                        .isEqualTo(expected);
            }
        }
    }
}
