package dev.mimeo.cli.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.SegmentModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Segments where commands also take characterizations. */
@Tag("slow")
final class SegmentStreamsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private String segment = "";

    @BeforeEach
    void makeSegment() throws IOException {
        segment = folder.resolve("prose.seg").toString();
        assertThat(TestRun.of("segment", "prose", "--size", "300KiB", "-o", segment)
                        .code())
                .isZero();
    }

    @Test
    void generatePrintsTheStreamOfTheSeed() throws IOException {
        SegmentModel model = SegmentModel.read(Path.of(segment));

        TestRun piped = TestRun.of("generate", segment, "--size", "100000", "-o", "-");
        assertThat(piped.bytes().toByteArray()).isEqualTo(model.bytes(0, 100_000, 0));

        String out = folder.resolve("out").toString();
        TestRun written = TestRun.of(
                "generate", segment, "--seed", "7", "--offset", "1TiB", "--size", "3000", "-o", out, "--json");
        assertThat(written.out()).contains("\"generator\" : \"segment\"", "\"seed\" : \"7\"", "\"bytes\" : 3000");
        assertThat(Files.readAllBytes(Path.of(out))).isEqualTo(model.bytes(1L << 40, 3000, 7));
    }

    @Test
    void whatIsAfterTheEndOfTheStreamIsRefused() {
        TestRun run = TestRun.of("generate", segment, "--offset", "4TiB", "--size", "1TiB", "-o", "-");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("mimeo generate: the streams of this segment have 4.7 TiB,"
                        + " and --offset and --size together are more: make a larger segment");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--printable", "--generator=mimic", "--order=stored", "--chunk=3", "--category=text"})
    void optionsOfCharacterizationsAreRefused(String option) {
        TestRun run = TestRun.of("generate", segment, "--size", "10", option, "-o", "-");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("mimeo generate: " + option.replaceFirst("=.*", "") + " applies to a characterization, and "
                        + segment + " is a segment");
        assertThat(run.bytes().size()).isZero();
    }

    @Test
    void compareGeneratesAsMuchAsTheOriginalHas() throws IOException {
        SegmentModel model = SegmentModel.read(Path.of(segment));
        Path original = Files.write(folder.resolve("original"), model.bytes(0, 100_000, 3));
        Path synthetic = Files.write(folder.resolve("synthetic"), model.bytes(0, 100_000, 0));

        assertThat(ratios(original, segment)).hasSize(6).isEqualTo(ratios(original, synthetic.toString()));
        assertThat(TestRun.of("compare", original.toString(), segment, "--generators", "motif")
                        .err())
                .startsWith("mimeo compare: --generators applies to a characterization, and " + segment);
    }

    /** Returns the ratios and the sizes that compare exports for a codec. */
    private static List<String> ratios(Path original, String synthetic) {
        TestRun run =
                TestRun.of("compare", original.toString(), synthetic, "--codec", "lz4", "--export-csv", "-", "--quiet");
        assertThat(run.code()).isZero();
        List<String> lines = run.out().lines().toList();
        List<String> names = List.of(lines.get(0).split(","));
        String[] values = lines.get(1).split(",");
        return IntStream.range(0, names.size())
                .filter(i -> names.get(i).contains("ratio"))
                .mapToObj(i -> names.get(i) + "=" + values[i])
                .toList();
    }

    @Test
    void otherCommandsSayWhatTheyNeed() {
        TestRun run = TestRun.of("describe", segment);

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo(
                        "mimeo: " + segment
                                + ": a segment, which generate, compare, serve and run take; this command needs a characterization\n");
    }

    @Test
    void aDamagedSegmentIsRefused() throws IOException {
        byte[] content = Files.readAllBytes(Path.of(segment));
        content[300] ^= 1;
        Path damaged = Files.write(folder.resolve("damaged.seg"), content);

        TestRun run = TestRun.of("generate", damaged.toString(), "--size", "10", "-o", "-");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("mimeo: " + damaged + ": the tables of the segment file are damaged\n");
    }
}
