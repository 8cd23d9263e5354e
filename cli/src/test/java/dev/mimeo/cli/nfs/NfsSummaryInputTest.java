package dev.mimeo.cli.nfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.MarkdownPage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong inputs and options of {@code mimeo nfs summary} and other commands that read captures. */
@Tag("thorough")
final class NfsSummaryInputTest {

    private static final Path CAPTURE = MarkdownPage.ROOT.resolve("examples/nfs/office.pcap");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"summary", "analyze -a latency", "convert --random-key -o out.ds", "report -o out"})
    void directoriesAndEmptyFilesAreNamedInOneLine(String command) throws IOException {
        Path empty = Files.createFile(folder.resolve("empty.pcap"));
        assertThat(failure(command, folder)).endsWith(": is a directory: name the files in it");
        assertThat(failure(command, empty)).contains("empty.pcap: not a capture: ", ": check that the program");
    }

    private String failure(String command, Path input) {
        String text = command.replace(" out", " " + folder.resolve("out"));
        TestRun run = TestRun.of(Stream.of("nfs " + text + " " + input)
                .flatMap(words -> Stream.of(words.split(" ")))
                .toArray(String[]::new));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err().lines()).hasSize(1);
        return run.err().strip();
    }

    @ParameterizedTest
    @CsvSource({"abc, 'abc'", "120, '120'", "-1, '-1'", "50;x, 'x'"})
    void quantilesThatAreNoneAreNamedWithoutWordsOfJava(String value, String named) {
        TestRun run = TestRun.of("nfs", "summary", CAPTURE.toString(), "--quantiles=" + value.replace(';', ','));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("'" + named + "' is not a percentage from 0 to 100, such as 50 or 99.9")
                .doesNotContain("java");
    }

    @Test
    void aQuantileIsNamedOnce() {
        TestRun run = TestRun.of("nfs", "summary", CAPTURE.toString(), "--quantiles", "50,50.0");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--quantiles has a quantile twice");
    }

    @Test
    void operationsKeepTheirNamesBesideManyQuantiles() {
        TestRun run = TestRun.of("nfs", "summary", CAPTURE.toString(), "--quantiles", "1,5,10,25,50,75,90,95,99,99.9");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("  v3 getattr\n", "  v3 write\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"summary --csv", "summary --html", "convert --random-key -o", "analyze -a latency -o"})
    void anInputIsNotOverwritten(String command) throws IOException {
        Path capture = Files.copy(CAPTURE, folder.resolve("a.pcap"));
        TestRun run = TestRun.of(Stream.of("nfs " + command + " " + capture + " --force " + capture)
                .flatMap(words -> Stream.of(words.split(" ")))
                .toArray(String[]::new));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("a.pcap is an input and an output: choose another name for the output");
        assertThat(capture).hasSameBinaryContentAs(CAPTURE);
    }

    @Test
    void theTableAndThePageAreTwoFiles() {
        Path file = folder.resolve("both");
        TestRun run =
                TestRun.of("nfs", "summary", CAPTURE.toString(), "--csv", file.toString(), "--html", file.toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--csv and --html name the same file");
        assertThat(file).doesNotExist();
    }

    @Test
    void standardInputIsNamedOnce() {
        TestRun run = TestRun.of("nfs", "summary", "-", "-");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err().strip()).isEqualTo("mimeo: standard input: can be read once only: name - once");
    }

    @ParameterizedTest
    @CsvSource({"--records, 5..1, give the lower number first", "--time, 2000..1000, give the earlier time first"})
    void aRangeThatEndsBeforeItBeginsIsRefused(String option, String range, String remedy) {
        String trace = folder.resolve("a.ds").toString();
        TestRun converted = TestRun.of("nfs", "convert", CAPTURE.toString(), "--anonymize", "none", "-o", trace);
        assertThat(converted.code()).as(converted.err()).isZero();
        TestRun run = TestRun.of(
                "nfs", "subset", option, range, trace, folder.resolve("b.ds").toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(option + " " + range + " ends before it begins: " + remedy);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"summary", "analyze -a latency", "convert --random-key -o out.ds", "report -o out", "info -o out"
            })
    void aFileIsNamedOnce(String command) throws IOException {
        Path link = folder.resolve("b.pcap");
        Path capture = Files.copy(CAPTURE, folder.resolve("a.pcap"));
        Files.createLink(link, capture);
        boolean report = command.startsWith("report");
        List<String> words = new ArrayList<>(List.of("nfs"));
        words.addAll(
                List.of(command.replace(" out", " " + folder.resolve("out")).split(" ")));
        for (Path again : List.of(capture, link)) {
            List<String> files = List.of(capture.toString(), again.toString());
            List<String> arguments = new ArrayList<>(words);
            arguments.addAll(report ? List.of(String.join(",", files)) : files);
            TestRun run = TestRun.of(arguments.toArray(String[]::new));
            assertThat(run.code()).isEqualTo(1);
            String problem = again.equals(link) ? "is the same file as " + capture : "is named twice";
            assertThat(run.err().strip()).isEqualTo("mimeo: " + again + ": " + problem + ": name each file once");
        }
    }

    /** Parts of a capture as a shell lists those whose numbers have no leading zeros. */
    @ParameterizedTest
    @ValueSource(
            strings = {"summary", "analyze -a latency", "convert --random-key -o out.ds", "report -o out", "info -o out"
            })
    void capturesThatAreNotInChronologicalOrderAreNamed(String command) throws IOException {
        List<Path> parts = parts(12);
        List<Path> listed = parts.stream().sorted().toList();
        assertThat(run(command.replace(" out", " " + folder.resolve("one")), parts)
                        .err())
                .doesNotContain("chronological");
        TestRun run = run(command.replace(" out", " " + folder.resolve("out")), listed);
        assertThat(run.code()).isZero();
        assertThat(run.err())
                .containsOnlyOnce("mimeo: warning: " + parts.get(1) + ": begins before " + parts.get(11)
                        + ", which is named before it, so messages may be lost or late: name captures in chronological"
                        + " order");
    }

    private static TestRun run(String command, List<Path> captures) {
        List<String> words = new ArrayList<>(List.of("nfs"));
        words.addAll(List.of(command.split(" ")));
        List<String> files = captures.stream().map(Path::toString).toList();
        words.addAll(command.startsWith("report") ? List.of(String.join(",", files)) : files);
        return TestRun.of(words.toArray(String[]::new));
    }

    /** Cuts the example into captures of equally many packets: part 1, part 2 and so on. */
    private List<Path> parts(int count) throws IOException {
        ByteBuffer capture = ByteBuffer.wrap(Files.readAllBytes(CAPTURE)).order(ByteOrder.LITTLE_ENDIAN);
        List<byte[]> packets = new ArrayList<>();
        for (int at = 24; at < capture.capacity(); ) {
            int length = 16 + capture.getInt(at + 8);
            packets.add(Arrays.copyOfRange(capture.array(), at, at + length));
            at += length;
        }
        List<Path> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ByteArrayOutputStream part = new ByteArrayOutputStream();
            part.write(capture.array(), 0, 24);
            packets.subList(i * packets.size() / count, (i + 1) * packets.size() / count)
                    .forEach(part::writeBytes);
            parts.add(Files.write(folder.resolve("part." + (i + 1) + ".pcap"), part.toByteArray()));
        }
        return parts;
    }

    @Test
    void aTraceIsNamedOnce() {
        String trace = trace().toString();
        for (String command : List.of("summary", "analyze -a latency", "subset --records 1..2")) {
            List<String> arguments = new ArrayList<>(List.of("nfs"));
            arguments.addAll(List.of(command.split(" ")));
            arguments.addAll(List.of(trace, trace));
            if (command.startsWith("subset")) {
                arguments.add(folder.resolve("b.ds").toString());
            }
            TestRun run = TestRun.of(arguments.toArray(String[]::new));
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err().strip()).isEqualTo("mimeo: " + trace + ": is named twice: name each file once");
        }
    }

    /** Names as they are would not help. */
    @ParameterizedTest
    @ValueSource(strings = {"--anon-ids", "--anon-handles", "--anon-addresses=prefix"})
    void whatNeedsKeysSaysHowToGiveThem(String option) {
        assumeThat(System.getenv("NAME_KEY_1")).as("no keys in the environment").isNull();
        TestRun run = TestRun.of("nfs", "summary", CAPTURE.toString(), option);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("no NAME_KEY_1: give --keys FILE, whose lines NAME_KEY_1= and NAME_KEY_2= have 32 hexadecimal"
                        + " digits or more, or set both in the environment, or take --random-key\n")
                .doesNotContain("--anonymize none");
    }

    /** Runs a command on a named pipe, as the shell does for {@code <(gzip -c a.pcap)}. */
    private TestRun throughPipe(Path file, boolean packed) throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .as("mkfifo works")
                .isZero();
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
            try (OutputStream plain = Files.newOutputStream(pipe, StandardOpenOption.WRITE);
                    OutputStream out = packed ? new GZIPOutputStream(plain) : plain) {
                Files.copy(file, out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        TestRun run = TestRun.of("nfs", "summary", pipe.toString());
        writing.join();
        return run;
    }

    @Test
    void aPackedCaptureComesThroughANamedPipe() throws Exception {
        TestRun run = throughPipe(CAPTURE, true);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("Calls     132, ");
    }

    private Path trace() {
        Path trace = folder.resolve("a.ds");
        TestRun run = TestRun.of("nfs", "convert", CAPTURE.toString(), "--anonymize", "none", "-o", trace.toString());
        assertThat(run.code()).as(run.err()).isZero();
        return trace;
    }

    private static String withoutName(TestRun run) {
        assertThat(run.code()).as(run.err()).isZero();
        return run.out().substring(run.out().indexOf('\n'));
    }

    @Test
    void aTraceAsAStreamIsSummarizedAsTheFile() throws Exception {
        Path trace = trace();
        String ofFile = withoutName(TestRun.of("nfs", "summary", trace.toString()));
        TestRun ofInput = TestRun.withInput(Files.readAllBytes(trace), "nfs", "summary", "-");
        assertThat(ofInput.out()).startsWith("standard input\n");
        assertThat(withoutName(ofInput)).isEqualTo(ofFile);
        assertThat(withoutName(throughPipe(trace, false))).isEqualTo(ofFile);
    }

    @Test
    void aTraceThatIsNoRunningCaptureIsNamedWithWhatReadsIt() throws IOException {
        TestRun run = TestRun.withInput(Files.readAllBytes(trace()), "nfs", "top", "-");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains("not a capture, but a DataSeries file", "such as mimeo nfs summary");
    }

    @Test
    void longFactsAreBrokenAtCommas() {
        String value = "bytes of TCP streams not captured: 6,488,290, datagrams with fragments not captured: 1,"
                + " messages not captured as a whole: 319";
        String text = TrafficText.fact("Losses", value);
        assertThat(text.lines()).hasSize(2).allMatch(line -> line.length() <= 100);
        assertThat(text)
                .startsWith("Losses    bytes of TCP streams not captured: 6,488,290, datagrams")
                .endsWith("\n          messages not captured as a whole: 319\n");
    }
}
