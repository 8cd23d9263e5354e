package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HeldRunsTest {

    private static final int SIZE = 1024;

    private static HeldRuns runs(int capacity, int chunks, int length) {
        HeldRuns runs = new HeldRuns(SIZE, capacity);
        for (int i = 0; i < chunks; i++) {
            byte number = (byte) i;
            runs.add(i, length, new int[] {i - 1}, () -> new byte[] {number});
        }
        return runs;
    }

    @Test
    void holdsAllThereIsRoomFor() {
        List<HeldRuns.Chunk> all = runs(10, 10 * HeldRuns.LENGTH, SIZE).choose(10);
        assertThat(all)
                .extracting(HeldRuns.Chunk::number)
                .hasSize(160)
                .startsWith(0, 1, 2)
                .endsWith(158, 159);
        assertThat(all)
                .isNotEmpty()
                .allMatch(
                        chunk -> chunk.data()[0] == (byte) chunk.number() && chunk.sources()[0] == chunk.number() - 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 10, 1})
    void holdsRunsFromAllOverTheData(int most) {
        double sum = 0;
        int count = 0;
        for (int extra = 0; extra < 100; extra++) {
            // Choices of data of other lengths are others.
            int chunks = HeldRuns.LENGTH * (1000 + extra);
            List<HeldRuns.Chunk> all = runs(40, chunks, SIZE).choose(most);
            assertThat(all).hasSize(most * HeldRuns.LENGTH);
            for (int i = 0; i < all.size(); i++) {
                int first = all.get(i - i % HeldRuns.LENGTH).number();
                assertThat(first % HeldRuns.LENGTH).isZero();
                assertThat(all.get(i).number()).isEqualTo(first + i % HeldRuns.LENGTH);
                sum += (double) all.get(i).number() / chunks;
                count++;
            }
        }
        // The mean of uniform numbers has a standard deviation of 0.289 over the root of their number.
        assertThat(sum / count).isCloseTo(0.5, within(4 * 0.289 / Math.sqrt(100.0 * most)));
    }

    @Test
    void runsOfSmallChunksAreLonger() {
        assertThat(runs(1, 1000, SIZE / 2).choose(1)).hasSize(31);
        assertThat(runs(1, 1000, SIZE / 100).choose(1)).hasSize(64);
    }
}
