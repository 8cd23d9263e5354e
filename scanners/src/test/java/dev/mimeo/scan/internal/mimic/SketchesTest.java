package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SketchesTest {

    @Test
    void keepsTheSketchOfEveryChunk() {
        Random random = new Random(1);
        byte[][] all = new byte[30_000][ChunkSketcher.BYTES];
        Sketches sketches = new Sketches(all.length);
        for (byte[] sketch : all) {
            random.nextBytes(sketch);
            sketch[0] = (byte) random.nextInt(2);
            byte[] surrounded = new byte[ChunkSketcher.BYTES + 9];
            System.arraycopy(sketch, 0, surrounded, 5, ChunkSketcher.BYTES);
            sketches.add(surrounded, 5);
        }
        assertThat(sketches.count()).isEqualTo(all.length);
        for (int i = 0; i < all.length; i++) {
            int other = random.nextInt(all.length);
            int distance = 0;
            for (int k = 1; k < 21; k++) {
                int weight = k < 4 ? 1024 : 1;
                distance +=
                        weight * (int) Math.pow(Byte.toUnsignedInt(all[i][k]) - Byte.toUnsignedInt(all[other][k]), 2);
            }
            assertThat(sketches.distance(i, sketches, other, distance)).isEqualTo(distance);
            if (distance > 0) {
                assertThat(sketches.distance(i, sketches, other, distance - 1)).isGreaterThanOrEqualTo(distance);
                assertThat(sketches.distance(i, sketches, other, distance / 2)).isGreaterThan(distance / 2);
            }
            assertThat(sketches.get(i)).isEqualTo(all[i]);
            assertThat(sketches.wholeShare(i, 2)).isEqualTo(ChunkSketcher.share(all[i][22]));
            assertThat(sketches.isConstant(i)).isEqualTo(all[i][0] == ChunkSketcher.CONSTANT);
        }
    }

    @Test
    void refusesMoreChunksThanItTakes() {
        Sketches sketches = new Sketches(5000);
        byte[] sketch = new byte[ChunkSketcher.BYTES];
        for (int i = 0; i < 5000; i++) {
            sketches.add(sketch, 0);
        }
        assertThatThrownBy(() -> sketches.add(sketch, 0))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("5000 chunks at most: use `sample` or a larger `chunkSize`");
        assertThat(sketches.count()).isEqualTo(5000);
    }
}
