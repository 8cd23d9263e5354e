package dev.mimeo.cli.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.cli.TestRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clients in {@code examples}, where their language is there. */
@Timeout(300)
@Tag("thorough")
final class ClientExamplesTest {

    private static final Path EXAMPLES = Path.of("..", "examples").toAbsolutePath();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private int run(String... command) throws Exception {
        try {
            return start(command).waitFor();
        } catch (IOException e) {
            return 127;
        }
    }

    private Process start(String... command) throws IOException {
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(
                        Files.exists(folder.resolve("list"))
                                ? ProcessBuilder.Redirect.from(
                                        folder.resolve("list").toFile())
                                : ProcessBuilder.Redirect.PIPE)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
    }

    private List<String> client(String language) throws Exception {
        if (language.equals("python")) {
            assumeTrue(run("python3", "--version") == 0, "no Python here");
            return List.of("python3", EXAMPLES.resolve("pipe_client.py").toString());
        }
        assumeTrue(run("cc", "--version") == 0, "no C compiler here");
        int code = run(
                "cc",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-std=c99",
                "-o",
                "client",
                EXAMPLES.resolve("pipe_client.c").toString());
        assertThat(code).as(Files.readString(folder.resolve("out"))).isZero();
        return List.of(folder.resolve("client").toString());
    }

    private void makePipes() throws Exception {
        assumeTrue(run("mkfifo", "-m", "600", "requests", "acks") == 0, "no named pipes here");
    }

    private CompletableFuture<TestRun> service(String... more) {
        String[] start = {
            "pipe", "prose", "--fifo", path("requests"), "--root", path("root"), "--generator", "random", "--quiet"
        };
        String[] line = Stream.concat(Stream.of(start), Stream.of(more)).toArray(String[]::new);
        return CompletableFuture.supplyAsync(() -> TestRun.of(line));
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    /** More bytes than both pipes hold, so both sides have to take turns. */
    @ParameterizedTest
    @ValueSource(strings = {"c", "python"})
    void sendsRequestsAndReadsAnswers(String language) throws Exception {
        List<String> client = client(language);
        makePipes();
        int files = 10_000;
        StringBuilder list = new StringBuilder("a 100% b/é.txt 1234\n../x 5\nnonsense\n");
        for (int i = 0; i < files; i++) {
            list.append("a rather long name of a folder/f").append(i).append(" 1\n");
        }
        Files.writeString(folder.resolve("list"), list);
        CompletableFuture<TestRun> service = service("--ack", path("acks"));
        int code = run(
                Stream.concat(client.stream(), Stream.of("requests", "acks")).toArray(String[]::new));
        String out = Files.readString(folder.resolve("out"));
        assertThat(out)
                .contains("err 2 ../x the path leaves the root by '..'")
                .contains("expected a path and a size: nonsense");
        assertThat(out.lines()).hasSize(2);
        assertThat(code).isEqualTo(1);
        assertThat(service.get(5, TimeUnit.MINUTES).code()).isEqualTo(1);
        assertThat(folder.resolve("root/a 100% b/é.txt")).hasSize(1234);
        try (Stream<Path> walk = Files.walk(folder.resolve("root"))) {
            assertThat(walk.filter(Files::isRegularFile).count()).isEqualTo(files + 1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"c", "python"})
    void sendsWithoutAnswers(String language) throws Exception {
        List<String> client = client(language);
        makePipes();
        Files.writeString(folder.resolve("list"), "a 10\nb 0\n");
        CompletableFuture<TestRun> service = service();
        assertThat(run(Stream.concat(client.stream(), Stream.of("requests")).toArray(String[]::new)))
                .isZero();
        assertThat(service.get(5, TimeUnit.MINUTES).code()).isZero();
        assertThat(TreeCommandTest.contents(folder.resolve("root"))).containsOnlyKeys("a", "b");
    }

    @Test
    void aClientThatIsKilledEndsTheService() throws Exception {
        List<String> client = client("python");
        makePipes();
        CompletableFuture<TestRun> service = service("--ack", path("acks"));
        // Without a list the client waits for standard input.
        Process process = start(
                Stream.concat(client.stream(), Stream.of("requests", "acks")).toArray(String[]::new));
        process.getOutputStream().write("a 10\n".getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        while (!Files.exists(folder.resolve("root/a")) && process.isAlive()) {
            Thread.onSpinWait();
        }
        process.destroyForcibly();
        TestRun run = service.get(5, TimeUnit.MINUTES);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(folder.resolve("root/a")).hasSize(10);
    }
}
