package dev.mimeo.analysis.fidelity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ComparisonTest {

    private static final ComparisonOptions OPTIONS = ComparisonOptions.defaults()
            .withCodecs(List.of("lz4", "zlib:6"))
            .withRepetitions(3)
            .withBudget(Duration.ofMillis(100));

    @Test
    void identicalDataHasNoDistance() throws Exception {
        byte[] data = words(200_000, 1);
        ComparisonResult result = Comparison.compare(
                DataSample.ofBytes("a", data), DataSample.ofBytes("b", data), OPTIONS, ComparisonProgress.SILENT);
        assertThat(result.codecs()).allSatisfy(codec -> {
            assertThat(codec.ratio().deviation()).isZero();
            assertThat(codec.chunkRatio().medianDeviation()).isZero();
            assertThat(codec.chunkRatio().kolmogorovSmirnov()).isZero();
        });
        assertThat(result.content().byteHistogramDistance()).isZero();
        assertThat(result.content().entropyKolmogorovSmirnov()).isZero();
    }

    private static byte[] words(int length, long seed) {
        Random random = new Random(seed);
        byte[] data = new byte[length];
        for (int i = 0; i < length; i++) {
            data[i] = (byte) ('a' + Math.min(25, (int) Math.abs(6 * random.nextGaussian())));
        }
        return data;
    }
}
