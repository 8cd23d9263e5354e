package dev.mimeo.fidelity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ComparisonExportTest {

    @Test
    void csvHasALineForEachCodec() {
        List<String> lines =
                ComparisonExport.csv(Map.of("a,b", Samples.result())).lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).startsWith("synthetic,codec,bytes,repetitions,ratio_original,");
        assertThat(lines.get(1)).startsWith("\"a,b\",zlib:6,2097152,5,4.0,5.0,0.25,0.05,0.04,");
        assertThat(lines.get(1).split(",")).hasSize(lines.get(0).split(",").length + 1);
    }

    @Test
    void markdownHasTheTableAndTheVerdict() {
        String text = ComparisonExport.markdown(Map.of("a|b_c", Samples.result()), Tolerance.GOAL);
        List<String> lines = text.lines().toList();
        assertThat(lines.get(2))
                .isEqualTo("| a\\|b\\_c | zlib:6 | 4.000 | 5.000 | +25.0 % | 50.00 | 40.00 | -20.0 ± 1.0 % |"
                        + " 10.00 | 11.00 | +10.0 ± 30.0 % |");
        // Every row has as many cells as the head.
        assertThat(lines.get(0).replace("\\|", "").split("\\|"))
                .hasSameSizeAs(lines.get(2).replace("\\|", "").split("\\|"));
        assertThat(text).contains("\na\\|b\\_c: FAIL: 1 of 1 ratios").contains("\nUncertain: the sizes differ");
    }
}
