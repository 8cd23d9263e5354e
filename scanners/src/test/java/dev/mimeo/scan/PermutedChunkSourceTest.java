package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.ChunkCharacterization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PermutedChunkSourceTest {

    private static final int CHUNK = 4096;

    private static CollectedScan scan(byte[] data, long seed) throws IOException {
        DataScanner.Options options = CollectedScan.options(CHUNK, 1);
        try (ChunkSource source = ChunkSources.open(new ByteArrayInputStream(data), "data", options.source())) {
            return CollectedScan.of(options, seed == 0 ? source : ChunkSources.permuted(source, new Random(seed)));
        }
    }

    @Test
    void everythingButTheValuesStays() throws IOException {
        byte[] data = StructuredData.generate(3, 400_000);
        System.arraycopy(data, 0, data, 200_000 / CHUNK * CHUNK, 50_000);
        CollectedScan plain = scan(data, 0);
        CollectedScan permuted = scan(data, 5);
        assertThat(permuted.dataset().duplication())
                .first()
                .isEqualTo(plain.dataset().duplication().get(0));
        assertThat(permuted.dataset().scanners()).endsWith("(alphabet permuted)");
        double before = 0;
        double after = 0;
        for (int i = 0; i < plain.rows().size(); i++) {
            ChunkCharacterization a = plain.rows().get(i);
            ChunkCharacterization b = permuted.rows().get(i);
            assertThat(b.duplicateOf()).isEqualTo(a.duplicateOf());
            int[] counts = Objects.requireNonNull(a.bytes()).toArray();
            int[] others = Objects.requireNonNull(b.bytes()).toArray();
            Arrays.sort(counts);
            Arrays.sort(others);
            assertThat(others).isEqualTo(counts);
            before += a.deflateBytes();
            after += b.deflateBytes();
        }
        assertThat(after / before).isBetween(0.98, 1.02);
    }

    @Test
    void theValuesAreABijectionThatTheRandomNumbersDecide() throws IOException {
        byte[] data = new byte[CHUNK];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) Math.min(255, i);
        }
        ByteHistogram first = scan(data, 1).rows().get(0).bytes();
        ByteHistogram second = scan(data, 2).rows().get(0).bytes();
        assertThat(Objects.requireNonNull(first).symbols()).isEqualTo(256);
        assertThat(first).isNotEqualTo(second);
    }
}
