package dev.mimeo.characterization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class HistogramCodingTest {

    private final HistogramCoding coding = new HistogramCoding();

    @Test
    void byteHistogramsSurvive() {
        for (long seed = 0; seed < 500; seed++) {
            int[] counts = randomCounts(new Random(seed), 256);
            ByteHistogram histogram = ByteHistogram.of(counts);
            coding.encode(histogram);
            assertThat(HistogramCoding.decodeBytes(coding.buffer(), 0, coding.length()))
                    .as("seed %d", seed)
                    .isEqualTo(histogram);
        }
    }

    @Test
    void repetitionHistogramsSurvive() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            RepetitionHistogram histogram =
                    RepetitionHistogram.of(randomCounts(random, 259), random.nextInt(1 << random.nextInt(1, 31)));
            coding.encode(histogram);
            assertThat(HistogramCoding.decodeRepetitions(coding.buffer(), 0, coding.length()))
                    .as("seed %d", seed)
                    .isEqualTo(histogram);
        }
    }

    @Test
    void aChunkOf64KiBNeverTakesMoreThanItsShare() {
        // The widest histograms that 64 KiB allow: every byte value about 256 times, and every length once or twice.
        int[] bytes = new int[256];
        Arrays.fill(bytes, 256);
        coding.encode(ByteHistogram.of(bytes));
        int size = coding.length();
        int[] lengths = new int[259];
        Arrays.fill(lengths, 3, 259, 1);
        coding.encode(RepetitionHistogram.of(lengths, 65536 - 33408));
        size += coding.length();
        assertThat(size).isLessThan(1000);
    }

    @Test
    void anyBytesAreEitherAHistogramOrRefused() {
        for (long seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            byte[] data = new byte[random.nextInt(20)];
            random.nextBytes(data);
            if (random.nextBoolean()) {
                for (int i = 0; i < data.length; i++) {
                    data[i] &= 0x7f;
                }
            }
            try {
                ByteHistogram histogram = HistogramCoding.decodeBytes(data, 0, data.length);
                assertThat(histogram.total()).isNotNegative();
            } catch (IllegalArgumentException e) {
                assertThat(e).as("seed %d", seed).hasMessageContaining("histogram");
            }
        }
    }

    @Test
    void refusesWhatNoEncoderWrites() {
        assertThatThrownBy(() -> HistogramCoding.decodeBytes(new byte[] {0, 0, 0, 0, 5}, 0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ends within a number");
        assertThatThrownBy(() -> HistogramCoding.decodeBytes(new byte[] {0, -1, 1}, 0, 3))
                .hasMessageContaining("run of 255 zeros");
        assertThatThrownBy(() -> HistogramCoding.decodeBytes(new byte[] {-1, -1, -1, -1, 8}, 0, 5))
                .hasMessageContaining("beyond 2^31 - 1");
    }

    private static int[] randomCounts(Random random, int size) {
        int[] counts = new int[size];
        double density = random.nextDouble();
        int bits = random.nextInt(1, 31);
        for (int i = size == 259 ? 3 : 0; i < size; i++) {
            counts[i] = random.nextDouble() < density ? random.nextInt(1 << bits) : 0;
        }
        return counts;
    }
}
