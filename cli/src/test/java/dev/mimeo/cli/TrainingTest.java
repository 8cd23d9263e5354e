package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A job that fails would leave out classes, and nobody looks at the log. */
@Tag("thorough")
final class TrainingTest {

    @Test
    @Timeout(300)
    void allJobsSucceed(@TempDir Path folder) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Training.class.getName(),
                        MarkdownPage.ROOT.resolve("LICENSE").toString(),
                        folder.toString(),
                        MarkdownPage.ROOT.resolve("examples/nfs/office.pcap").toString())
                .redirectErrorStream(true)
                .start();
        String log = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(log).isZero();
        assertThat(log.lines()).isNotEmpty().noneMatch(line -> line.startsWith("mimeo: "));
        // Three rows of several files.
        assertThat(folder.resolve("hours.csv")).content().hasLineCount(4);
    }
}
