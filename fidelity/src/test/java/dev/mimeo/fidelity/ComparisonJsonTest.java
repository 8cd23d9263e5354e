package dev.mimeo.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Holds the document to the shape that the command line promises. */
final class ComparisonJsonTest {

    private static JsonNode parse(ComparisonResult result) {
        return JsonMapper.builder().build().readTree(ComparisonJson.render(result));
    }

    @Test
    void hasTheDocumentedShape() {
        JsonNode root = parse(Samples.result());
        assertThat(root.at("/original/bytes").longValue()).isEqualTo(3 << 20);
        assertThat(root.at("/synthetic/bytes").longValue()).isEqualTo(2 << 20);
        assertThat(root.get("codecs").size()).isEqualTo(1);
        JsonNode codec = root.at("/codecs/0");
        assertThat(codec.get("codec").stringValue()).isEqualTo("zlib:6");
        figure(codec.get("ratio"), 4, 5);
        figure(codec.get("compressTime"), 0.05, 0.04);
        figure(codec.get("decompressTime"), 0.01, 0.011);
        // Deviations 0, 0.25, 0.25, 0; distributions {2,4,8,10} and {2,5,6,10}.
        number(codec.at("/chunkRatio/medianDeviation"), 0.125);
        number(codec.at("/chunkRatio/p90Deviation"), 0.25);
        number(codec.at("/chunkRatio/ks"), 0.25);
        number(codec.at("/chunkTime/medianDeviation"), (1.0 / 3 + 0.5) / 2);
        number(codec.at("/chunkTime/p90Deviation"), 0.5 + 0.7 * 0.5);
        number(codec.at("/chunkTime/ks"), 0.25);
        number(root.at("/entropy/ks"), 0.25);
        number(root.at("/byteHistogram/distance"), 0.1);
        // 60 of 100 repetitions are at most 4 long against 110 of 150.
        number(root.at("/repetitionLength/ks"), 110.0 / 150 - 0.6);
        figure(root.get("dedup").get("fixed:524288"), 1.5, 1.2);
        figure(root.get("dedup").get("fastcdc:8192"), 2, 2.5);
    }

    @Test
    void hasTheVerdictAndTheNameOfItsSchema() {
        JsonNode root = parse(Samples.result());
        assertThat(root.get("schema").stringValue()).isEqualTo("mimeo.compare/1");
        JsonNode verdict = root.get("verdict");
        assertThat(verdict.get("passed").booleanValue()).isFalse();
        number(verdict.at("/goal/ratio"), 0.05);
        number(verdict.at("/ratio/worstDeviation"), 0.25);
        number(verdict.at("/time/meanDeviation"), 0.15);
        assertThat(verdict.at("/time/worst").stringValue()).isEqualTo("zlib:6 compression time");
        assertThat(verdict.at("/time/noisy").intValue()).isEqualTo(1);
        assertThat(verdict.get("violations").size()).isEqualTo(2);
        assertThat(verdict.get("uncertainties").size()).isEqualTo(3);
        JsonNode lenient = JsonMapper.builder()
                .build()
                .readTree(ComparisonJson.render(
                        Samples.result(), Verdict.of(Samples.result(), Tolerance.parse("ratio=30%"))))
                .get("verdict");
        assertThat(lenient.get("passed").booleanValue()).isTrue();
        assertThat(lenient.at("/goal/time").isNull()).isTrue();
    }

    @Test
    void saysWhenNoiseHidesTheDifference() {
        JsonNode codec = parse(Samples.result()).at("/codecs/0");
        assertThat(codec.at("/compressTime/noisy").booleanValue()).isFalse();
        assertThat(codec.at("/decompressTime/noisy").booleanValue()).isTrue();
        number(codec.at("/decompressTime/noise"), 0.3);
    }

    @Test
    void holdsFiniteNumbersOnlyWhateverIsCompared() throws Exception {
        byte[] text = Samples.words(70_000, 1);
        for (byte[][] pair : List.of(
                new byte[][] {{1}, {2}},
                new byte[][] {{1}, text},
                new byte[][] {new byte[70_000], new byte[70_000]},
                new byte[][] {new byte[70_000], Samples.random(70_000, 1)},
                new byte[][] {Samples.random(70_000, 1), new byte[50_000]})) {
            String json = ComparisonJson.render(Samples.compare(pair[0], pair[1]));
            assertThat(json).doesNotContain("NaN").doesNotContain("Infinity");
            JsonNode root = JsonMapper.builder().build().readTree(json);
            assertThat(root.at("/original/bytes").intValue()).isEqualTo(pair[0].length);
            assertThat(root.at("/codecs/1/decompressTime/deviation").isNumber()).isTrue();
            assertThat(root.at("/codecs/0/chunkTime/ks").isNumber()).isTrue();
            assertThat(root.at("/entropy/ks").isNumber()).isTrue();
            assertThat(root.at("/repetitionLength/ks").isNumber()).isTrue();
        }
    }

    private static void figure(JsonNode node, double original, double synthetic) {
        number(node.get("original"), original);
        number(node.get("synthetic"), synthetic);
        number(node.get("deviation"), synthetic / original - 1);
    }

    private static void number(JsonNode node, double expected) {
        assertThat(node.isNumber()).as("%s", node).isTrue();
        assertThat(node.doubleValue()).isEqualTo(expected, within(1e-12));
    }
}
