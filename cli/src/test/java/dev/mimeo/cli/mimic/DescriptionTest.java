package dev.mimeo.cli.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.cli.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Descriptions of scans that measured a part of what can be described. */
final class DescriptionTest {

    private static final int CHUNK = 4096;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    /** Chunks of random letters of which none are equal, and as many of zeros. */
    private String scan(int letters, int zeros, String... scanners) throws IOException {
        byte[] data = new byte[(letters + zeros) * CHUNK];
        Random random = new Random(3);
        for (int i = 0; i < letters * CHUNK; i++) {
            data[i] = (byte) ('a' + random.nextInt(16));
        }
        Path file = Files.write(folder.resolve("data"), data);
        List<String> line = new ArrayList<>(
                List.of("scan", file.toString(), "-o", folder + "/c.ds", "--chunk-size", Integer.toString(CHUNK)));
        for (String scanner : scanners) {
            line.addAll(List.of("--scanner", scanner));
        }
        assertThat(TestRun.of(line.toArray(String[]::new)).code()).isZero();
        return folder + "/c.ds";
    }

    private String page(String characterization) throws IOException {
        Path page = folder.resolve("page.html");
        assertThat(TestRun.of("describe", characterization, "--html", page.toString())
                        .code())
                .isZero();
        return Files.readString(page);
    }

    /** One chunk of 64 that differ is compressed: its ratio is known, and its spread is not. */
    @Test
    void anErrorThatIsNotKnownIsNamed() throws IOException {
        String scanned = scan(20, 20, "histogram", "repetition,every=64");
        String text = TestRun.of("describe", scanned).out().replaceAll("\\s+", " ");
        assertThat(text).contains("of the whole data set with an unknown error, estimated from ");
        assertThat(text).doesNotContain("NaN");
        assertThat(page(scanned))
                .contains("Uncertain: the zlib ratio of the whole data set with an unknown error, estimated from ")
                .doesNotContain("NaN %");
    }

    /** The random half deflates to about 4 bits per byte. */
    @Test
    void anEstimateTellsFromHowManyChunksItIs() throws IOException {
        String scanned = scan(400, 0, "histogram", "repetition,every=64");
        assertThat(TestRun.of("describe", scanned).out().replaceAll("\\s+", " "))
                .containsPattern(
                        "of the whole data set ±[0-9.]+ % \\(95 % confidence\\), estimated from [0-9]+ of 400 chunks");
        assertThat(page(scanned))
                .containsPattern("±[0-9.]+ % \\(95 % confidence\\), estimated from [0-9]+ of 400 chunks\\.");
    }

    /** The last of four chunks is from 75 % to 100 %, and the last byte value as wide as the others. */
    @Test
    void stepsHaveTheirWidthUpToTheEnd() throws IOException {
        assertThat(page(scan(2, 2, "histogram", "repetition")))
                .contains("<title>Characterization c.ds</title>")
                .containsPattern("\n,,75,([0-9.]+)\n,,100,\\1\n")
                .containsPattern("\n,,255,([0-9.]+)\n,,256,\\1\n");
    }

    @Test
    void aRatioThatWasNotMeasuredIsNotMissing() throws IOException {
        String scanned = scan(3, 0, "histogram");
        assertThat(TestRun.of("describe", scanned).out()).contains("not measured: no chunk was compressed");
        assertThat(page(scanned))
                .contains("not measured: no chunk was compressed")
                .doesNotContain("Uncertain", "NaN %");
    }

    /** The pipe could be read, but may not be. */
    @Test
    void whatWasLeftOutIsNotCalledUnreadable() throws Exception {
        Path tree = Files.createDirectory(folder.resolve("tree"));
        Files.writeString(tree.resolve("letter"), "a");
        assumeThat(new ProcessBuilder("mkfifo", tree + "/pipe").start().waitFor())
                .as("named pipes exist")
                .isZero();
        assertThat(TestRun.of("scan", tree.toString(), "-o", folder + "/c.ds").code())
                .isZero();
        assertThat(TestRun.of("describe", folder + "/c.ds").out().replaceAll("\\s+", " "))
                .contains(" size 1 B (1 byte) ")
                .contains(" left out 1 entry, unreadable, shrunk or not a regular file: scan says which ");
    }
}
