package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.StandardOutput;
import dev.mimeo.cli.command.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Runs whose standard output is a pipe that nobody reads any more: what they found out is in the exit code. */
@Tag("thorough")
final class GoneReadersTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeEach
    void writeInputs() throws IOException {
        byte[] bytes = new byte[70_000];
        Files.write(folder.resolve("zeros"), bytes);
        new Random(1).nextBytes(bytes);
        Files.write(folder.resolve("noise"), bytes);
    }

    /** Runs a command line, in which names of files follow an {@code @}. */
    private int run(String line) {
        OutputStream pipe = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        Terminal terminal = new Terminal(
                InputStream.nullInputStream(),
                StandardOutput.of(pipe),
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                false,
                false);
        String[] words = line.replace("@", folder + "/").split(" ");
        return Main.run(terminal, new Outputs(terminal), words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " --json", " --export-csv -", " --export-markdown -", " --html @page.html"})
    void aComparisonOutOfToleranceFails(String options) {
        String compare = "compare @zeros @noise --codec lz4 --tolerance ratio=";
        assertThat(run(compare + "5%" + options)).isEqualTo(1);
        assertThat(run(compare + "500%" + options + " --force")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " --json"})
    void anAuditThatFindsTheOriginalFails(String options) throws IOException {
        Path secrets = Files.writeString(folder.resolve("secrets"), "\u0001\u0001\u0001\u0001".repeat(8));
        Files.write(folder.resolve("ones"), "\u0001".repeat(70_000).getBytes(StandardCharsets.US_ASCII));
        assertThat(run("scan @ones -o @ones.ds --quiet")).isZero();
        assertThat(run("audit @noise @ones.ds" + options)).isZero();
        assertThat(run("audit @noise @ones.ds --canaries " + secrets + options)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " --json"})
    void aDamagedFileFailsItsVerification(String options) throws IOException {
        assertThat(run("scan @noise -o @good.ds --scanner histogram --quiet")).isZero();
        byte[] bytes = Files.readAllBytes(folder.resolve("good.ds"));
        bytes[bytes.length / 2] ^= 1;
        Files.write(folder.resolve("bad.ds"), bytes);
        assertThat(run("dsverify @good.ds" + options)).isZero();
        assertThat(run("dsverify @good.ds @bad.ds" + options)).isEqualTo(1);
    }

    @Test
    void anErrorIsStillOne() {
        assertThat(run("describe @missing --json")).isEqualTo(1);
        assertThat(run("describe --json")).isEqualTo(2);
    }

    @Test
    void outputsAreWritten() {
        assertThat(run("scan @noise -o @c.ds --scanner histogram --json")).isZero();
        assertThat(run("generate @c.ds --generator random --size 1000 -o @out --json"))
                .isZero();
        assertThat(folder.resolve("out")).hasSize(1000);
    }

    @Test
    void dataThatNobodyReadsEndsTheRun() {
        assertThat(run("scan @noise -o @c.ds --scanner histogram --quiet")).isZero();
        assertThat(run("generate @c.ds --generator random --size 1TiB -o -")).isZero();
    }

    /** A script that parses the document gets one, also where its own reader of the pipe has ended early. */
    @ParameterizedTest
    @ValueSource(strings = {"generate", "pool"})
    void aNamedPipeThatIsClosedIsTheResultOfTheRun(String command) throws Exception {
        assertThat(run("scan @noise -o @c.ds --scanner histogram --quiet")).isZero();
        Path pipe = folder.resolve("pipe");
        assumeThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .as("mkfifo works")
                .isZero();
        CompletableFuture<Integer> reader = CompletableFuture.supplyAsync(() -> {
            try (InputStream in = new FileInputStream(pipe.toFile())) {
                return in.read(new byte[1000]);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        TestRun run = TestRun.of(
                command,
                folder.resolve("c.ds").toString(),
                "--generator",
                "random",
                "--size",
                "64MiB",
                "-o",
                pipe.toString(),
                "--json");
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(JsonMapper.shared().readTree(run.out()))
                .isEqualTo(JsonMapper.shared().createObjectNode().put("closedByReader", pipe.toString()));
        assertThat(reader.join()).isPositive();
    }
}
