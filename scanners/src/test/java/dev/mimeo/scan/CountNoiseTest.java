package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.RepetitionHistogram;
import dev.mimeo.scan.internal.CountNoise;
import dev.mimeo.scan.internal.MimicScannerProvider;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CountNoiseTest {

    private static byte[] data(int seed) {
        Random random = new Random(seed);
        byte[] data = new byte[1 + random.nextInt(40_000)];
        int symbols = 1 + random.nextInt(256);
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (symbols * random.nextDouble() * random.nextDouble());
        }
        int repeated = random.nextInt(data.length);
        System.arraycopy(data, 0, data, data.length - repeated, Math.min(repeated, data.length - repeated));
        return data;
    }

    private static ChunkCharacterization scan(String scanner, byte[] data, Map<String, String> options) {
        ChunkScannerProvider provider =
                Objects.requireNonNull(Scanners.chunkProvider(ScannerSpec.parse(scanner)), scanner);
        ChunkCharacterization.Builder out = new ChunkCharacterization.Builder();
        try (ChunkScanner chunks = provider.create(options)) {
            chunks.scan(data, 0, data.length, out);
        }
        return out.build(0, 0, data.length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.001", "0.01", "1", "1000"})
    void histogramsStillCoverTheChunk(String epsilon) {
        Map<String, String> options = Map.of("noise", epsilon, "seed", "5");
        for (int seed = 0; seed < 60; seed++) {
            byte[] data = data(seed);
            ByteHistogram bytes =
                    Objects.requireNonNull(scan("histogram", data, options).bytes());
            assertThat(bytes.total()).as("seed %d", seed).isEqualTo(data.length);
            ByteHistogram exact = ByteHistogram.ofBytes(data, 0, data.length);
            for (int value = 0; value < 256; value++) {
                assertThat(bytes.count(value) > 0 && exact.count(value) == 0)
                        .as("seed %d: value %d appears", seed, value)
                        .isFalse();
            }
            RepetitionHistogram repetitions =
                    Objects.requireNonNull(scan("repetition", data, options).repetitions());
            assertThat(repetitions.literals() + repetitions.repeatedBytes())
                    .as("seed %d", seed)
                    .isEqualTo(data.length);
        }
    }

    @Test
    void noiseIsAsLargeAsAskedFor() {
        byte[] data = new byte[1 << 20];
        new Random(1).nextBytes(data);
        ByteHistogram exact = ByteHistogram.ofBytes(data, 0, data.length);
        double sum = 0;
        int draws = 0;
        for (int seed = 0; seed < 100; seed++) {
            ByteHistogram blurred = new CountNoise(0.02, seed).blur(exact);
            for (int value = 0; value < 256; value++, draws++) {
                sum += Math.abs(blurred.count(value) - exact.count(value));
            }
        }
        assertThat(sum / draws).isCloseTo(50, within(3.0));
    }

    @Test
    void equalChunksGetEqualNoiseAndASeedDecides() {
        byte[] data = data(3);
        Map<String, String> options = Map.of("noise", "0.01", "seed", "5");
        ByteHistogram first = scan("histogram", data, options).bytes();
        assertThat(scan("histogram", data.clone(), options).bytes()).isEqualTo(first);
        assertThat(scan("histogram", data, Map.of("noise", "0.01", "seed", "6")).bytes())
                .isNotEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "-1, 0", "1e9, 0", "NaN, 0", "much, 0", "1, x", "1, 1.5"})
    void absurdValuesAreRefused(String epsilon, String seed) {
        for (String scanner : new String[] {"histogram", "repetition"}) {
            assertThatThrownBy(() -> scan(scanner, new byte[10], Map.of("noise", epsilon, "seed", seed)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("noise");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "k-anonymity, 0",
        "k-anonymity, x",
        "k-anonymity, 1000001",
        "anonymity, 2",
        "anonymity, Free",
        "noise, 0"
    })
    void absurdLimitsOfModelsAreRefused(String option, String value) {
        assertThatThrownBy(() -> new MimicScannerProvider().create(4096, Map.of(option, value), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(option);
    }
}
