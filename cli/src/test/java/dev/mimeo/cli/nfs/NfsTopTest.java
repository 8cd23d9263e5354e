package dev.mimeo.cli.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.MarkdownPage;
import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** {@code mimeo nfs top} of the example, against its summary by interval. */
@Tag("thorough")
final class NfsTopTest {

    private static final Path CAPTURE = MarkdownPage.ROOT.resolve("examples/nfs/office.pcap");

    private static TestRun run(String... words) throws IOException {
        TestRun run = TestRun.withInput(Files.readAllBytes(CAPTURE), words);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        return run;
    }

    @Test
    void linesAreTheIntervalsOfTheSummary() throws IOException {
        List<String> lines =
                run("nfs", "top", "--interval", "5s", "--json").out().lines().toList();
        TestRun summary = TestRun.of(
                "nfs", "summary", CAPTURE.toString(), "--interval", "5s", "--by", "operation,client", "--json");
        JsonNode intervals = new ObjectMapper().readTree(summary.out()).get("intervals");
        assertThat(lines).hasSize(intervals.size());
        for (int i = 0; i < lines.size(); i++) {
            JsonNode line = new ObjectMapper().readTree(lines.get(i));
            assertThat(line.get("moreGroups").asLong()).isZero();
            assertThat(line.get("groups")).isEqualTo(intervals.get(i).get("groups"));
            assertThat(line.get("from")).isEqualTo(intervals.get(i).get("from"));
        }
    }

    /** The names of operations of version 4.1 are longer than those of the example. */
    @Test
    void clientsAreInOneColumn() throws IOException {
        Path capture = SharedData.path("nfs/captures/wswiki-nfsv4.1_pnfs.cap");
        TestRun run = TestRun.of("nfs", "top", capture.toString());
        assertThat(run.code()).as(run.err()).isZero();
        String head = run.out()
                .lines()
                .filter(line -> line.endsWith(" client"))
                .findFirst()
                .orElseThrow();
        assertThat(run.out().lines().filter(line -> line.contains(" 192.168.0.")))
                .anyMatch(line -> line.contains("v4 destroy_clientid"))
                .extracting(line -> line.indexOf(" 192.168.0."))
                .containsOnly(head.lastIndexOf(" client"));
    }

    @Test
    void pagesHaveTheBusiestGroups() throws IOException {
        String text = run("nfs", "top", "-", "--interval", "20s", "--top", "1").out();
        assertThat(text)
                .contains(
                        "2023-11-14 22:13:20 UTC: ",
                        " calls/s, 0 errors/s, ",
                        "v3 getattr",
                        "and 3 groups with fewer calls")
                .doesNotContain("v3 read", "\u001b");
        assertThat(text.lines()).isNotEmpty().allMatch(line -> line.length() <= 100);
        assertThat(TestRun.of("nfs", "top", "--top", "0").code()).isEqualTo(2);
        assertThat(TestRun.of("nfs", "top", "--by", "client,client").code()).isEqualTo(2);
    }
}
