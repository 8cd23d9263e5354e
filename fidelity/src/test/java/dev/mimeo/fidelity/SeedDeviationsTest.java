package dev.mimeo.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class SeedDeviationsTest {

    /** Three data sets: the same, one with a ratio of 4.4 and one of 3.4 instead of 5. */
    private static SeedDeviations three() {
        return SeedDeviations.of(7, Samples.result())
                .with(8, Samples.resultWithRatio(4.4))
                .with(9, Samples.resultWithRatio(3.4));
    }

    /** The values are those of the tables of Fisher and Yates, and of any textbook. */
    @ParameterizedTest
    @CsvSource({
        "0.95, 1, 12.7062", "0.95, 2, 4.3027", "0.95, 3, 3.1824", "0.95, 4, 2.7764", "0.95, 5, 2.5706",
        "0.95, 9, 2.2622", "0.95, 10, 2.2281", "0.95, 30, 2.0423", "0.95, 120, 1.9799", "0.95, 999, 1.9623",
        "0.99, 1, 63.6567", "0.99, 7, 3.4995", "0.90, 20, 1.7247", "0, 3, 0"
    })
    void quantilesAreThoseOfTheTables(double probability, int degrees, double expected) {
        assertThat(StudentsT.twoSided(probability, degrees)).isCloseTo(expected, within(5e-5));
    }

    @Test
    void aProbabilityOrDegreesOutOfRangeAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> StudentsT.twoSided(1, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> StudentsT.twoSided(Double.NaN, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> StudentsT.twoSided(0.95, 0));
    }

    /** The definition of a confidence interval: about 95 % of those of normal samples contain the mean of the distribution. */
    @ParameterizedTest
    @CsvSource({"2", "3", "6"})
    void intervalsCoverTheMeanAsOftenAsTheySay(int n) {
        Random random = new Random(n);
        int trials = 20_000;
        int covered = 0;
        for (int i = 0; i < trials; i++) {
            double[] values =
                    random.doubles(n).map(any -> 3 + 2 * random.nextGaussian()).toArray();
            double mean = 0;
            for (double value : values) {
                mean += value / n;
            }
            covered += Math.abs(mean - 3) <= StudentsT.halfWidth(values, 0.95) ? 1 : 0;
        }
        // Four standard deviations of the share of trials.
        assertThat(covered / (double) trials).isCloseTo(0.95, within(4 * Math.sqrt(0.95 * 0.05 / trials)));
    }

    @Test
    void meansAndIntervalsAreThoseOfTheDeviations() {
        SeedDeviations.QuantityDeviations ratio =
                three().codecs().get(0).quantities().get(0);
        // Deviations of 4: 0.25, 0.1 and -0.15; their standard deviation is sqrt(0.0408333...).
        assertThat(ratio.values()).hasSize(3);
        assertThat(ratio.mean()).isCloseTo(0.2 / 3, within(1e-12));
        assertThat(ratio.halfWidth()).isCloseTo(4.30265 * Math.sqrt(0.245 / 6) / Math.sqrt(3), within(1e-5));
        assertThat(SeedDeviations.of(7, Samples.result()).codecs().get(0).quantities())
                .hasSize(3)
                .allSatisfy(quantity -> assertThat(quantity.halfWidth()).isZero());
    }

    @Test
    void theTextLooksLikeThis() {
        assertThat(ComparisonTable.render(three())).isEqualTo("""
                seeds 7 to 9 (3): mean deviation in % ± 95 % interval by Student's t
                codec  |               ratio |    compression time |  decompression time
                zlib:6 |        +6.7 ±  50.2 |       -20.0 ±   0.0 |       +10.0 ±   0.0
                """);
    }

    @Test
    void moreChunkSizesThanFitFollowBelow() throws IOException {
        ComparisonOptions options = Samples.OPTIONS.withGranularity(List.of(4096, 8192, 16384, 65536, 131072));
        byte[] words = Samples.words(300_000, 1);
        ComparisonResult result = Comparison.compare(
                DataSample.ofBytes("a", words),
                DataSample.ofBytes("b", Samples.words(300_000, 2)),
                options,
                Comparison.ProgressListener.SILENT);
        for (String text : List.of(
                ComparisonTable.render(result),
                ComparisonTable.render(SeedDeviations.of(0, result).with(1, result)))) {
            assertThat(text.lines())
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
            assertThat(text).contains("4.0 KiB", "128.0 KiB");
        }
    }

    @Test
    void allFormatsHaveTheSameNumbers() throws IOException {
        SeedDeviations seeds = three();
        JsonNode ratio =
                JsonMapper.shared().readTree(ComparisonJson.render(seeds)).at("/codecs/0/quantities/0");
        SeedDeviations.QuantityDeviations expected =
                seeds.codecs().get(0).quantities().get(0);
        assertThat(ratio.path("meanDeviation").asDouble()).isEqualTo(expected.mean());
        assertThat(ratio.path("halfWidth").asDouble()).isEqualTo(expected.halfWidth());
        assertThat(ratio.path("deviations").size()).isEqualTo(3);
        Map<String, ComparisonResult> kept = Map.of("mimic", Samples.result());
        List<String> csv = ComparisonExport.csv(kept, seeds).lines().toList();
        assertThat(csv.get(0))
                .startsWith(ComparisonExport.csv(kept).lines().findFirst().orElseThrow() + ",seeds,");
        assertThat(csv.get(1)).contains(",3," + expected.mean() + "," + expected.halfWidth() + ",");
        assertThat(csv.get(1).split(",")).hasSameSizeAs(csv.get(0).split(","));
        assertThat(ComparisonExport.markdown(seeds))
                .contains("| zlib:6 | +6.7 ± 50.2 % | -20.0 ± 0.0 % | +10.0 ± 0.0 % |\n");
        StringBuilder page = new StringBuilder();
        HtmlReport.of("a").add("mimic", Samples.result()).seeds(seeds).write(page);
        assertThat(page.toString())
                .contains("Several seeds")
                .contains("+6.7 ± 50.2 ~<")
                .contains("ratio,mean of the seeds,zlib:6,");
    }

    @Test
    void seedsAndCodecsMustGoTogether() throws IOException {
        SeedDeviations seeds = SeedDeviations.of(7, Samples.result());
        assertThatIllegalArgumentException().isThrownBy(() -> seeds.with(7, Samples.result()));
        ComparisonResult other = Samples.compare(new byte[10], new byte[10]);
        assertThatIllegalArgumentException().isThrownBy(() -> seeds.with(8, other));
    }
}
