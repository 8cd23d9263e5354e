package dev.mimeo.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.fidelity.CodecComparison;
import dev.mimeo.fidelity.Comparison;
import dev.mimeo.fidelity.ComparisonOptions;
import dev.mimeo.fidelity.ComparisonResult;
import dev.mimeo.fidelity.DataSample;
import dev.mimeo.fidelity.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FidelityTableTest {

    @TempDir
    Path directory;

    @Test
    void marksWhatIsBeyondTheClaimForLz4AndZlibOnly() throws Exception {
        FidelityTable.Row row = row(
                "mail",
                codec("lz4", 1.099, 1.149, 0),
                codec("zlib:1", 0.899, 1, 0),
                codec("zlib:6", 1, 0.849, 0.2),
                codec("zstd:3", 2, 2, 0));
        assertThat(row.failures()).isEqualTo("zlib:1 ratio, zlib:6 time");
        assertThat(FidelityTable.render("motif", List.of(row)))
                .contains("| mail | 0.0 | +9.9 | +14.9 | **-10.1** | 0.0 ~ | 0.0 | **-15.1 ~** | +100.0 | +100.0 |"
                        + " fails: zlib:1 ratio, zlib:6 time |");
    }

    @Test
    void appendsWhereThereAreNoMarkers() throws Exception {
        Path file = Files.writeString(directory.resolve("README.md"), "# Title");
        FidelityTable.update(file, "one\n");
        FidelityTable.update(file, "two\n");
        assertThat(Files.readString(file))
                .isEqualTo("# Title\n<!-- fidelity suite: begin -->\n\ntwo\n\n<!-- fidelity suite: end -->\n");
    }

    private static CodecComparison codec(String name, double ratio, double time, double noise) {
        CodecComparison.ChunkComparison chunks = new CodecComparison.ChunkComparison(
                Distribution.of(1), Distribution.of(ratio), new ComparisonResult.MeasuredPair(1, ratio), 0);
        CodecComparison.TimeFigure times = new CodecComparison.TimeFigure(1, time, Math.max(noise, 1e-9));
        return new CodecComparison(
                name,
                1000,
                3,
                new ComparisonResult.MeasuredPair(1, ratio),
                times,
                times,
                chunks,
                chunks,
                chunks,
                List.of());
    }

    private static FidelityTable.Row row(String corpus, CodecComparison... codecs) throws IOException {
        ComparisonResult base = Comparison.compare(
                DataSample.ofBytes("a", new byte[10]),
                DataSample.ofBytes("b", new byte[10]),
                ComparisonOptions.defaults().withCodecs(List.of("lz4")),
                Comparison.ProgressListener.SILENT);
        return new FidelityTable.Row(
                corpus,
                1,
                new ComparisonResult(
                        base.original(),
                        base.synthetic(),
                        base.comparedBytes(),
                        base.chunks(),
                        base.options(),
                        base.machine(),
                        List.of(codecs),
                        base.content(),
                        null));
    }
}
