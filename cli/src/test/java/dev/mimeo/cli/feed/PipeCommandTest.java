package dev.mimeo.cli.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.cli.MimeoProcess;
import dev.mimeo.cli.TestRun;
import dev.mimeo.cli.command.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** The service at a named pipe, with real ones. */
@Timeout(300)
@Tag("thorough")
final class PipeCommandTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path fifo;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path acks;

    @BeforeEach
    void makePipes() throws Exception {
        fifo = folder.resolve("requests");
        acks = folder.resolve("acks");
        int code;
        try {
            code = new ProcessBuilder("mkfifo", "-m", "600", fifo.toString(), acks.toString())
                    .start()
                    .waitFor();
        } catch (IOException e) {
            code = 1;
        }
        assumeTrue(code == 0, "no named pipes here");
    }

    private CompletableFuture<TestRun> start(String... more) {
        String[] start = {"pipe", "prose", "--fifo", fifo.toString(), "--root", root().toString()};
        String[] line = Stream.concat(Stream.of(start), Stream.of(more)).toArray(String[]::new);
        return CompletableFuture.supplyAsync(() -> TestRun.of(line));
    }

    private Path root() {
        return folder.resolve("root");
    }

    private static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void writesWhatIsAskedForAndSaysSo() throws Exception {
        CompletableFuture<TestRun> service = start("--ack", acks.toString(), "--map", "jpg=images", "--json");
        try (OutputStream requests = Files.newOutputStream(fifo);
                BufferedReader answers = Files.newBufferedReader(acks)) {
            send(requests, "#mimeo 1\n");
            send(requests, "d/a b%s.txt 1000\n");
            assertThat(answers.readLine()).isEqualTo("ok 2 d/a b%s.txt");
            assertThat(root().resolve("d/a b%s.txt")).hasSize(1000);
            send(requests, "é.jpg 5");
            send(requests, "0000");
            send(requests, ".00\n");
            assertThat(answers.readLine()).isEqualTo("ok 3 é.jpg");
            assertThat(TreeCommandTest.ratio(root().resolve("é.jpg"))).isBetween(0.95, 1.2);
            send(requests, "../x 1\n");
            assertThat(answers.readLine()).isEqualTo("err 4 ../x the path leaves the root by '..'");
            send(requests, "x y\n");
            assertThat(answers.readLine()).isEqualTo("err 5 x size 'y' is not a number of bytes");
            send(requests, "empty 0\nquit\n");
            assertThat(answers.readLine()).isEqualTo("ok 6 empty");
            assertThat(answers.readLine()).isNull();
        }
        TestRun run = service.get(5, TimeUnit.MINUTES);
        assertThat(run.code()).as(run.err()).isEqualTo(1);
        ObjectNode json = Json.parse(run.out());
        assertThat(json.get("files").asLong()).isEqualTo(3);
        assertThat(json.get("bytes").asLong()).isEqualTo(51_000);
        assertThat(json.get("failures").asLong()).isEqualTo(2);
        assertThat(root().resolve("empty")).hasSize(0);
    }

    @Test
    void theContentIsThatOfATree() throws Exception {
        String list = "a/b.txt 70000\nc 5\n";
        CompletableFuture<TestRun> service = start("--seed", "3");
        try (OutputStream requests = Files.newOutputStream(fifo)) {
            send(requests, list);
        }
        assertThat(service.get(5, TimeUnit.MINUTES).code()).isZero();
        Path tree = folder.resolve("tree");
        TestRun run = TestRun.withInput(
                list.getBytes(StandardCharsets.UTF_8),
                "tree",
                "prose",
                "--from",
                "-",
                "--root",
                tree.toString(),
                "--seed",
                "3");
        assertThat(run.code()).isZero();
        assertThat(TreeCommandTest.contents(root())).hasSize(2).isEqualTo(TreeCommandTest.contents(tree));
    }

    @Test
    void aProducerThatDiesInTheMiddleOfALineHasTheOthers() throws Exception {
        CompletableFuture<TestRun> service = start("--ack", acks.toString());
        try (OutputStream requests = Files.newOutputStream(fifo);
                InputStream answers = Files.newInputStream(acks)) {
            send(requests, "a 10\nb 20\nc 3");
            assertThat(answers.read()).isEqualTo('o');
        }
        TestRun run = service.get(5, TimeUnit.MINUTES);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("line 3: c 3: the line has no end");
        assertThat(TreeCommandTest.contents(root())).containsOnlyKeys("a", "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"c 3", "c", "c ", "quit", "#"})
    void aLineThatWasCutOffIsNotJoinedWithThatOfTheNextProducer(String cut) throws Exception {
        CompletableFuture<TestRun> service = start("--follow", "--ack", acks.toString());
        try (BufferedReader answers = Files.newBufferedReader(acks)) {
            try (OutputStream first = Files.newOutputStream(fifo)) {
                send(first, "a 10\n" + cut);
            }
            // In the order in which they are finished.
            assertThat(List.of(answers.readLine(), answers.readLine()))
                    .containsExactlyInAnyOrder(
                            "ok 1 a",
                            "err 2 " + cut + " the line has no end: it was cut off when the producer stopped");
            try (OutputStream second = Files.newOutputStream(fifo)) {
                send(second, "d 20\n");
                assertThat(answers.readLine()).isEqualTo("ok 3 d");
            }
            try (OutputStream third = Files.newOutputStream(fifo)) {
                send(third, "e 30\nquit\n");
            }
            assertThat(answers.readLine()).isEqualTo("ok 4 e");
        }
        TestRun run = service.get(5, TimeUnit.MINUTES);
        assertThat(run.code()).as(run.err()).isEqualTo(1);
        assertThat(TreeCommandTest.contents(root())).containsOnlyKeys("a", "d", "e");
    }

    @Test
    void aFollowedPipeEndsWhenItIsRemoved() throws Exception {
        CompletableFuture<TestRun> service = start("--follow");
        try (OutputStream requests = Files.newOutputStream(fifo)) {
            send(requests, "a 10\nb 2");
            Files.delete(fifo);
        }
        TestRun run = service.get(5, TimeUnit.MINUTES);
        assertThat(run.code()).as(run.err()).isEqualTo(1);
        assertThat(run.err()).contains("line 2: b 2: the line has no end");
        assertThat(TreeCommandTest.contents(root())).containsOnlyKeys("a");
    }

    @Test
    void acknowledgementsMayBeOpenedFirst() throws Exception {
        CompletableFuture<TestRun> service = start("--ack", acks.toString());
        try (BufferedReader answers = Files.newBufferedReader(acks);
                OutputStream requests = Files.newOutputStream(fifo)) {
            send(requests, "a 10\n");
            assertThat(answers.readLine()).isEqualTo("ok 1 a");
        }
        assertThat(service.get(5, TimeUnit.MINUTES).code()).isZero();
    }

    @Test
    void goesOnWhenNobodyReadsAcknowledgements() throws Exception {
        CompletableFuture<TestRun> service = start("--ack", acks.toString());
        try (OutputStream requests = Files.newOutputStream(fifo)) {
            Files.newInputStream(acks).close();
            for (int i = 0; i < 500; i++) {
                send(requests, "f" + i + " 1\n");
            }
        }
        TestRun run = service.get(5, TimeUnit.MINUTES);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("no more acknowledgements").contains("500 files");
    }

    @Test
    void acknowledgesToANewFile() throws Exception {
        Path file = folder.resolve("ack.txt");
        CompletableFuture<TestRun> service = start("--ack", file.toString());
        try (OutputStream requests = Files.newOutputStream(fifo)) {
            send(requests, "a 10\n");
        }
        assertThat(service.get(5, TimeUnit.MINUTES).code()).isZero();
        assertThat(file).hasContent("ok 1 a\n");
        TestRun again = start("--ack", file.toString()).get(5, TimeUnit.MINUTES);
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("exists already");
    }

    @Test
    void aReplacedFileOfAcknowledgementsKeepsItsOtherNames() throws Exception {
        Path file = Files.writeString(folder.resolve("ack.txt"), "of another run\n");
        Path other = Files.createLink(folder.resolve("other.txt"), file);
        Path link = Files.createSymbolicLink(folder.resolve("link.txt"), file);
        CompletableFuture<TestRun> service = start("--ack", link.toString(), "--force");
        try (OutputStream requests = Files.newOutputStream(fifo)) {
            send(requests, "a 10\n");
        }
        assertThat(service.get(5, TimeUnit.MINUTES).code()).isZero();
        assertThat(file).hasContent("ok 1 a\n");
        assertThat(link).isSymbolicLink();
        assertThat(other).hasContent("of another run\n");
    }

    @Test
    @Tag("slow")
    void aProducerOfManySmallFiles() throws Exception {
        int files = 30_000;
        CompletableFuture<TestRun> service = start("--generator", "random", "--map", "txt=images");
        try (OutputStream requests = Files.newOutputStream(fifo)) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < files; i++) {
                lines.append("d").append(i % 100).append("/f").append(i).append(" 1\n");
                if (lines.length() > 3000) {
                    send(requests, lines.toString());
                    lines.setLength(0);
                }
            }
            send(requests, lines + "quit\n");
        }
        TestRun run = service.get(5, TimeUnit.MINUTES);
        assertThat(run.code()).as(run.err()).isZero();
        try (Stream<Path> walk = Files.walk(root())) {
            assertThat(walk.filter(Files::isRegularFile).count()).isEqualTo(files);
        }
    }

    @Test
    void aProducerWhoseReaderIsKilledGetsAnError() throws Exception {
        List<String> line = MimeoProcess.command();
        line.addAll(List.of("pipe", "prose", "--fifo", fifo.toString(), "--root", root().toString(), "--ack", "-"));
        Process service = new ProcessBuilder(line)
                .redirectError(folder.resolve("err").toFile())
                .start();
        try (OutputStream requests = Files.newOutputStream(fifo);
                BufferedReader answers =
                        new BufferedReader(new InputStreamReader(service.getInputStream(), StandardCharsets.UTF_8))) {
            send(requests, "a 10\n");
            assertThat(answers.readLine()).isEqualTo("ok 1 a");
            service.destroyForcibly();
            assertThat(service.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThatIOException().isThrownBy(() -> send(requests, "b 10\n")).withMessage("Broken pipe");
        } catch (IOException e) {
            // That closing what is broken fails, too.
            assertThat(e).hasMessage("Broken pipe");
        }
    }

    @Test
    void saysWhatIsIncompleteWhenItIsInterrupted() throws Exception {
        Process service = MimeoProcess.builder(
                        "pipe",
                        "prose",
                        "--fifo",
                        fifo.toString(),
                        "--ack",
                        acks.toString(),
                        "--threads",
                        "2",
                        "--root",
                        root().toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("err").toFile())
                .start();
        try (OutputStream requests = Files.newOutputStream(fifo);
                BufferedReader answers = Files.newBufferedReader(acks)) {
            // The first file takes longer than all the test, and the second is there only when the first has been
            // begun.
            long size = Files.getFileStore(folder).getUsableSpace() / 2;
            send(requests, "big " + size + "\nsmall 10\n");
            assertThat(answers.readLine()).isEqualTo("ok 2 small");
            while (!Files.exists(root().resolve("big"))) {
                Thread.onSpinWait();
            }
            service.destroy();
            assertThat(service.waitFor(5, TimeUnit.MINUTES)).isTrue();
        }
        Files.deleteIfExists(root().resolve("big"));
        assertThat(Files.readString(folder.resolve("err"))).contains("mimeo: interrupted: big is incomplete");
        assertThat(service.exitValue()).isEqualTo(143);
    }

    @Test
    void followsAFile() throws Exception {
        Path file = folder.resolve("generation_pipe");
        Files.writeString(file, "a 10\nb 2");
        CompletableFuture<TestRun> service = CompletableFuture.supplyAsync(() -> TestRun.of(
                "pipe",
                "prose",
                "--follow",
                "--fifo",
                file.toString(),
                "--root",
                root().toString(),
                "--ack",
                acks.toString()));
        try (BufferedReader answers = Files.newBufferedReader(acks);
                OutputStream more = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
            assertThat(answers.readLine()).isEqualTo("ok 1 a");
            send(more, "0\n");
            assertThat(answers.readLine()).isEqualTo("ok 2 b");
            send(more, "quit\n");
        }
        assertThat(service.get(5, TimeUnit.MINUTES).code()).isZero();
        assertThat(root().resolve("b")).hasSize(20);
    }
}
