package dev.mimeo.cli.garage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.cli.command.Json;
import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GarageQueryCommandTest {

    private static final String QUERY =
            "APPLY 'SELECT serverID, sum(load) AS l FROM RawData' ON '**' COMBINE 'FROM ApplyResult ORDER BY l'";

    @TempDir
    Path folder;

    private Path garage;

    @BeforeEach
    void makeGarage() throws IOException {
        garage = folder.resolve("garage");
        write("web/a.2009-10-31.gar", "a", "load", 1, 2);
        write("web/b.2009-10-31.gar", "b", "load", 3, 4.5f);
        write("web/c.2009-10-31.gar", "c", "other", 9);
        Files.writeString(garage.resolve("web/d.2009-10-31.gar"), "damaged");
    }

    private void write(String path, String server, String counter, float... values) throws IOException {
        Path file = garage.resolve(path);
        Files.createDirectories(file.getParent());
        String[] servers = new String[values.length];
        Arrays.fill(servers, server);
        try (PackedFileWriter writer = PackedFileWriter.create(
                file,
                new PackedFileWriter.FileDescription(server, null, Map.of()),
                PackedFileWriter.Options.LOSSLESS)) {
            writer.add(
                    new TableSchema(
                            TableSchema.RAW_DATA,
                            values.length,
                            List.of(
                                    new ColumnSchema(ColumnSchema.SERVER, ColumnSchema.Type.TEXT),
                                    new ColumnSchema(counter, ColumnSchema.Type.FLOAT32))),
                    List.of(ColumnArray.ofTexts(servers, null), ColumnArray.ofFloats(values, null)));
            writer.commit();
        }
    }

    private TestRun query(String query, String... more) {
        Stream<String> start = Stream.of("garage", "query", query, "--garage", garage.toString());
        return TestRun.of(Stream.concat(start, Stream.of(more)).toArray(String[]::new));
    }

    @Test
    void printsATableAndSaysWhatItIsMadeOf() {
        TestRun run = query(QUERY);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out().lines())
                .containsExactly("serverID    l", "--------  ---", "a         3.0", "b         7.5");
        assertThat(run.err())
                .contains("4 files: 2 used, 1 ignored because a column is missing, 1 failed")
                .contains("failed: web/d.2009-10-31.gar: ");
    }

    @Test
    void numbersThatJsonDoesNotHaveAreCounted() throws IOException {
        write("db/e.2009-10-31.gar", "e", "gauge", Float.NaN, 1, Float.POSITIVE_INFINITY);
        String query = "APPLY 'SELECT gauge FROM RawData' ON 'db/*'";
        TestRun json = query(query, "--json");
        assertThat(json.code()).as(json.err()).isZero();
        assertThat(Json.parse(json.out())
                        .path("rows")
                        .valueStream()
                        .map(row -> row.path("gauge").asString("null")))
                .containsExactlyInAnyOrder("null", "1.0", "null");
        assertThat(json.err())
                .contains(
                        "mimeo: warning: standard output: 2 numbers (NaN or infinite) became null, because JSON has no");
        TestRun text = query(query);
        assertThat(text.out()).contains("inf").contains("nan");
        assertThat(text.err()).doesNotContain("warning");
    }

    @Test
    void savesTheResultAndItsCompletenessAndLeavesNothingElse() throws IOException {
        Path csv = folder.resolve("r.csv");
        TestRun run = query(QUERY, "-o", csv.toString(), "--json");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(Files.readString(csv)).isEqualTo("serverID,l\na,3.0\nb,7.5\n");
        assertThat(run.out()).contains("\"rows\" : 2").contains("\"filesUsed\" : 2");
        assertThat(Files.readString(folder.resolve("r.csv.completeness.json")))
                .contains("\"filesMatched\" : 4")
                .contains("\"reason\" : \"has no column load\"");
        assertThat(names()).containsExactlyInAnyOrder("garage", "r.csv", "r.csv.completeness.json");
        assertThat(query(QUERY, "-o", csv.toString()).err()).contains("exists already");
        assertThat(query(QUERY, "-o", csv.toString(), "--force").code()).isZero();
    }

    @Test
    void theQuerySaysWhereTheResultGoes() throws IOException {
        Path database = folder.resolve("r.duckdb");
        TestRun run = query(QUERY + " INTO '" + database + "'");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(names()).containsExactlyInAnyOrder("garage", "r.duckdb");
        assertThat(query(QUERY + " INTO '" + database + "'", "-o", "x.csv").code())
                .isEqualTo(2);
    }

    @Test
    void aWorkbookHasTheCompletenessAndIsWholeOrNotThere() throws IOException {
        Path workbook = folder.resolve("r.xlsx");
        TestRun run = query(QUERY + " INTO '" + workbook + "'");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(names()).containsExactlyInAnyOrder("garage", "r.xlsx");
        byte[] before = Files.readAllBytes(workbook);
        // A local header of a ZIP file.
        assertThat(before).startsWith('P', 'K', 3, 4);
        TestRun tooLong = query(
                "APPLY 'SELECT repeat(''y'', 40000) AS y FROM RawData' ON '**'", "-o", workbook.toString(), "--force");
        assertThat(tooLong.code()).isEqualTo(1);
        assertThat(tooLong.err()).contains("40000 characters in row 2, column 1", "save the result as .csv");
        assertThat(Files.readAllBytes(workbook)).isEqualTo(before);
    }

    @Test
    void namesThatNoFileHasAreFoundFirst() throws IOException {
        String csv = folder.resolve("r.csv").toString();
        TestRun run = query(QUERY.replace("sum(load)", "sum(laod)"), "-o", csv, "--check");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err().lines()).containsExactly("mimeo: no file has a column laod (did you mean load?)");
        assertThat(names()).containsExactly("garage");
        assertThat(query(QUERY, "-o", csv, "--check").code()).isZero();
    }

    @Test
    void partialResultsAreKeptAfterAFailureAndContinued() throws IOException {
        Path csv = folder.resolve("r.csv");
        TestRun run = query(QUERY, "-o", csv.toString(), "--strict", "--threads", "1");
        assertThat(run.code()).isEqualTo(1);
        assertThat(names()).containsExactlyInAnyOrder("garage", "r.csv.partial");
        assertThat(query(QUERY, "-o", csv.toString()).err()).contains("partial results of an earlier run");
        TestRun resumed = query(QUERY, "-o", csv.toString(), "--resume");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(Files.readString(csv)).isEqualTo("serverID,l\na,3.0\nb,7.5\n");
        assertThat(names()).containsExactlyInAnyOrder("garage", "r.csv", "r.csv.completeness.json");
    }

    @Test
    void aQueryThatIsWrongLeavesNothing() throws IOException {
        String csv = folder.resolve("r.csv").toString();
        for (String wrong : List.of(
                QUERY.replace("sum(load)", "nofun(load)"),
                QUERY.replace("ORDER BY l", "ORDER BY nothing"),
                QUERY.replace("FROM ApplyResult", "FROM read_text(''x'')"),
                QUERY.replace("'**'", "'../**'"))) {
            TestRun run = query(wrong, "-o", csv);
            assertThat(run.code()).as(wrong).isEqualTo(1);
            assertThat(run.err().lines()).as(wrong).hasSize(1);
            assertThat(names()).as(wrong).containsExactly("garage");
        }
        for (String wrong : List.of(
                QUERY.replace("FROM ApplyResult", "SELECT FROM WHERE ApplyResult"),
                QUERY.replace("sum(load)", "sum(load"),
                "APPLY 'SELECT 1'")) {
            TestRun run = query(wrong, "-o", csv);
            assertThat(run.code()).as(wrong).isEqualTo(2);
            assertThat(run.err()).as(wrong).startsWith("mimeo garage query: ").contains("\nUsage: ");
            assertThat(names()).as(wrong).containsExactly("garage");
        }
        assertThat(query(QUERY, "-o", folder.resolve("r.txt").toString()).code())
                .isEqualTo(2);
        assertThat(query(QUERY, "--garage", folder.resolve("none").toString()).code())
                .isEqualTo(1);
    }

    @Test
    void macrosCanBeOurs() throws IOException {
        Path macros = Files.writeString(folder.resolve("macros"), "_Total = sum(load)\n");
        TestRun run = query(QUERY.replace("sum(load)", "_Total;"), "--macros", macros.toString(), "--json");
        assertThat(run.out()).contains("\"rowCount\":2");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
