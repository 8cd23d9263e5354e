package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.generate.BundledCharacterizations;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands read standard input from a pipe, which has neither a length nor a position. */
final class StandardInputTest {

    @ParameterizedTest
    @ValueSource(strings = {"describe", "dsinfo", "ds2txt"})
    @Timeout(300)
    void mayBeAPipe(String command) throws IOException {
        Process process = MimeoProcess.builder(command, "-")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (OutputStream input = process.getOutputStream()) {
            input.write(BundledCharacterizations.bytes("prose"));
        }
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.onExit().join().exitValue()).isZero();
        assertThat(out).containsAnyOf("Mimeo::ChunkCharacterization", "prose");
    }
}
