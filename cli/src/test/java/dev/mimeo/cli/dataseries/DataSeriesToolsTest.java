package dev.mimeo.cli.dataseries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** dsinfo, dsverify and dsrecover, as scripts use them. */
final class DataSeriesToolsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        TraceFixture rows = TraceFixture.of("""
                <ExtentType name="Test::Rows" namespace="mimeo.dev" version="2.1">
                  <field type="int64" name="id" />
                  <field type="variable32" name="word" />
                </ExtentType>
                """);
        for (int row = 0; row < 500; row++) {
            if (row % 100 == 0) {
                rows.extent();
            }
            rows.row(row, "word");
        }
        byte[] file = rows.bytes();
        Files.write(path("good.ds"), file);
        long third;
        try (DataSeriesReader reader = DataSeriesReader.open(path("good.ds"))) {
            third = reader.index().get(3).offset();
        }
        Files.write(path("cut.ds"), Arrays.copyOf(file, Math.toIntExact(third) + 1));
        file[Math.toIntExact(third) + 60] ^= 1;
        Files.write(path("bad.ds"), file);
    }

    @Test
    void infoCountsTypesAndColumns() {
        TestRun info = TestRun.of("dsinfo", at("good.ds"));
        assertThat(info.code()).as(info.err()).isZero();
        assertThat(info.out())
                .contains("5 extents, 500 rows", "Test::Rows 2.1 of mimeo.dev", "zlib (5)", "4,000 bytes");

        TestRun run = TestRun.of("dsinfo", at("good.ds"), at("good.ds"), "--json");
        JsonNode document = JsonMapper.shared().readTree(run.out());
        assertThat(document.get("files").size()).isEqualTo(2);
        JsonNode type = document.get("files").get(1).get("types").get(0);
        assertThat(type.get("rows").asLong()).isEqualTo(500);
        assertThat(type.get("version").asString()).isEqualTo("2.1");
        assertThat(type.get("ratio").asDouble()).isGreaterThan(1);
        assertThat(type.get("columns").get(1).get("unpackedBytes").asLong()).isEqualTo(500 * (4 + 4));
        assertThat(TestRun.of("dsinfo", at("cut.ds")).code()).isEqualTo(1);
    }

    @Test
    void verifySaysWhichFilesAreGood() {
        TestRun good = TestRun.of("dsverify", at("good.ds"));
        assertThat(good.code()).as(good.err()).isZero();
        assertThat(good.out()).isEqualTo(at("good.ds") + ": OK, 5 extents, 500 rows\n");

        TestRun all = TestRun.of("dsverify", at("bad.ds"), at("none.ds"), at("good.ds"));
        assertThat(all.code()).isEqualTo(1);
        assertThat(all.out().lines().toList())
                .hasSize(3)
                .satisfies(lines -> assertThat(lines.get(0)).contains("damaged extent at byte", "(extent 3)"))
                .satisfies(lines -> assertThat(lines.get(1)).contains("no such file"))
                .satisfies(lines -> assertThat(lines.get(2)).contains("OK"));

        TestRun run = TestRun.of("dsverify", at("good.ds"), at("bad.ds"), "--json");
        assertThat(run.code()).isEqualTo(1);
        JsonNode files = JsonMapper.shared().readTree(run.out()).get("files");
        assertThat(files.get(0).get("ok").asBoolean()).isTrue();
        assertThat(files.get(0).get("chained").asBoolean()).isTrue();
        assertThat(files.get(1).get("ok").asBoolean()).isFalse();
        assertThat(files.get(1).get("offset").asLong()).isPositive();
    }

    /** But not for a file that it cannot recover either, nor for a characterization, of which all is needed. */
    @Test
    void theCommandThatRecoversADamagedFileIsNamed() throws IOException {
        String remedy = ": mimeo dsrecover saves what is intact\n";
        for (String file : List.of("bad.ds", "cut.ds")) {
            assertThat(TestRun.of("dsverify", at(file)).out()).as(file).endsWith(remedy);
            assertThat(TestRun.of("ds2txt", at(file)).err())
                    .as(file)
                    .endsWith(remedy)
                    .hasLineCount(1);
            assertThat(TestRun.of("dssql", "SELECT count(*) FROM '" + at(file) + "'")
                            .err())
                    .as(file)
                    .endsWith(remedy);
            assertThat(TestRun.of("describe", at(file)).err()).as(file).doesNotContain("dsrecover");
        }
        byte[] types = Files.readAllBytes(folder.resolve("good.ds"));
        types[100] ^= 1;
        Files.write(folder.resolve("types.ds"), types);
        assertThat(TestRun.of("dsverify", at("types.ds")).out())
                .contains("(extent 0)")
                .doesNotContain("dsrecover");
        TestRun recover = TestRun.of("dsrecover", at("types.ds"), at("none.ds"));
        assertThat(recover.code()).isEqualTo(1);
        assertThat(recover.err()).doesNotContain("mimeo dsrecover");
    }

    @Test
    void recoverSavesWhatIsIntact() {
        TestRun recover = TestRun.of("dsrecover", at("bad.ds"), at("saved.ds"));
        assertThat(recover.code()).as(recover.err()).isZero();
        assertThat(recover.out()).isEmpty();
        assertThat(recover.err()).contains("lost", "damaged extent at byte", "saved 4 extents, 400 rows");
        assertThat(TestRun.of("dsverify", at("saved.ds")).out()).contains("OK, 4 extents, 400 rows");

        assertThat(TestRun.of("dsrecover", at("bad.ds"), at("saved.ds")).code()).isEqualTo(1);
        TestRun run = TestRun.of(
                "dsrecover", at("cut.ds"), at("saved.ds"), "--force", "--json", "--compress", "lz4", "--fail-limit=0");
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode document = JsonMapper.shared().readTree(run.out());
        assertThat(document.get("extents").asLong()).isEqualTo(2);
        assertThat(document.get("skippedBytes").asLong()).isEqualTo(1);
        assertThat(document.get("complete").asBoolean()).isFalse();
        assertThat(document.get("faults").size()).isEqualTo(1);
    }

    @Test
    void whatCannotBeSavedLeavesNothingBehind() throws IOException {
        byte[] file = Files.readAllBytes(path("good.ds"));
        file[60] ^= 1;
        Files.write(path("types.ds"), file);
        TestRun types = TestRun.of("dsrecover", at("types.ds"), at("saved.ds"));
        assertThat(types.code()).isEqualTo(1);
        assertThat(types.err().lines()).hasSize(1);
        assertThat(path("saved.ds")).doesNotExist();

        TestRun same = TestRun.of("dsrecover", at("bad.ds"), at("bad.ds"), "--force");
        assertThat(same.code()).isEqualTo(2);
        assertThat(same.err()).contains("is an input and an output");
        assertThat(TestRun.of("dsrecover", at("bad.ds"), "-", "--json").code()).isEqualTo(2);
        assertThat(TestRun.of("dsrecover", at("bad.ds"), at("x.ds"), "--fail-limit=-1")
                        .code())
                .isEqualTo(2);
        assertThat(TestRun.of("dsrecover", at("bad.ds"), at("x.ds"), "--compress", "nosuch")
                        .code())
                .isEqualTo(2);
        assertThat(TestRun.of("dsrecover", at("none.ds"), at("x.ds")).code()).isEqualTo(1);
        assertThat(TestRun.of("dsrecover", at("none.ds"), at("x.ds"), "--compress", "none")
                        .err())
                .contains("no such file");
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(4);
        }
    }

    private Path path(String name) {
        return folder.resolve(name);
    }

    private String at(String name) {
        return path(name).toString();
    }
}
