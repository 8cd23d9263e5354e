package dev.mimeo.cli.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.SegmentModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    void otherCommandsSayWhatTheyNeed() {
        TestRun run = TestRun.of("describe", segment);

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo("mimeo: " + segment
                        + ": a segment, which generate, serve and run take; this command needs a characterization\n");
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
