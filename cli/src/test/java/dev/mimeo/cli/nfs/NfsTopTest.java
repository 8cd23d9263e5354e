package dev.mimeo.cli.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.MarkdownPage;
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

    @Test
    void pagesHaveTheBusiestGroups() throws IOException {
        String text = run("nfs", "top", "-", "--interval", "20s", "--top", "1").out();
        assertThat(text)
                .contains(" calls/s, - errors/s, ", "v3 getattr", "and 3 groups with fewer calls")
                .doesNotContain("v3 read", "\u001b");
        assertThat(text.lines()).isNotEmpty().allMatch(line -> line.length() <= 115);
        assertThat(TestRun.of("nfs", "top", "--top", "0").code()).isEqualTo(2);
        assertThat(TestRun.of("nfs", "top", "--by", "client,client").code()).isEqualTo(2);
    }
}
