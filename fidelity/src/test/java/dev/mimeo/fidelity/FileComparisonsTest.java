package dev.mimeo.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.fidelity.ComparisonResult.FileComparisons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.Deflater;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class FileComparisonsTest {

    private static final ComparisonOptions OPTIONS =
            Samples.OPTIONS.withCodecs(List.of("zlib:6", "bzip2:9")).withByFile(true);

    private static final byte[] WORDS = Samples.words(40_000, 3);
    private static final byte[] NOISE = Samples.random(40_000, 4);

    @TempDir
    private Path folder;

    private Path original = Path.of("");
    private Path synthetic = Path.of("");

    /** Two files whose contents are swapped on the other side, one that is the same, and one more on each side. */
    @BeforeEach
    void write() throws IOException {
        original = folder.resolve("original");
        synthetic = folder.resolve("synthetic");
        write(original.resolve("a.txt"), WORDS);
        write(original.resolve("b/c.bin"), NOISE);
        write(original.resolve("b/same"), WORDS);
        write(original.resolve("b/z only here"), Arrays.copyOf(WORDS, 1000));
        write(original.resolve("empty"), new byte[0]);
        write(synthetic.resolve("a.txt"), NOISE);
        write(synthetic.resolve("b/c.bin"), WORDS);
        write(synthetic.resolve("b/same"), WORDS);
        write(synthetic.resolve("new"), Arrays.copyOf(WORDS, 2000));
    }

    private static void write(Path file, byte[] content) throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.write(file, content);
    }

    private ComparisonResult compare(Path other, ComparisonOptions options) throws IOException {
        try (DataSample before = DataSample.open(original);
                DataSample after = DataSample.open(other)) {
            return Comparison.compare(before, after, options, Comparison.ProgressListener.SILENT);
        }
    }

    private static FileComparisons files(ComparisonResult result) {
        return Objects.requireNonNull(result.files());
    }

    private static int deflated(byte[] data) {
        Deflater deflater = new Deflater(6);
        deflater.setInput(data);
        deflater.finish();
        int length = deflater.deflate(new byte[data.length + 1000]);
        deflater.end();
        return length;
    }

    @Test
    void filesOfTheSamePathAreCompared() throws Exception {
        FileComparisons files = files(compare(synthetic, OPTIONS));
        assertThat(files.byPath()).isTrue();
        assertThat(files.files()).isEqualTo(3);
        assertThat(files.onlyOriginal()).isOne();
        assertThat(files.onlySynthetic()).isOne();
        assertThat(files.unpaired())
                .containsExactly(
                        new FileComparisons.FileRatios("b/z only here", 1000, 0, List.of()),
                        new FileComparisons.FileRatios("new", 0, 2000, List.of()));
        assertThat(files.worst())
                .extracting(FileComparisons.FileRatios::name)
                .containsExactly("b/c.bin", "a.txt", "b/same");
        double words = 40_000.0 / deflated(WORDS);
        double noise = 40_000.0 / deflated(NOISE);
        FileComparisons.FileRatios worst = files.worst().get(0);
        assertThat(worst.comparedBytes()).isEqualTo(40_000);
        assertThat(worst.ratios().get(0).original()).isEqualTo(noise, within(1e-12));
        assertThat(worst.ratios().get(0).synthetic()).isEqualTo(words, within(1e-12));
        assertThat(files.worst().get(2).worstDeviation()).isZero();
        // All together are the same bytes, in another order: the deviations cancel without a rest.
        FileComparisons.CodecFiles zlib = files.codecs().get(0);
        assertThat(zlib.total().deviation()).isZero();
        double mean = (words / noise - 1 + 1 - noise / words) / 3;
        assertThat(zlib.meanDeviation()).isEqualTo(mean, within(1e-12));
        assertThat(zlib.byteMeanDeviation()).isEqualTo(mean, within(1e-12));
    }

    @Test
    void theBytesAtTheOffsetOfAFileAreComparedWhereTheOtherSideIsNotATree() throws Exception {
        Path one = folder.resolve("one.bin");
        byte[] joined = new byte[85_000];
        System.arraycopy(NOISE, 0, joined, 0, 40_000);
        System.arraycopy(NOISE, 0, joined, 40_000, 40_000);
        System.arraycopy(WORDS, 0, joined, 80_000, 5000);
        Files.write(one, joined);
        FileComparisons files = files(compare(one, OPTIONS));
        assertThat(files.byPath()).isFalse();
        // Of the third file, only the first bytes have synthetic data; of the fourth, none.
        assertThat(files.files()).isEqualTo(3);
        assertThat(files.onlyOriginal()).isOne();
        assertThat(files.onlySynthetic()).isZero();
        assertThat(files.unpaired())
                .extracting(FileComparisons.FileRatios::name)
                .containsExactly("b/z only here");
        assertThat(files.worst().get(0).name()).isEqualTo("a.txt");
        assertThat(files.worst())
                .filteredOn(file -> !file.name().equals("a.txt"))
                .isNotEmpty()
                .allSatisfy(file -> assertThat(file.worstDeviation()).isZero())
                .extracting(FileComparisons.FileRatios::comparedBytes)
                .containsExactlyInAnyOrder(40_000L, 5000L);
    }

    @Test
    void largeFilesAreComparedBySegments() throws Exception {
        FileComparisons files = files(compare(synthetic, OPTIONS.withBytes(8000, 4000)));
        assertThat(files.worst()).hasSize(3);
        assertThat(files.worst().get(0).worstDeviation()).isGreaterThan(0.5);
        assertThat(files.worst().get(2).worstDeviation()).isZero();
    }

    @Test
    void filesAreNotComparedUnlessAskedFor() throws Exception {
        assertThat(compare(synthetic, OPTIONS.withByFile(false)).files()).isNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Comparison.compare(
                        DataSample.ofBytes("a", WORDS),
                        DataSample.ofBytes("b", WORDS),
                        OPTIONS,
                        Comparison.ProgressListener.SILENT))
                .withMessage("a: not a directory: its files cannot be compared");
    }

    @Test
    void theVerdictSaysThatDeviationsCancel() throws Exception {
        assertThat(Verdict.of(compare(synthetic, OPTIONS), Tolerance.GOAL).uncertainties())
                .anySatisfy(reason ->
                        assertThat(reason).startsWith("errors cancel: ").endsWith(" % on average, of all by 0.0 %"));
        assertThat(Verdict.of(compare(original, OPTIONS), Tolerance.GOAL).uncertainties())
                .isNotEmpty()
                .noneMatch(reason -> reason.contains("cancel"));
    }

    @Test
    void theTableHasTheWorstFilesWithin100Columns() throws Exception {
        // Windows refuses line feeds in names.
        String odd = OS.WINDOWS.isCurrentOs() ? "\u007f" : "\u001b";
        String broken = OS.WINDOWS.isCurrentOs() ? "; " : "\n";
        String name = "folder with a long name/".repeat(5) + "line" + broken + "end" + odd;
        write(original.resolve(name), WORDS);
        write(synthetic.resolve(name), WORDS);
        ComparisonResult result = compare(synthetic, OPTIONS);
        String text = FileComparisonTables.text(files(result));
        assertThat(text.lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
        assertThat(text)
                .startsWith("by file    4 files compared with files of the same path, ratios only\n")
                .contains("original without synthetic data, not compared:\n")
                .contains("  1 file (b/z only here)\n")
                .contains("  1 file (new)\n")
                .contains("KiB  b/c.bin\n")
                .contains("long name/line; end?\n");
        assertThat(ComparisonExport.markdown(Map.of("x", result), Tolerance.GOAL))
                .contains("long name/line; end? |");
        assertThat(text.indexOf("b/c.bin\n")).isLessThan(text.indexOf(" a.txt\n"));
    }

    @Test
    void allFormatsHaveTheFiles() throws Exception {
        ComparisonResult result = compare(synthetic, OPTIONS);
        JsonNode json = JsonMapper.builder()
                .build()
                .readTree(ComparisonJson.render(result))
                .get("files");
        assertThat(json.get("pairing").asString()).isEqualTo("path");
        assertThat(json.get("onlyOriginal").get("names").get(0).asString()).isEqualTo("b/z only here");
        assertThat(json.get("worst").get(0).get("file").asString()).isEqualTo("b/c.bin");
        assertThat(json.get("worst").get(0).get("codecs").get(1).get("codec").asString())
                .isEqualTo("bzip2:9");
        List<String> csv = ComparisonExport.csv(Map.of("x", result)).lines().toList();
        assertThat(csv).hasSize(1 + 2 + 3 * 2);
        assertThat(csv.get(0)).endsWith(",chunk_time_ks,file");
        assertThat(csv.get(1)).endsWith(",");
        assertThat(csv.get(3)).startsWith("x,zlib:6,40000,,").endsWith(",b/c.bin");
        assertThat(csv)
                .isNotEmpty()
                .allSatisfy(line -> assertThat(
                                line.chars().filter(c -> c == ',').count())
                        .isEqualTo(csv.get(0).chars().filter(c -> c == ',').count()));
        assertThat(ComparisonExport.markdown(Map.of("x", result), Tolerance.GOAL))
                .contains("\n| file | size | zlib:6, deviation | bzip2:9, deviation |\n")
                .contains("\n| b/c.bin | 39.1 KiB | +")
                .contains("\n| b/same | 39.1 KiB | 0.0 % | 0.0 % |\n");
        StringBuilder page = new StringBuilder();
        HtmlReport.of("x").add("y", result).write(page);
        assertThat(page).contains("File by file").contains("b/c.bin").contains("b/z only here");
    }
}
