package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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

/** Real processes that are started with closed standard streams, without the launcher. */
@Timeout(300)
@Tag("thorough")
final class ClosedStreamsTest {

    private static final List<String> CLOSED =
            List.of("<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private record Result(int code, String out, String err) {}

    @BeforeEach
    void needsLinux() {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "the system does not tell which streams are closed");
    }

    /** Runs a command in a shell, whose redirections come last. */
    private Result run(String redirections, String... arguments) throws Exception {
        Path out = folder.resolve("stdout");
        Path err = folder.resolve("stderr");
        List<String> command = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" " + redirections, "sh"));
        command.addAll(MimeoProcess.command());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<&-", "<&- >&-", "<&- 2>&-", "<&- >&- 2>&-"})
    void noOtherFileIsTakenForStandardInput(String redirections) throws Exception {
        Path output = folder.resolve("c.ds");
        Result result = run(redirections, "scan", "-", "-o", output.toString());
        assertThat(result.code).isEqualTo(1);
        assertThat(output).doesNotExist();
        if (!redirections.contains("2")) {
            assertThat(result.err)
                    .startsWith("mimeo: ")
                    .endsWith("standard input: is closed: redirect it from a file or a pipe" + System.lineSeparator());
        }
    }

    /** Java 17 itself opens the null device for a closed standard output if it has messages to print there. */
    @Test
    void noOtherFileIsTakenForStandardOutput() throws Exception {
        Path input = Files.writeString(folder.resolve("in.csv"), "1\n2\n");
        Path trace = folder.resolve("t.ds");
        assertThat(run("", "csv2ds", "--infer", input.toString(), trace.toString()).code)
                .isZero();
        byte[] before = Files.readAllBytes(trace);
        for (String redirections : CLOSED) {
            Result result = run(redirections, "ds2txt", trace.toString());
            assertThat(result.code).as(redirections).isLessThanOrEqualTo(1);
            if (result.code == 1 && !redirections.contains("2")) {
                assertThat(result.err).startsWith("mimeo: standard output: is closed");
            }
            assertThat(Files.readAllBytes(trace)).isEqualTo(before);
        }
    }

    @Test
    void filesAreWrittenAsEver() throws Exception {
        Path input = Files.writeString(folder.resolve("in.csv"), "1\n2\n");
        Path expected = folder.resolve("expected.ds");
        assertThat(run("", "csv2ds", "--infer", "--type-name", "t", input.toString(), expected.toString()).code)
                .isZero();
        for (String redirections : CLOSED) {
            Path output = folder.resolve("output.ds");
            Files.deleteIfExists(output);
            Result result =
                    run(redirections, "csv2ds", "--infer", "--type-name", "t", input.toString(), output.toString());
            assertThat(result.code).as(redirections + result.err).isZero();
            assertThat(output).hasSameBinaryContentAs(expected);
        }
    }

    /** A file of Java's own that is redirected on purpose is read. */
    @Test
    void aFileOfJavaMayBeRead() throws Exception {
        Path modules = Path.of(System.getProperty("java.home"), "lib", "modules");
        assumeTrue(Files.isReadable(modules), "this Java has no file of modules");
        Path output = folder.resolve("c.ds");
        Result result = run("<" + modules, "scan", "-", "--scanner", "histogram", "-o", output.toString());
        assertThat(result.code).as(result.err).isZero();
        assertThat(result.err)
                .contains(String.valueOf(Files.size(modules) >> 20).substring(0, 2));
        assertThat(new String(Files.readAllBytes(output), StandardCharsets.ISO_8859_1))
                .startsWith("DSv1");
    }
}
