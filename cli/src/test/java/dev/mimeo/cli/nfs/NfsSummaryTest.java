package dev.mimeo.cli.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** {@code mimeo nfs summary} of the example. */
@Tag("thorough")
final class NfsSummaryTest {

    private static final Path CAPTURE = MarkdownPage.ROOT.resolve("examples/nfs/office.pcap");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private static TestRun run(String... options) {
        String[] words = {"nfs", "summary", CAPTURE.toString()};
        String[] all = Arrays.copyOf(words, words.length + options.length);
        System.arraycopy(options, 0, all, words.length, options.length);
        return TestRun.of(all);
    }

    @Test
    void textFitsAHundredColumns() {
        TestRun run = run();
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("Period    2023-11-14 22:13:20.000 to 2023-11-14 22:13:31.245 UTC, 11.246 s")
                .contains("Calls     132, 0 with an error, 0 without a reply, 0 sent again")
                .contains("  v3 getattr\n", "  10.0.0.1\n", "  FH:66696c653939\n", "  FH:66696c6530/report-3.txt\n");
        assertThat(run.out().lines()).isNotEmpty().allMatch(line -> line.length() <= 100);
    }

    @Test
    void allFormsHaveTheSameNumbers() throws IOException {
        Path csv = folder.resolve("s.csv");
        Path html = folder.resolve("s.html");
        TestRun run = run("--json", "--csv", csv.toString(), "--html", html.toString());
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode document = new ObjectMapper().readTree(run.out());
        JsonNode read = document.get("operations").get(1);
        assertThat(read.get("name").asString()).isEqualTo("v3 read");
        assertThat(read.get("calls").asLong()).isEqualTo(48);
        assertThat(read.get("readBytes").asLong()).isEqualTo(48 * 1024);
        assertThat(document.get("complete").asBoolean()).isTrue();
        assertThat(document.get("files").get("distinct").asLong()).isEqualTo(13);
        List<String> lines = Files.readAllLines(csv);
        assertThat(lines.get(0)).startsWith("kind,name,status,calls,errors");
        assertThat(lines)
                .isNotEmpty()
                .allMatch(line -> line.chars().filter(c -> c == ',').count() == 13);
        assertThat(lines)
                .anyMatch(line -> line.startsWith("operation,v3 read,,48,0,0,0,48,") && line.endsWith(",49152,0"));
        assertThat(Files.readString(html)).contains("NFS traffic of office.pcap", "v3 getattr", "</html>");
    }

    @Test
    void resultsGoToStandardOutputOneAtATime() {
        assertThat(run("--csv", "-").out()).startsWith("kind,name,").doesNotContain("Period");
        assertThat(run("--html", "-").out()).contains("</html>").doesNotContain("Period    ");
        for (String[] both : new String[][] {{"--json", "--csv", "-"}, {"--csv", "-", "--html", "-"}}) {
            TestRun run = run(both);
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).contains("standard output takes one of --json, --csv - and --html -");
        }
        assertThat(run("--top", "0").code()).isEqualTo(2);
    }

    @Test
    void aDamagedCaptureIsSummarizedAsFarAsItGoes() throws IOException {
        byte[] bytes = Files.readAllBytes(CAPTURE);
        Path cut = folder.resolve("cut.pcap");
        Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));
        TestRun run = TestRun.of("nfs", "summary", cut.toString());
        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("cut.pcap: ").contains("; the packets before that are summarized");
        assertThat(run.out()).contains("Losses    captures cut off or damaged: 1");
        assertThat(TestRun.of("nfs", "summary", cut.toString(), "--strict").code())
                .isEqualTo(1);
    }

    @Test
    void tracesAreSummarizedAsTheirCapturesAre() throws IOException {
        Path trace = folder.resolve("trace.ds");
        TestRun converted =
                TestRun.of("nfs", "convert", CAPTURE.toString(), "-o", trace.toString(), "--anonymize", "none");
        assertThat(converted.code()).as(converted.err()).isZero();
        TestRun run = TestRun.of("nfs", "summary", trace.toString());
        assertThat(run.code()).as(run.err()).isZero();
        String[] expected = run().out().split("\n", 2);
        String[] found = run.out().split("\n", 2);
        assertThat(found[0]).isEqualTo(trace.toString());
        assertThat(found[1]).isEqualTo(expected[1]);
        TestRun both = TestRun.of("nfs", "summary", trace.toString(), CAPTURE.toString());
        assertThat(both.code()).isEqualTo(2);
        assertThat(both.err()).contains("captures and traces cannot be summarized together");
    }

    @Test
    void anEmptyCaptureHasNoTables() throws IOException {
        Path empty = folder.resolve("empty.pcap");
        Files.write(empty, Arrays.copyOf(Files.readAllBytes(CAPTURE), 24));
        TestRun run = TestRun.of("nfs", "summary", empty.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("Packets   0, 0 B on the wire", "Messages  no message of RPC")
                .doesNotContain("p50 ms");
        TestRun json = TestRun.of("nfs", "summary", empty.toString(), "--json");
        assertThat(new ObjectMapper().readTree(json.out()).get("firstPacketAt").isNull())
                .isTrue();
    }
}
