package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.scan.internal.RepetitionScannerProvider;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
final class SparseRepetitionTest {

    private static final int CHUNK = 512;

    @Test
    void parsesOneOfSoManyContentsAndAllOfOneValue() {
        byte[] data = new byte[4000 * CHUNK];
        new Random(1).nextBytes(data);
        int parsed = 0;
        try (ChunkScanner all = scanner(Map.of());
                ChunkScanner some = scanner(Map.of("every", "16"))) {
            for (int at = 0; at < data.length; at += CHUNK) {
                ChunkCharacterization first = scan(some, data, at);
                ChunkCharacterization again = scan(some, Arrays.copyOfRange(data, at, at + CHUNK), 0);
                assertThat(again).usingRecursiveComparison().isEqualTo(first);
                if (first.repetitions() != null) {
                    parsed++;
                    assertThat(first).usingRecursiveComparison().isEqualTo(scan(all, data, at));
                } else {
                    assertThat(first.deflateBytes()).isEqualTo(-1);
                }
            }
            assertThat(scan(some, new byte[CHUNK], 0).deflateBytes()).isPositive();
        }
        // 250 and five standard deviations.
        assertThat(parsed).isBetween(175, 325);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "x", "", "1000000"})
    void refusesOtherNumbers(String every) {
        assertThatThrownBy(() -> scanner(Map.of("every", every)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'every'")
                .hasMessageContaining("'" + every + "'");
    }

    private static ChunkScanner scanner(Map<String, String> options) {
        return new RepetitionScannerProvider().create(options);
    }

    private static ChunkCharacterization scan(ChunkScanner scanner, byte[] data, int offset) {
        ChunkCharacterization.Builder chunk = new ChunkCharacterization.Builder();
        scanner.scan(data, offset, CHUNK, chunk);
        return chunk.build(0, 0, CHUNK);
    }
}
