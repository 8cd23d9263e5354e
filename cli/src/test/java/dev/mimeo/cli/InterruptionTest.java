package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that is told to stop in the middle of its work. */
final class InterruptionTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    @Timeout(60)
    void leavesNothingBehind() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.mimeo.cli.Main",
                        "scan",
                        "-",
                        "-o",
                        folder.resolve("c.ds").toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (OutputStream input = process.getOutputStream()) {
            // More than a pipe holds: when all of it is written the scan has begun, and it cannot be finished.
            input.write(new byte[1 << 20]);
            input.flush();
            assertThat(files()).as("the output has been opened").isEqualTo(1);
            process.destroy();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } catch (IOException e) {
            // Closing the input of a process that has gone.
            assertThat(process.isAlive()).isFalse();
        }
        // 128 + SIGTERM; Ctrl-C is SIGINT, hence 130, but a test may inherit that signal ignored.
        assertThat(process.exitValue()).isEqualTo(143);
        assertThat(files()).isZero();
    }

    private long files() throws IOException {
        try (Stream<Path> list = Files.list(folder)) {
            return list.count();
        }
    }
}
