package dev.mimeo.cli.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of {@code mimeo nfs convert --rotate}, against one file of the same capture. */
@Tag("thorough")
final class NfsRotationTest {

    private static final Path CAPTURE = MarkdownPage.ROOT.resolve("examples/nfs/office.pcap");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private TestRun convert(String output, String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                "nfs",
                "convert",
                "-",
                "-o",
                folder.resolve(output).toString(),
                "--anonymize",
                "none",
                "--reproducible"));
        words.addAll(List.of(options));
        return TestRun.withInput(Files.readAllBytes(CAPTURE), words.toArray(String[]::new));
    }

    private static String printed(String... words) {
        TestRun run = TestRun.of(words);
        assertThat(run.code()).as(run.err()).isZero();
        return run.out();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::toString)
                    .filter(file -> file.contains("part."))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void filesAreTogetherOneTrace() throws IOException {
        TestRun run = convert("part.ds", "--rotate", "4s", "--json");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("\"files\" : 3", "\"records\" : 264", "\"complete\" : true");
        assertThat(convert("whole.ds").code()).isZero();
        List<String> files = files();
        assertThat(files).hasSize(3).allMatch(file -> file.matches(".*[/\\\\]part\\.00000[123]\\.ds"));
        String whole = folder.resolve("whole.ds").toString();
        for (String analysis : List.of("latency", "missing", "rwextent", "hostinfo:1", "crosscheck:min_bytes=1")) {
            List<String> words = new ArrayList<>(List.of("nfs", "analyze", "-a", analysis));
            words.addAll(files);
            assertThat(printed(words.toArray(String[]::new)))
                    .as(analysis)
                    .isEqualTo(printed("nfs", "analyze", "-a", analysis, whole));
        }
        List<String> words = new ArrayList<>(List.of("nfs", "summary"));
        words.addAll(files);
        String[] together = printed(words.toArray(String[]::new)).split("\n", 2);
        assertThat(together[1]).isEqualTo(printed("nfs", "summary", whole).split("\n", 2)[1]);
    }

    @Test
    void everyFileIsATraceOfItsOwn() throws IOException {
        assertThat(convert("part", "--rotate", "4s", "--first-record", "100").code())
                .isZero();
        long records = 0;
        for (String file : files()) {
            assertThat(TestRun.of("dsverify", file).code()).isZero();
            records += printed("ds2txt", file, "--select", "Trace::NFS::common", "record_id", "--skip-types")
                    .lines()
                    .filter(line -> line.matches("[0-9]+"))
                    .count();
        }
        assertThat(records).isEqualTo(264);
    }

    @Test
    void theLastFileIsThereOnlyWhenItIsComplete() throws IOException {
        byte[] capture = Files.readAllBytes(CAPTURE);
        Path notACapture = Files.write(folder.resolve("x"), new byte[] {1, 2, 3});
        Path first = Files.write(folder.resolve("first.pcap"), capture);
        TestRun run = TestRun.of(
                "nfs",
                "convert",
                first.toString(),
                notACapture.toString(),
                "-o",
                folder.resolve("part.ds").toString(),
                "--anonymize",
                "none",
                "--rotate",
                "4s");
        assertThat(run.code()).isEqualTo(1);
        assertThat(files()).hasSize(2);
        for (String wrong : List.of("--manifest", "--write-map")) {
            assertThat(convert("part.ds", "--rotate", "4s", wrong, "x").code()).isEqualTo(2);
        }
    }
}
