package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.StandardOutput;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.fidelity.Comparison;
import dev.mimeo.fidelity.ComparisonOptions;
import dev.mimeo.fidelity.ComparisonResult;
import dev.mimeo.fidelity.DataSample;
import dev.mimeo.fidelity.Tolerance;
import dev.mimeo.testing.MarkdownPage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Scan, generate, compare and describe, as scripts use them. */
@Tag("thorough")
final class MainJobTest {

    private static final int SIZE = 200_000;

    /** Has the data and its characterization, whose model takes seconds to fit. */
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path original;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeAll
    static void scanData() throws IOException {
        StringBuilder text = new StringBuilder();
        Random random = new Random(42);
        while (text.length() < SIZE) {
            text.append("entry ").append(random.nextInt(5000)).append(random.nextBoolean() ? " opened\n" : " closed\n");
        }
        Path data = Files.writeString(original.resolve("data"), text.substring(0, SIZE));
        TestRun scan =
                run("scan", data.toString(), "-o", original.resolve("c.ds").toString());
        assertThat(scan.code()).as(scan.err()).isZero();
        assertThat(scan.out()).isEmpty();
    }

    @BeforeEach
    void copyData() throws IOException {
        Files.copy(original.resolve("data"), path("data"));
    }

    @Test
    void scanGenerateCompareDescribe() throws IOException {
        copyCharacterization();
        assertThat(files()).containsExactly("c.ds", "data");

        TestRun generate = run("generate", at("c.ds"), "--size", "150KB", "-o", at("out"));
        assertThat(generate.code()).as(generate.err()).isZero();
        assertThat(generate.out()).isEmpty();
        assertThat(path("out")).hasSize(150_000);

        TestRun compare = run("compare", at("data"), at("out"), "--codec", "zlib:6", "--html", at("report.html"));
        assertThat(compare.code()).as(compare.err()).isZero();
        assertThat(compare.out()).contains("zlib:6", "ratio");
        assertThat(path("report.html")).content().contains("</html>");

        TestRun describe = run("describe", at("c.ds"));
        assertThat(describe.code()).as(describe.err()).isZero();
        assertThat(describe.out()).contains("200,000 bytes", "zlib ratio", "entropy", "What this file reveals");
        TestRun page = run("describe", at("c.ds"), "--html", at("page.html"));
        assertThat(page.out()).isEqualTo(describe.out());
        assertThat(path("page.html"))
                .content()
                .contains(
                        "zlib ratios: cumulative distribution",
                        "zlib ratio along the data",
                        "200,000 bytes",
                        "</html>");
        assertThat(run("describe", at("c.ds"), "--html", at("page.html")).err()).contains("page.html", "--force");
        assertThat(run("describe", at("c.ds"), "--html", "-").out())
                .startsWith("<!DOCTYPE html>")
                .endsWith("</html>\n");
        assertThat(run("describe", at("c.ds"), "--html", "-", "--json").code()).isEqualTo(2);
        assertThat(files()).containsExactly("c.ds", "data", "out", "page.html", "report.html");
    }

    @Test
    void withJsonStandardOutputIsOneDocument() throws IOException {
        JsonNode scan = json("scan", at("data"), "-o", at("c.ds"), "--json", "--name", "test");
        assertThat(scan.get("bytes").asLong()).isEqualTo(SIZE);
        assertThat(scan.get("chunks").asLong()).isEqualTo(7);
        assertThat(scan.get("characterizationBytes").asLong()).isEqualTo(Files.size(path("c.ds")));

        JsonNode generate = json("generate", at("c.ds"), "--size", "1KiB", "-o", at("out"), "--json", "--seed", "7");
        assertThat(generate.get("bytes").asLong()).isEqualTo(1024);
        assertThat(generate.get("seed").asString()).isEqualTo("7");

        JsonNode describe = json("describe", at("c.ds"), "--json");
        assertThat(describe.get("name").asString()).isEqualTo("test");
        assertThat(describe.get("chunkRatio").get("median").asDouble()).isGreaterThan(1);
        assertThat(describe.get("totalSymbols").asInt()).isBetween(10, 40);

        JsonNode compare = json("compare", at("data"), at("data"), "--codec", "lz4,zlib:1", "--json");
        assertThat(compare.get("codecs").size()).isEqualTo(2);
        assertThat(compare.get("codecs").get(0).get("ratio").get("deviation").asDouble())
                .isZero();

        JsonNode mimic = json("mimic", at("data"), "-o", at("mimicked"), "--codec", "lz4", "--json");
        assertThat(mimic.get("generate").get("bytes").asLong()).isEqualTo(SIZE);
        assertThat(mimic.get("compare").get("synthetic").get("bytes").asLong()).isEqualTo(SIZE);
        assertThat(mimic.get("scan").get("chunks").asLong()).isEqualTo(7);
        assertThat(mimic.get("scan").get("characterization").isNull()).isTrue();
    }

    @Test
    void quietIsSilent() {
        TestRun scan = run("scan", at("data"), "-o", at("c.ds"), "--quiet");
        assertThat(scan.out() + scan.err()).isEmpty();
        TestRun generate = run("generate", at("c.ds"), "--size", "1", "-o", at("out"), "--quiet");
        assertThat(generate.out() + generate.err()).isEmpty();
    }

    @Test
    void sameSeedSameBytesWhateverTheThreadsAndTheWay() throws IOException {
        copyCharacterization();
        run("generate", at("c.ds"), "--size", "300KiB", "-o", at("one"), "--seed", "9", "--threads", "1");
        run("generate", at("c.ds"), "--size", "300KiB", "-o", at("four"), "--seed", "9", "--threads", "4");
        byte[] one = Files.readAllBytes(path("one"));
        assertThat(path("four")).hasBinaryContent(one);

        TestRun streamed = run("generate", at("c.ds"), "--size", "300KiB", "-o", "-", "--seed", "9");
        assertThat(streamed.bytes().toByteArray()).isEqualTo(one);

        TestRun part = run("generate", at("c.ds"), "--size", "1000", "--offset", "40000", "-o", "-", "--seed", "9");
        assertThat(part.bytes().toByteArray()).isEqualTo(Arrays.copyOfRange(one, 40_000, 41_000));

        TestRun chunk = run("generate", at("c.ds"), "--chunk", "2", "-o", "-", "--seed", "9");
        assertThat(chunk.bytes().toByteArray()).isEqualTo(Arrays.copyOfRange(one, 2 * 32_768, 3 * 32_768));

        TestRun other = run("generate", at("c.ds"), "--size", "300KiB", "-o", "-", "--seed", "10");
        assertThat(other.bytes().toByteArray()).hasSize(one.length).isNotEqualTo(one);
    }

    @Test
    void theStreamEndsAfterTheLargestOffset() throws IOException {
        copyCharacterization();
        String last = String.valueOf(Long.MAX_VALUE - 10);
        TestRun part = run("generate", at("c.ds"), "--size", "10", "--offset", last, "-o", "-");
        assertThat(part.bytes().size()).isEqualTo(10);

        TestRun longer = run("generate", at("c.ds"), "--size", "11", "--offset", last, "-o", "-");
        assertThat(longer.code()).isEqualTo(2);
        assertThat(longer.err()).contains("offset and size together exceed the 2^63 - 1 bytes of a stream");
        TestRun chunk = run("generate", at("c.ds"), "--chunk", last, "-o", "-");
        assertThat(chunk.code()).isEqualTo(2);
        assertThat(chunk.err()).contains("chunk " + last + " begins after the 2^63 - 1 bytes of a stream");
    }

    @Test
    void standardInputAndOutputStandForFiles() throws IOException {
        copyCharacterization();
        TestRun scanned = TestRun.withInput(Files.readAllBytes(path("data")), "scan", "-", "-o", "-");
        assertThat(scanned.code()).as(scanned.err()).isZero();
        TestRun described = TestRun.withInput(scanned.bytes().toByteArray(), "describe", "-", "--json");
        assertThat(described.code()).as(described.err()).isZero();
        JsonNode streamed = JsonMapper.shared().readTree(described.out());
        JsonNode fromFile = json("describe", at("c.ds"), "--json");
        assertThat(streamed.get("deflateRatio")).isEqualTo(fromFile.get("deflateRatio"));
        assertThat(streamed.get("bytes").asLong()).isEqualTo(SIZE);
    }

    @Test
    void aConfigurationNamesScannersAndGenerator() throws IOException {
        Files.writeString(path("config.json"), """
                {"scanners": ["histogram", "repetition", {"name": "compression", "options": {"codecs": "lz4"}}],
                 "generator": {"name": "mix", "options": {}}}
                """);
        JsonNode scan = json("scan", at("data"), "-o", at("c.ds"), "--config", at("config.json"), "--json");
        assertThat(scan.get("scanners").asString()).isEqualTo("histogram repetition compression,codecs=lz4");
        JsonNode generate =
                json("generate", at("c.ds"), "--size", "1KiB", "-o", at("a"), "--config", at("config.json"), "--json");
        assertThat(generate.get("generator").asString()).isEqualTo("mix");
        TestRun describe = run("describe", at("c.ds"));
        assertThat(describe.out()).contains("lz4 ");

        Files.writeString(path("config.json"), "{\"scanner\": []}");
        TestRun wrong = run("scan", at("data"), "-o", at("d.ds"), "--config", at("config.json"));
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.err()).contains("config.json", "no key 'scanner'");
    }

    @Test
    void aFieldOfATraceIsScanned() throws IOException {
        copyCharacterization();
        // A characterization is a DataSeries file itself.
        JsonNode scan = json("scan", at("c.ds"), "--field", "ChunkCharacterization:bytes", "-o", at("f.ds"), "--json");
        assertThat(scan.get("bytes").asLong()).isBetween(100L, 7L * 512);
        assertThat(run("scan", at("c.ds"), "--field", "nonsense", "-o", at("g.ds"))
                        .code())
                .isEqualTo(2);
    }

    @Test
    void aSampleSaysSoAndHowGoodItIs() {
        run("scan", at("data"), "-o", at("s.ds"), "--sample", "5", "--seed", "3", "--chunk-size", "4KiB");
        TestRun describe = run("describe", at("s.ds"));
        assertThat(describe.out()).contains("a random sample: 5 of 49 chunks of 4.0 KiB", "95 % confidence");
    }

    @Test
    void whatExistsIsKeptWithoutForce() throws IOException {
        copyCharacterization();
        byte[] before = Files.readAllBytes(path("c.ds"));
        TestRun refused = run("scan", at("data"), "-o", at("c.ds"), "--name", "other");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .isEqualTo("mimeo: " + at("c.ds")
                        + ": exists already: choose another name, or overwrite it with --force\n");
        assertThat(path("c.ds")).hasBinaryContent(before);
        assertThat(run("scan", at("data"), "-o", at("c.ds"), "--name", "other", "--force")
                        .code())
                .isZero();
        assertThat(Files.readAllBytes(path("c.ds"))).isNotEqualTo(before);
    }

    @Test
    void mimicKeepsTheCharacterizationOnRequestOnly() throws IOException {
        TestRun mimic = run("mimic", at("data"), "-o", at("out"), "--codec", "lz4", "--keep", at("kept.ds"));
        assertThat(mimic.code()).as(mimic.err()).isZero();
        assertThat(mimic.out()).contains("lz4");
        assertThat(files()).containsExactly("data", "kept.ds", "out");
        run("mimic", at("data"), "-o", at("again"), "--codec", "lz4");
        assertThat(path("again")).hasSameBinaryContentAs(path("out"));
        assertThat(files()).containsExactly("again", "data", "kept.ds", "out");
    }

    @Test
    void outOfToleranceIsCode1() throws IOException {
        byte[] noise = new byte[SIZE];
        new Random(1).nextBytes(noise);
        Files.write(path("noise"), noise);
        TestRun compare = run("compare", at("data"), at("noise"), "--codec", "zlib:6", "--tolerance", "ratio=5%");
        assertThat(compare.code()).isEqualTo(1);
        assertThat(compare.out()).contains("zlib:6");
        assertThat(compare.err()).contains("out of tolerance: zlib:6 ratio");
        assertThat(run("compare", at("data"), at("data"), "--codec", "zlib:6", "--tolerance", "ratio=5%")
                        .code())
                .isZero();
    }

    @Test
    void comparesStandardInputButNotWithItself() throws IOException {
        byte[] data = Files.readAllBytes(Path.of(at("data")));
        TestRun same = TestRun.withInput(data, "compare", at("data"), "-", "--codec", "zlib:6", "--json");
        assertThat(same.code()).as(same.err()).isZero();
        JsonNode compare = JsonMapper.shared().readTree(same.out());
        assertThat(compare.get("synthetic").get("bytes").asLong()).isEqualTo(data.length);
        assertThat(compare.get("codecs").get(0).get("ratio").get("deviation").asDouble())
                .isZero();
        assertThat(run("compare", "-", "-").code()).isEqualTo(2);
    }

    @Test
    void aCharacterizationIsComparedByWhatIsGeneratedFromIt() throws IOException {
        copyCharacterization();

        TestRun compare = run("compare", at("data"), at("c.ds"), "--codec", "zlib:6", "--json");

        assertThat(compare.code()).as(compare.err()).isZero();
        assertThat(compare.err()).contains("c.ds is a characterization");
        JsonNode document = JsonMapper.shared().readTree(compare.out());
        assertThat(document.get("synthetic").get("bytes").asLong()).isEqualTo(SIZE);
        assertThat(run("compare", at("c.ds"), at("c.ds"), "--codec", "zlib:6").err())
                .as("two characterizations are compared as they are")
                .isEmpty();
    }

    @Test
    void aMissingStatisticIsAnErrorThatNamesTheOptionOfTheScan() {
        assertThat(run("scan", at("data"), "-o", at("c.ds"), "--effort", "fast").code())
                .isZero();
        TestRun refused = run("generate", at("c.ds"), "--size", "4KiB", "-o", "-", "--generator", "motif");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("scan again with the default scanners, and not with --effort fast");
    }

    @Test
    void severalGeneratorsAreComparedAtOnce() throws IOException {
        copyCharacterization();
        JsonNode compare =
                json("compare", at("data"), at("c.ds"), "--generators", "motif,random", "--codec", "zlib:6", "--json");
        JsonNode comparisons = compare.get("comparisons");
        assertThat(comparisons.get(0).get("generator").asString()).isEqualTo("motif");
        assertThat(comparisons
                        .get(1)
                        .get("codecs")
                        .get(0)
                        .get("ratio")
                        .get("deviation")
                        .asDouble())
                .isLessThan(-0.5);
        assertThat(files()).containsExactly("c.ds", "data");
    }

    @ParameterizedTest
    @ValueSource(strings = {"scan %s/nosuch -o %s/x", "generate %s/nosuch --size 1 -o %s/x", "describe %s/nosuch"})
    void aMissingFileIsOneLineAndCode1(String line) throws IOException {
        TestRun missing = run(line.replace("%s", folder.toString()).split(" "));
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err().lines())
                .singleElement()
                .asString()
                .startsWith("mimeo: ")
                .contains("nosuch", "no such file");
        assertThat(files()).containsExactly("data");
    }

    @Test
    void anOutputInsideTheInputIsRefused() throws IOException {
        for (List<String> line : List.of(
                List.of("scan", folder.toString(), "-o", at("c.ds")),
                List.of("mimic", folder.toString(), "-o", at("out")),
                List.of("mimic", folder.toString(), "-o", "elsewhere", "--keep", at("c.ds")))) {
            TestRun inside = run(line.toArray(String[]::new));
            assertThat(inside.code()).isEqualTo(2);
            assertThat(inside.err()).contains("lies inside the input");
        }
        assertThat(files()).containsExactly("data");
    }

    @Test
    void namesOfFilesAreTakenAsTheyAre() {
        TestRun at = run("describe", "@nosuch");
        assertThat(at.err()).contains("@nosuch: no such file");
    }

    @Test
    void anEmptyInputSaysSo() throws IOException {
        Files.createDirectory(path("empty"));
        Files.createFile(path("empty/file"));
        for (String input : List.of(at("empty"), at("empty/file"), "-")) {
            TestRun scan = run("scan", input, "-o", at("c.ds"));
            assertThat(scan.code()).isEqualTo(1);
            assertThat(scan.err().lines()).singleElement().asString().contains("no data");
        }
        assertThat(files()).containsExactly("data", "empty");
    }

    @Test
    void aSingleByteIsDescribedAndComparedWithoutNaNs() throws IOException {
        Files.writeString(path("one"), "x");
        assertThat(run("scan", at("one"), "-o", at("one.ds")).code()).isZero();
        assertThat(run("describe", at("one.ds")).out())
                .contains("0.0 % of the bytes repeat earlier ones; 0 repetitions\n")
                .doesNotContain("NaN");
        assertThat(run("compare", at("one"), at("one"), "--codec", "lz4").out())
                .contains("compared   1 B, 1 chunk of 32.0 KiB");
    }

    @Test
    void anUnreadableFileIsSkippedAndCounted() throws IOException {
        Path secret = Files.createDirectories(path("tree")).resolve("secret");
        Files.writeString(secret, "secret");
        Files.copy(path("data"), path("tree/data"));
        assumeThat(secret.toFile().setReadable(false) && !Files.isReadable(secret))
                .as("permissions apply to this user")
                .isTrue();
        TestRun scan = run("scan", at("tree"), "-o", at("c.ds"));
        assertThat(scan.code()).isZero();
        assertThat(scan.err()).contains("1 unreadable", "tree/secret");
        assertThat(run("scan", at("tree"), "-o", at("q.ds"), "--quiet").err())
                .startsWith("mimeo: warning: ")
                .contains("1 unreadable", "tree/secret");
        TestRun strict = run("scan", at("tree"), "-o", at("d.ds"), "--strict");
        assertThat(strict.code()).isEqualTo(1);
        assertThat(strict.err()).contains("secret");
    }

    @Test
    void aForeignOrDamagedCharacterizationIsOneLineAndCode1() throws IOException {
        copyCharacterization();
        byte[] damaged = Files.readAllBytes(path("c.ds"));
        Files.write(path("cut"), Arrays.copyOf(damaged, damaged.length / 2));
        damaged[damaged.length / 2] ^= 0x10;
        Files.write(path("flipped"), damaged);
        for (String name : List.of("data", "cut", "flipped")) {
            TestRun describe = run("describe", at(name));
            assertThat(describe.code()).as(name).isEqualTo(1);
            assertThat(describe.out()).isEmpty();
            assertThat(describe.err().lines())
                    .singleElement()
                    .asString()
                    .startsWith("mimeo: ")
                    .contains(at(name));
        }
        TestRun generate = run("generate", at("cut"), "--size", "1MiB", "-o", at("out"));
        assertThat(generate.code()).isEqualTo(1);
        assertThat(path("out")).doesNotExist();
    }

    @Test
    void theStackTraceIsForDebugOnly() {
        assertThat(run("describe", at("nosuch")).err()).doesNotContain("\tat ");
        assertThat(run("describe", at("nosuch"), "--debug").err()).contains("\tat dev.mimeo");
    }

    @Test
    void aFullDiskLeavesNothing() throws IOException {
        copyCharacterization();
        assumeThat(Path.of("/dev/full")).exists();
        TestRun generate = run("generate", at("c.ds"), "--size", "1MiB", "-o", "/dev/full");
        assertThat(generate.code()).isEqualTo(1);
        assertThat(generate.err())
                .isEqualTo("mimeo: /dev/full: no space left on device: free some, or write elsewhere\n");
    }

    @Test
    void aFullStandardOutputIsAnError() throws IOException {
        copyCharacterization();
        assumeThat(Path.of("/dev/full")).exists();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (OutputStream full = new FileOutputStream("/dev/full")) {
            assertThat(runOn(StandardOutput.of(full), err, "describe", at("c.ds")))
                    .isEqualTo(1);
            assertThat(runOn(StandardOutput.of(full), err, "--help")).isEqualTo(1);
        }
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("standard output: no space left on device");
    }

    @Test
    void aClosedPipeIsAQuietEnd() throws IOException {
        copyCharacterization();
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        StandardOutput out = StandardOutput.of(closed);
        assertThat(runOn(out, err, "generate", at("c.ds"), "--size", "10MiB", "-o", "-"))
                .isZero();
        assertThat(runOn(out, err, "describe", at("c.ds"))).isZero();
        assertThat(runOn(out, err, "--help")).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    @Tag("slow")
    void theDemoShowsTheMainJob() throws IOException {
        TestRun demo = run("demo", "-o", at("demo"));
        assertThat(demo.code()).as(demo.err()).isZero();
        assertThat(demo.out()).contains("zlib:6", "report: ");
        assertThat(path("demo/report.html")).content().contains("</html>");
        long original = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path("demo/original"))) {
            for (Path file : files) {
                original += Files.size(file);
            }
        }
        assertThat(original).isPositive();
        assertThat(path("demo/synthetic.bin")).hasSize(original);
        // The bound that is documented: 2,500 bytes for 64 KiB, and 2,304 for the whole.
        assertThat(Files.size(path("demo/characterization.ds"))).isLessThan(2500 * original / 65536 + 2304);
        // Templates of many small classes, each within its own bound, may not add up to more than this.
        assertThat(Files.size(path("demo/characterization.ds"))).isLessThan(3 * original / 100);
        assertThat(path("demo/SAMPLE.md")).exists();
        // The tutorial scans the same sample.
        String tutorial = Files.readString(MarkdownPage.ROOT.resolve("docs/tutorials/first-data-set.md"));
        assertThat(characterizationKib(tutorial)).isCloseTo(characterizationKib(demo.err()), withinPercentage(10));
        demoIsTrueAtOtherChunkSizes();

        TestRun refused = run("demo", "-o", at("demo"));
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("exists already");
    }

    private static double characterizationKib(String text) {
        Matcher size = Pattern.compile("characterization of ([0-9.]+) KiB: ").matcher(text);
        assertThat(size.find()).as(text).isTrue();
        return Double.parseDouble(size.group(1));
    }

    /** Scanned in chunks of 32 KiB, compressed in others. */
    private void demoIsTrueAtOtherChunkSizes() throws IOException {
        ComparisonOptions options = ComparisonOptions.defaults()
                .withCodecs(List.of("lz4", "zlib:1", "zlib:6", "zstd:1", "zstd:3", "snappy"))
                .withGranularity(List.of(8 << 10, 16 << 10, 64 << 10, 128 << 10))
                .withRepetitions(1)
                .withBudget(Duration.ZERO);
        try (DataSample original = DataSample.open(path("demo/original"));
                DataSample synthetic = DataSample.open(path("demo/synthetic.bin"))) {
            ComparisonResult result =
                    Comparison.compare(original, synthetic, options, Comparison.ProgressListener.SILENT);
            assertThat(Tolerance.parse("ratio=5%").violations(result)).isEmpty();
        }
    }

    private void copyCharacterization() throws IOException {
        Files.copy(original.resolve("c.ds"), path("c.ds"));
    }

    private static TestRun run(String... args) {
        return TestRun.of(args);
    }

    private static int runOn(StandardOutput out, ByteArrayOutputStream err, String... args) {
        PrintStream printed = new PrintStream(err, true, StandardCharsets.UTF_8);
        Terminal terminal = new Terminal(new ByteArrayInputStream(new byte[0]), out, printed, false, false);
        return Main.run(terminal, new Outputs(terminal), args);
    }

    private static JsonNode json(String... args) {
        TestRun run = TestRun.of(args);
        assertThat(run.code()).as(run.err()).isZero();
        // Fails on anything before or after the document.
        return JsonMapper.builder()
                .enable(tools.jackson.databind.DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build()
                .readTree(run.out());
    }

    private Path path(String name) {
        return folder.resolve(name);
    }

    private String at(String name) {
        return path(name).toString();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> list = Files.list(folder)) {
            return list.map(file -> String.valueOf(file.getFileName())).sorted().toList();
        }
    }
}
