package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The model of a few chunks has room for a context model only, which may be far off; other generators are then nearer. */
final class SmallDataTest {

    private static final int BYTES = 100_000;
    private static final int SEEDS = 3;

    @Test
    void aShortLogIsCompressedAboutAsTheOriginal() throws IOException {
        byte[] log = Arrays.copyOf(Files.readAllBytes(SharedData.path("corpora/logs/dpkg.log")), BYTES);
        byte[] file = MemoryScan.file(log, 32_768, 1, "histogram", "repetition", "duplicates", "mimic");
        String[] codecs = {"lz4", "zlib:1", "zlib:6", "zstd:3", "snappy"};
        double sum = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            byte[] made = MemoryScan.generate(file, "auto", seed, BYTES);
            for (String codec : codecs) {
                sum += Math.abs(
                        (double) MemoryScan.packed(codec, log, BYTES) / MemoryScan.packed(codec, made, BYTES) - 1);
            }
        }
        assertThat(sum / SEEDS / codecs.length).isLessThan(0.12);
    }
}
