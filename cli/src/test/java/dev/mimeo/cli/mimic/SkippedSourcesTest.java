package dev.mimeo.cli.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.command.Json;
import dev.mimeo.scan.ScanSummary.SkippedSource;
import dev.mimeo.scan.ScanSummary.SkippedSource.Reason;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

final class SkippedSourcesTest {

    private static SkippedSources unreadable(String... names) {
        return new SkippedSources(
                Map.of(Reason.UNREADABLE, (long) names.length),
                List.of(names).stream()
                        .map(name -> new SkippedSource(name, Reason.UNREADABLE, "permission denied"))
                        .toList());
    }

    /** Each category lists the folders again, and one that cannot be listed is not as many as there are categories. */
    @Test
    void aSourceOfSeveralScansCountsOnce() {
        SkippedSources merged = SkippedSources.merge(
                List.of(unreadable("folder", "a.txt"), unreadable("folder"), unreadable("folder", "b.jpg")),
                Set.of(),
                2);
        assertThat(merged.names()).containsExactly("folder", "a.txt", "b.jpg");
        ObjectNode json = Json.object();
        merged.put(json);
        assertThat(json.get("skipped").get("unreadable").asInt()).isEqualTo(3);
    }

    @Test
    void aSourceThatIsReportedElsewhereDoesNotCount() {
        SkippedSources merged = SkippedSources.merge(List.of(unreadable("folder", "c.mp3")), Set.of("folder"), 1);
        assertThat(merged.names()).containsExactly("c.mp3");
        ObjectNode json = Json.object();
        merged.put(json);
        assertThat(json.get("skipped").get("unreadable").asInt()).isEqualTo(1);
    }
}
