package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ChunkSketcherTest {

    private static final int CHUNK = 1 << 15;

    private final Random random = new Random(7);

    @Test
    void tellsConstantChunksFromOthers() {
        byte[] data = new byte[CHUNK];
        Arrays.fill(data, (byte) 'x');
        assertThat(sketch(data)[0]).isEqualTo(ChunkSketcher.CONSTANT);
        assertThat(Arrays.copyOfRange(sketch(data), 1, ChunkSketcher.BYTES)).containsOnly(0);
        data[CHUNK - 1] = 'y';
        assertThat(sketch(data)[0]).isZero();
    }

    @ParameterizedTest
    @EnumSource(Effort.class)
    void chunksThatPackAlikeAreNearerThanThoseOfTheSameBytesThatDoNot(Effort effort) {
        Sketches sketches = new Sketches(3);
        sketches.add(sketch(phrases(100), effort), 0);
        // Other bytes of the same kind, and the bytes of the first one in another order.
        sketches.add(sketch(phrases(100), effort), 0);
        sketches.add(sketch(shuffled(phrases(100)), effort), 0);
        assertThat(sketches.distance(0, sketches, 1, Integer.MAX_VALUE) * 10)
                .isLessThan(sketches.distance(0, sketches, 2, Integer.MAX_VALUE));
    }

    @Test
    void sizesAreKnownToThreePercent() {
        byte[] sketch = new byte[ChunkSketcher.BYTES];
        for (int bytes = 40; bytes < CHUNK; bytes += 7) {
            ChunkSketcher.setDeflate(sketch, bytes, CHUNK);
            assertThat(ChunkSketcher.share(sketch[3]) * CHUNK).isCloseTo(bytes, withinPercentage(3));
        }
        ChunkSketcher.setDeflate(sketch, CHUNK + 11, CHUNK);
        assertThat(ChunkSketcher.share(sketch[3])).isEqualTo(1, within(1e-12));
        ChunkSketcher.setDeflate(sketch, 0, CHUNK);
        assertThat(ChunkSketcher.share(sketch[3])).isLessThan(1e-4);
    }

    @Test
    void takesChunksOfAnyLength() {
        for (int length = 1; length < 40; length++) {
            byte[] data = new byte[length];
            random.nextBytes(data);
            byte[] sketch = sketch(data);
            assertThat(sketch[0]).isEqualTo(length == 1 ? ChunkSketcher.CONSTANT : 0);
        }
    }

    /** Returns phrases of 20 random bytes each in random order. */
    private byte[] phrases(int number) {
        byte[] phrases = new byte[20 * number];
        random.nextBytes(phrases);
        byte[] data = new byte[CHUNK];
        for (int at = 0; at + 20 <= CHUNK; at += 20) {
            System.arraycopy(phrases, 20 * random.nextInt(number), data, at, 20);
        }
        return data;
    }

    private byte[] shuffled(byte[] data) {
        for (int i = data.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            byte value = data[i];
            data[i] = data[other];
            data[other] = value;
        }
        return data;
    }

    private static byte[] sketch(byte[] data) {
        return sketch(data, Effort.NORMAL);
    }

    private static byte[] sketch(byte[] data, Effort effort) {
        byte[] sketch = new byte[ChunkSketcher.BYTES];
        try (ChunkSketcher sketcher = new ChunkSketcher(effort)) {
            sketcher.sketch(data, 0, data.length, sketch, 0);
        }
        return sketch;
    }
}
