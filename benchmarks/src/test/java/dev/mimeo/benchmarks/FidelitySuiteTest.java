package dev.mimeo.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FidelitySuiteTest {

    @TempDir
    Path directory;

    @Test
    void replacesTheTableBetweenTheMarkers() throws Exception {
        Path corpora = Files.createDirectories(directory.resolve("corpora"));
        Files.createDirectories(corpora.resolve("small"));
        Files.write(corpora.resolve("small/a"), BenchmarkData.make("text", 50_000));
        Files.write(corpora.resolve("small/b"), BenchmarkData.make("log", 50_000));
        Path file = directory.resolve("README.md");
        Files.writeString(file, "# Before\n\n<!-- fidelity suite: begin -->old<!-- fidelity suite: end -->\n\nAfter\n");
        FidelitySuite.main(new String[] {corpora.toString(), file.toString(), "motif", "lz4,zlib:6"});
        assertThat(Files.readString(file))
                .startsWith("# Before\n\n<!-- fidelity suite: begin -->\n")
                .endsWith("<!-- fidelity suite: end -->\n\nAfter\n")
                .contains("| corpus | MB | lz4 ratio | time | zlib:6 ratio | time | claim |")
                .containsPattern(
                        "(?m)^\\| small \\| 0\\.1 \\|( \\**[-+]?[0-9.]+( ~)?\\** \\|){4} (holds|fails: .*) \\|$")
                .doesNotContain("-->old");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "log", "records", "dna", "random", "zeros"})
    void dataIsTheSameEveryTime(String kind) throws Exception {
        byte[] data = BenchmarkData.make(kind, 10_000);
        assertThat(data).hasSize(10_000).isEqualTo(BenchmarkData.make(kind, 10_000));
    }

    @Test
    void aFileIsRepeatedToTheSize() throws Exception {
        Path file = Files.writeString(directory.resolve("f"), "abc");
        assertThat(BenchmarkData.make(file.toString(), 7)).isEqualTo("abcabca".getBytes(StandardCharsets.US_ASCII));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BenchmarkData.make("nonsense", 7))
                .withMessageContaining("nonsense");
    }
}
