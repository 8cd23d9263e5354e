package dev.mimeo.cli.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.cli.MimeoProcess;
import dev.mimeo.generate.BundledCharacterizations;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Unchanged programs in a process of their own; skipped where there is no C compiler. */
@Tag("thorough")
final class UnchangedProgramsTest {

    /** Starts a process that says so itself, for a signal to it would be lost while it is not yet another program. */
    private static final String STARTED = "sh -c 'echo started; exec sleep 50' & ";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeEach
    void thereIsACompiler() throws IOException, InterruptedException {
        assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
        assumeThat(new ProcessBuilder("sh", "-c", "command -v cc >/dev/null")
                        .start()
                        .waitFor())
                .as("there is a C compiler")
                .isZero();
    }

    private Process start(String script) throws IOException {
        return start("", "prose", "64KiB", script);
    }

    /** Starts a script with a segment of some data and size, after another one in the same shell. */
    private Process start(String before, String data, String size, String script) throws IOException {
        String on = folder.resolve("out").toString();
        List<String> words = new ArrayList<>(List.of("sh", "-c", before + " exec \"$@\"", "sh"));
        words.addAll(MimeoProcess.command());
        words.addAll(List.of("run", "--data", data, "--size", size, "--on", on, "--", "sh", "-c", script));
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        return builder.redirectErrorStream(true).start();
    }

    @Test
    @Timeout(300)
    void aSignalEndsTheProgramToo() throws IOException, InterruptedException {
        Process process = start(STARTED + "wait");
        try (BufferedReader output = process.inputReader()) {
            assertThat(output.lines().anyMatch("started"::equals)).isTrue();

            process.toHandle().destroy();

            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isEqualTo(143);
            // Ends when the last process ends that has it open.
            assertThat(output.lines().toList())
                    .satisfiesExactly(
                            outcome -> assertThat(outcome).startsWith("mimeo: 0 B replaced"),
                            warning -> assertThat(warning).startsWith("mimeo: warning: no write of sh"));
        }
    }

    @Test
    @Timeout(300)
    void theReportStaysUntilTheProgramHasEnded() throws IOException, InterruptedException {
        Process process = start(
                "trap 'test -e \"$MIMEO_REPORT\" && echo kept; echo \"$MIMEO_REPORT\"; exit' TERM;" + STARTED + "wait");
        try (BufferedReader output = process.inputReader()) {
            assertThat(output.lines().anyMatch("started"::equals)).isTrue();

            process.toHandle().destroy();

            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            List<String> lines = output.lines().toList();
            assertThat(lines).hasSizeGreaterThan(2).first().isEqualTo("kept");
            assertThat(Path.of(lines.get(1))).doesNotExist();
        }
    }

    @Test
    @Timeout(300)
    void whatOutlivesTheProgramStartsOthers() throws IOException, InterruptedException {
        String waiting = "while test -e \"$MIMEO_REPORT\"; do :; done; cat /dev/null; echo \"later $?\"";
        Process process = start("{ " + waiting + "; } & exit 0");
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).doesNotContain("MIMEO_REPORT").endsWith("later 0\n");
    }

    @Test
    @Timeout(300)
    void theExitCodeIsThatOfTheProgram() throws IOException, InterruptedException {
        Process process = start("exit 7");
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(7);
        assertThat(output).contains("no write of sh to " + folder.resolve("out") + " was replaced");
    }

    /** As for make, CC may be empty, and may have options or a program that starts the compiler. */
    @ParameterizedTest
    @ValueSource(strings = {"", "env cc -O1 "})
    @Timeout(300)
    void theCompilerMayHaveOptions(String compiler) throws IOException, InterruptedException {
        Process process = start("export CC='" + compiler + "';", "prose", "64KiB", "exit 7");
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(7);
    }

    @Test
    @Timeout(300)
    void aCharacterizationMayComeThroughAPipe() throws IOException, InterruptedException {
        Files.write(folder.resolve("prose.ds"), BundledCharacterizations.bytes("prose"));
        Path pipe = folder.resolve("pipe");
        String writer = "mkfifo '" + pipe + "' && { cat '" + folder.resolve("prose.ds") + "' >'" + pipe + "' & };";
        Process process = start(writer, pipe.toString(), "64KiB", "exit 7");
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(7);
    }

    @Test
    @Timeout(300)
    void aSegmentThatDoesNotFitIsNamed() throws IOException, InterruptedException {
        Process process =
                start("ulimit -f 4096;", "prose", "8MiB", "exit 0"); // 2 MiB, or 4 where the shell counts in KiB
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(output.lines().filter(line -> line.contains("ile too large")))
                .singleElement()
                .asString()
                .startsWith("mimeo: " + folder.resolve("cache"))
                .contains(".seg: ");
    }
}
