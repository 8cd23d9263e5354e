package dev.mimeo.cli.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.cli.TestRun;
import dev.mimeo.cli.command.Json;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** dsrepack, dscat, dssort and dsmerge, as scripts use them. */
final class RepackToolsTest {

    private static final int ROWS = 20_000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        write("up.ds", IntStream.range(0, ROWS).toArray());
        write("down.ds", IntStream.range(0, ROWS).map(i -> ROWS - 1 - i).toArray());
        Files.writeString(path("text.ds"), "no DataSeries file");
    }

    private void write(String name, int[] ids) throws IOException {
        TraceFixture file = TraceFixture.of("""
            <ExtentType name="Test::Rows">
              <field type="int32" name="id" />
              <field type="int32" name="noise" />
            </ExtentType>
            """);
        for (int i = 0; i < ids.length; i++) {
            if (i % 1000 == 0) {
                file.extent();
            }
            file.row(ids[i], ids[i] * 0x9E3779B1);
        }
        file.write(path(name));
    }

    @Test
    void repackMergesAndSaysWhatItDid() throws IOException {
        TestRun run = TestRun.of(
                "dsrepack", "--compress", "lz4", "--extent-size=4KiB", at("up.ds"), at("down.ds"), at("out.ds"));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("40,000 rows", "in 1 file");
        assertThat(ids("out.ds")).hasSize(2 * ROWS).startsWith(0, 1).endsWith(1, 0);
        TestRun info = TestRun.of("dsinfo", at("out.ds"));
        assertThat(info.out()).contains("Info::DSRepack", "Test::Rows");
        assertThat(TestRun.of("dsverify", at("out.ds")).code()).isZero();

        TestRun verbose = TestRun.of("dsrepack", "-v", at("up.ds"), at("down.ds"), at("verbose.ds"));
        assertThat(verbose.err())
                .contains("Test::Rows: ", "40,000 rows", "  records ", "(zlib ", "Info::DSRepack: 1 extents, 1 rows")
                .containsPattern("took [0-9.]+ s: reading [0-9.]+ s, waiting for extents to be unpacked")
                .containsPattern("unpacking took [0-9.]+ s of [0-9]+ threads");

        assertThat(TestRun.of("dsrepack", at("up.ds"), at("out.ds")).code()).isEqualTo(1);
        TestRun json = TestRun.of("dsrepack", at("up.ds"), at("out.ds"), "--force", "--no-info", "--json", "--quiet");
        assertThat(json.code()).as(json.err()).isZero();
        JsonNode document = JsonMapper.shared().readTree(json.out());
        assertThat(document.get("rows").asLong()).isEqualTo(ROWS);
        assertThat(document.get("outputBytes").asLong()).isEqualTo(Files.size(path("out.ds")));
        assertThat(document.get("parts").size()).isEqualTo(1);
        JsonNode type = document.get("parts").get(0).get("types").get(0);
        assertThat(type.get("name").asString()).isEqualTo("Test::Rows");
        assertThat(type.get("fixedCodecs").get("zlib").asLong()).isEqualTo(3);
    }

    @Test
    void zstdIsUsedWhereItIsNamed() throws IOException {
        assertThat(TestRun.of("dsrepack", "--compress", "zstd", at("up.ds"), at("out.ds"))
                        .code())
                .isZero();
        assertThat(TestRun.of("dsinfo", at("out.ds")).out()).contains("records: zstd (3)");
        assertThat(TestRun.of("dsverify", at("out.ds")).code()).isZero();
        assertThat(ids("out.ds")).isEqualTo(ids("up.ds"));
        assertThat(TestRun.of("dsrepack", "--compress", "all", at("out.ds"), at("all.ds"))
                        .code())
                .isZero();
        assertThat(TestRun.of("dsinfo", at("all.ds")).out()).doesNotContain("zstd");
    }

    @Test
    void aFullDiskIsAnError() {
        assumeTrue(Files.isWritable(Path.of("/dev/full")), "no /dev/full here");
        for (String command : List.of("dsrepack", "dscat")) {
            TestRun run = TestRun.of(command, at("up.ds"), "/dev/full");
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err()).startsWith("mimeo: /dev/full: ").contains("o space left on device");
        }
    }

    @Test
    void repackSplitsIntoNumberedParts() throws IOException {
        TestRun run = TestRun.of(
                "dsrepack", "--compress=none", "--extent-size=4096", "--target-file-size=0.05", at("up.ds"), at("p"));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("in 4 files");
        assertThat(names("p")).containsExactly("p.part-0000.ds", "p.part-0001.ds", "p.part-0002.ds", "p.part-0003.ds");
        List<Integer> all = new ArrayList<>();
        for (String name : names("p")) {
            all.addAll(ids(name));
        }
        assertThat(all).isEqualTo(IntStream.range(0, ROWS).boxed().toList());

        TestRun compat = TestRun.of(
                "dsrepack",
                "--compress=none",
                "--extent-size=4096",
                "--target-file-size=0.05",
                "--compat",
                at("up.ds"),
                at("q"));
        assertThat(compat.code()).as(compat.err()).isZero();
        assertThat(names("q")).containsExactly("q.part-0000.ds", "q.part-01.ds", "q.part-02.ds", "q.part-03.ds");
    }

    /** A run that is killed between two names leaves parts without the first, also where there were parts before. */
    @Test
    void theFirstPartComesLast() throws Exception {
        String[] command = {
            "dsrepack",
            "--compress=none",
            "--extent-size=4096",
            "--target-file-size=0.05",
            "--force",
            at("up.ds"),
            at("p")
        };
        assertThat(TestRun.of(command).code()).isZero();
        Path first = folder.resolve("p.part-0000.ds");
        byte[] before = Files.readAllBytes(first);
        // A part that cannot be replaced stops the run between two names.
        Files.delete(folder.resolve("p.part-0001.ds"));
        Path obstacle = Files.createDirectory(folder.resolve("p.part-0001.ds"));
        assertThat(TestRun.of(command).code()).isEqualTo(1);
        assertThat(Files.readAllBytes(first)).isEqualTo(before);
        Files.delete(obstacle);
        assertThat(TestRun.of(command).code()).isZero();
        assertThat(Files.getLastModifiedTime(first))
                .isLessThanOrEqualTo(Files.getLastModifiedTime(folder.resolve("p.part-0003.ds")));
        try (WatchService watch = folder.getFileSystem().newWatchService()) {
            folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE);
            assertThat(TestRun.of(command).code()).isZero();
            List<String> events = new ArrayList<>();
            while (!events.contains("ENTRY_CREATE p.part-0000.ds")) {
                WatchKey key =
                        Objects.requireNonNull(watch.poll(5, TimeUnit.MINUTES), () -> "events so far: " + events);
                key.pollEvents().stream()
                        .map(event -> event.kind() + " " + event.context())
                        .filter(event -> event.contains(" p.part"))
                        .forEach(events::add);
                key.reset();
            }
            assertThat(events.indexOf("ENTRY_DELETE p.part-0000.ds"))
                    .isBetween(0, events.indexOf("ENTRY_CREATE p.part-0003.ds"));
            assertThat(events.stream().filter(event -> event.startsWith("ENTRY_CREATE")))
                    .last()
                    .isEqualTo("ENTRY_CREATE p.part-0000.ds");
        }
    }

    @Test
    void concatenationCopies() throws IOException {
        TestRun run = TestRun.of("dscat", at("up.ds"), at("down.ds"), at("up.ds"), at("out.ds"), "--json");
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode document = JsonMapper.shared().readTree(run.out());
        assertThat(document.get("extents").asLong()).isEqualTo(60);
        assertThat(document.get("repackedExtents").asLong()).isZero();
        assertThat(ids("out.ds")).hasSize(3 * ROWS);
        assertThat(TestRun.of("dsverify", at("out.ds")).code()).isZero();
    }

    @Test
    void sortingSpillsAndCleansUp() throws IOException {
        TestRun run = TestRun.of(
                "dssort", "--by", "id desc", "--memory=100KiB", at("up.ds"), at("down.ds"), at("out.ds"), "--json");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(JsonMapper.shared().readTree(run.out()).get("runs").asLong()).isGreaterThan(2);
        assertThat(ids("out.ds")).hasSize(2 * ROWS).startsWith(ROWS - 1, ROWS - 1, ROWS - 2);
        assertThat(files()).hasSize(4);

        TestRun merged = TestRun.of(
                "dsmerge",
                "--by",
                "id",
                "--compress",
                "none",
                "--enable",
                "lz4",
                at("up.ds"),
                at("up.ds"),
                at("merged.ds"));
        assertThat(merged.code()).as(merged.err()).isZero();
        assertThat(ids("merged.ds")).hasSize(2 * ROWS).startsWith(0, 0, 1, 1);
        TestRun unsorted = TestRun.of("dsmerge", "--by", "id", at("up.ds"), at("down.ds"), at("none.ds"));
        assertThat(unsorted.code()).isEqualTo(1);
        assertThat(unsorted.err()).contains("down.ds", "not in order");
        assertThat(files()).hasSize(5);
    }

    /** Rows with zeros of both signs are in the order of their second key, which a total order of doubles would not keep. */
    @Test
    void rowsSortedBySqlAreInOrder() throws IOException {
        TraceFixture file = TraceFixture.of("""
            <ExtentType name="Test::Doubles">
              <field type="double" name="x" opt_nullable="yes" />
              <field type="int32" name="id" />
            </ExtentType>
            """);
        Double[] values = {0.0, -0.0, Double.NaN, null, Double.POSITIVE_INFINITY, -1.0};
        for (int id = 0; id < 4 * values.length; id++) {
            file.row(values[id % values.length], id);
        }
        file.write(path("doubles.ds"));
        for (String keys : List.of("x, id", "x desc, id desc", "x desc nulls first, id")) {
            String query = "SELECT * FROM '" + at("doubles.ds") + "' ORDER BY " + keys;
            succeeds("dssql", query, "-o", at("sql.parquet"), "--force");
            succeeds("dsimport", at("sql.parquet"), at("sql.ds"), "--force");
            succeeds("dssort", "--force", "--by", keys, at("doubles.ds"), at("sorted.ds"));
            assertThat(rows("sorted.ds")).as(keys).hasSize(24).isEqualTo(rows("sql.ds"));
            succeeds("dsmerge", "--force", "--by", keys, at("sql.ds"), at("merged.ds"));
        }
    }

    private static void succeeds(String... arguments) {
        TestRun run = TestRun.of(arguments);
        assertThat(run.code()).as(run.err()).isZero();
    }

    private List<String> rows(String name) {
        return TestRun.of("ds2txt", "--skip-all", at(name)).out().lines().toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        dsrepack up.ds                                  | 2 | IN... OUT
        dsrepack --compress gz up.ds out.ds             | 2 | it is called zlib
        dsrepack --target-file-size=0 up.ds out         | 2 | at least 1 byte
        dsrepack --target-file-size=0.0000001 up.ds out | 2 | '0.0000001' is too small
        dsrepack --target-file-size=9999999999999 up.ds out | 2 | '9999999999999' is too large
        dsrepack --target-file-size=1 up.ds -           | 2 | makes several files
        dsrepack --json up.ds -                         | 2 | both want standard output
        dsrepack text.ds out.ds                         | 1 | not a DataSeries file
        dsrepack none.ds out.ds                         | 1 | no such file
        dsrepack up.ds text.ds out.ds                   | 1 | not a DataSeries file
        dscat up.ds text.ds out.ds                      | 1 | not a DataSeries file
        dscat up.ds                                     | 2 | IN... OUT
        dssort up.ds out.ds                             | 2 | --by
        dssort --by nosuch up.ds out.ds                 | 2 | has no field 'nosuch'
        dssort --by id,,noise up.ds out.ds              | 2 | lacks the name of a field
        dssort --by id --memory 0 up.ds out.ds          | 2 | at least 1 byte
        dssort --by id --type Other up.ds out.ds        | 1 | no type matches 'Other'
        dssort --by id text.ds out.ds                   | 1 | not a DataSeries file
        dsmerge up.ds out.ds                            | 2 | --by
        """)
    void mistakesAreOneLineAndLeaveNothing(String line, int code, String problem) throws IOException {
        String[] words = line.split(" ");
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].matches(".*\\.ds|out") ? at(words[i]) : words[i];
        }
        TestRun run = TestRun.of(words);
        assertThat(run.err()).contains(problem).doesNotContain("unexpected");
        assertThat(run.code()).isEqualTo(code);
        if (line.contains("--json")) {
            assertThat(Json.parse(run.out()).at("/error/message").asString()).contains(problem);
        } else {
            assertThat(run.out()).isEmpty();
        }
        assertThat(files()).hasSize(3);
    }

    private List<Integer> ids(String name) throws IOException {
        List<Integer> ids = new ArrayList<>();
        try (DataSeriesReader reader = DataSeriesReader.open(path(name));
                ExtentSource source = reader.extents("Test::Rows", 1)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                for (int id : extent.ints(0)) {
                    ids.add(id);
                }
            }
        }
        return ids;
    }

    private List<String> names(String prefix) throws IOException {
        return files().stream()
                .filter(name -> name.startsWith(prefix + ".part"))
                .toList();
    }

    private List<String> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private Path path(String name) {
        return folder.resolve(name);
    }

    private String at(String name) {
        return path(name).toString();
    }
}
