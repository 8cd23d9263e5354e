package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Generator {@code auto} takes what the characterization has the parts for. */
final class AutoGeneratorTest {

    private static final byte[] DATA =
            "One line after the other, and all of them the same.\n".repeat(700).getBytes(StandardCharsets.US_ASCII);

    @Test
    void followsTheModelWhereThereIsOne() throws IOException {
        byte[] file = MemoryScan.file(DATA, 4096, 1, "histogram", "repetition", "duplicates", "mimic,effort=fast");
        byte[] generated = MemoryScan.generate(file, "auto", 3, DATA.length);
        assertThat(generated).isEqualTo(MemoryScan.generate(file, "mimic", 3, DATA.length));
        assertThat(generated).isNotEqualTo(MemoryScan.generate(file, "motif", 3, DATA.length));
    }

    @Test
    void elseFollowsTheHistograms() throws IOException {
        // With a constant stretch inside a chunk, which generators can want left out or not.
        byte[] data = DATA.clone();
        Arrays.fill(data, 10_000, 15_000, (byte) 0);
        byte[] file = MemoryScan.file(data, 32_768, 1, "histogram", "repetition", "duplicates");
        assertThat(MemoryScan.generate(file, "auto", 3, data.length))
                .isEqualTo(MemoryScan.generate(file, "motif", 3, data.length));
    }
}
