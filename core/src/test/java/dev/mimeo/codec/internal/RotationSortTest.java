package dev.mimeo.codec.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares the order with that of a sort that compares whole rotations. */
final class RotationSortTest {
    private final RotationSort rotations = new RotationSort();

    @Test
    void sortsAsComparisonsDo() {
        for (int seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            byte[] block = new byte[1 + random.nextInt(random.nextInt(4) == 0 ? 300 : 20)];
            int values = 1 + random.nextInt(random.nextBoolean() ? 2 : 5);
            int period = random.nextInt(3) == 0 ? 1 + random.nextInt(block.length) : block.length;
            for (int i = 0; i < block.length; i++) {
                block[i] = i < period ? (byte) (60 * random.nextInt(values) - 100) : block[i - period];
            }
            assertSorted(block);
        }
    }

    private void assertSorted(byte[] block) {
        Comparator<Integer> order = (one, other) -> {
            byte[] a = rotation(block, one);
            byte[] b = rotation(block, other);
            return Arrays.compareUnsigned(a, b);
        };
        int[] starts = IntStream.range(0, block.length)
                .boxed()
                .sorted(order)
                .mapToInt(Integer::intValue)
                .toArray();
        int[] last = Arrays.stream(starts)
                .map(start -> block[(start + block.length - 1) % block.length] & 0xff)
                .toArray();
        assertThat(Arrays.copyOf(rotations.sort(block, block.length), block.length))
                .as(Arrays.toString(block))
                .isEqualTo(last);
        assertThat(order.compare(starts[rotations.first()], 0))
                .as(Arrays.toString(block))
                .isZero();
    }

    private static byte[] rotation(byte[] block, int start) {
        byte[] rotation = Arrays.copyOfRange(block, start, start + block.length);
        System.arraycopy(block, 0, rotation, block.length - start, start);
        return rotation;
    }
}
