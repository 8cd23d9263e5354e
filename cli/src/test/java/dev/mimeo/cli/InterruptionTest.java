package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.StandardOutput;
import dev.mimeo.cli.command.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that is told to stop in the middle of its work. */
@Tag("thorough")
final class InterruptionTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    @Timeout(300)
    void leavesNothingBehind() throws Exception {
        Process process = scan().redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (OutputStream input = process.getOutputStream()) {
            // More than a pipe holds: when all of it is written the scan has begun, and it cannot be finished.
            input.write(new byte[1 << 20]);
            input.flush();
            assertThat(files()).as("the output has been opened").isEqualTo(1);
            process.destroy();
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } catch (IOException e) {
            // Closing the input of a process that has gone.
            assertThat(process.isAlive()).isFalse();
        }
        // 128 + SIGTERM; Ctrl-C is SIGINT, hence 130, but a test may inherit that signal ignored.
        assertThat(process.exitValue()).isEqualTo(143);
        assertThat(files()).isZero();
    }

    /** The folders are made before their files are complete. */
    @Test
    @Timeout(300)
    void leavesNoNewFolder() throws Exception {
        Path input = folder.resolve("data.txt");
        try (OutputStream data = Files.newOutputStream(input)) {
            writeManyKinds(data);
        }
        for (List<String> line : List.of(
                List.of("scan", input.toString(), "--categories", "-o", path("categories")),
                List.of("demo", "-o", path("demo")))) {
            Process process = process(line)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            awaitFit(process);
            assertThat(process.exitValue()).as(line.get(0)).isEqualTo(143);
            assertThat(files()).as("the input alone").isOne();
        }
    }

    /** The fit, of which the progress on a terminal tells, is long for data of many kinds. */
    @Test
    @Timeout(300)
    void leavesNothingBehindInTheFit() throws Exception {
        Process process = scan().redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        try (OutputStream input = process.getOutputStream()) {
            writeManyKinds(input);
        }
        assertThat(awaitFit(process)).contains("scan ");
        assertThat(process.exitValue()).isEqualTo(143);
        assertThat(files()).isZero();
    }

    /** The hook removes the files of a run that goes on for a moment, and fails. */
    @Test
    void aFailureAfterTheInterruptionIsNotReported() throws Exception {
        Path input = Files.writeString(folder.resolve("t.csv"), "a\n1\n");
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                InputStream.nullInputStream(),
                StandardOutput.of(out),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false);
        Outputs outputs = new Outputs(terminal);
        outputs.abandon();
        assertThat(Main.run(terminal, outputs, "csv2ds", "--infer", input.toString(), path("t.ds"), "--json"))
                .isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    /** The driver of the database copies its library into the folder for temporary files, and has the copy deleted at exit. */
    @Test
    @Timeout(300)
    void leavesNoLibraryThatWasBeingUnpacked() throws Exception {
        List<String> command = MimeoProcess.command("-Djava.io.tmpdir=" + folder);
        command.addAll(List.of("dssql", "SELECT 1"));
        try (WatchService watch = folder.getFileSystem().newWatchService()) {
            folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean unpacking = false;
            while (!unpacking) {
                WatchKey key = watch.take();
                unpacking = key.pollEvents().stream()
                        .anyMatch(event -> String.valueOf(event.context()).startsWith("libduckdb"));
                key.reset();
            }
            process.destroy();
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        }
        assertThat(folder).isEmptyDirectory();
    }

    private static void writeManyKinds(OutputStream out) throws IOException {
        Random random = new Random(1);
        for (int kind = 1; kind <= 16; kind++) {
            byte[] data = new byte[1 << 19];
            for (int i = 0; i < data.length; i++) {
                data[i] = (byte) (16 * kind + random.nextInt(kind) * random.nextInt(2));
            }
            out.write(data);
        }
    }

    /** Tells a scan to stop when it fits, waits for its end, and returns what it showed before. */
    private static String awaitFit(Process process) throws Exception {
        StringBuilder shown = new StringBuilder();
        try (InputStream error = process.getErrorStream()) {
            for (int next = error.read(); next >= 0 && shown.indexOf("fit ") < 0; next = error.read()) {
                shown.append((char) next);
            }
            // Not by the process itself, which would close the stream.
            process.toHandle().destroy();
            assertThat(shown).contains("fit ");
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            // The prompt that follows stands at the beginning of a line.
            assertThat(new String(error.readAllBytes(), StandardCharsets.UTF_8)).contains("\n");
        }
        return shown.toString();
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    private ProcessBuilder scan() {
        return process(List.of("scan", "-", "-o", path("c.ds")));
    }

    /** Prepares a process that takes standard error for a terminal. */
    private static ProcessBuilder process(List<String> line) {
        List<String> command = MimeoProcess.command("-Dmimeo.terminals=err");
        command.addAll(line);
        return new ProcessBuilder(command);
    }

    private long files() throws IOException {
        try (Stream<Path> list = Files.list(folder)) {
            return list.count();
        }
    }
}
