package dev.mimeo.cli.dataseries;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.MimeoProcess;
import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** dssql, dsexport and dsimport, as scripts use them. */
final class SqlToolsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        String rows = """
            <ExtentType name="Test::Rows" namespace="mimeo.dev" version="2.1">
              <field type="int64" name="id" />
              <field type="variable32" name="word" print_format="%5s" />
            </ExtentType>
            """;
        write("one.ds", rows);
        write("two.ds", rows, "<ExtentType name=\"Test::Other\"><field type=\"bool\" name=\"b\"/></ExtentType>");
    }

    private void write(String name, String... types) throws IOException {
        TraceFixture file = TraceFixture.of(types);
        for (int row = 0; row < 100; row++) {
            file.row(row, "word" + row % 3);
        }
        file.write(folder.resolve(name));
    }

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void resultsGoToTheTerminalOrToAFile() throws IOException {
        String sql = "SELECT word, count(*) AS n FROM '" + at("one.ds") + "' GROUP BY word ORDER BY word";
        TestRun table = TestRun.of("dssql", sql);
        assertThat(table.code()).as(table.err()).isZero();
        assertThat(table.out()).isEqualTo("word    n\n-----  --\nword0  34\nword1  33\nword2  33\n");
        assertThat(table.err()).isEmpty();

        TestRun json = TestRun.of("dssql", sql, "--json");
        JsonNode document = JsonMapper.shared().readTree(json.out());
        assertThat(document.get("rows").get(0).get("n").asInt()).isEqualTo(34);

        TestRun csv = TestRun.of("dssql", sql, "-o", at("out.csv"));
        assertThat(csv.code()).as(csv.err()).isZero();
        assertThat(csv.out()).isEmpty();
        assertThat(csv.err()).isEqualTo("3 rows\n");
        assertThat(folder.resolve("out.csv")).hasContent("word,n\nword0,34\nword1,33\nword2,33\n");
        assertThat(TestRun.of("dssql", sql, "-o", at("out.csv")).code()).isEqualTo(1);

        assertThat(TestRun.of("dssql", sql, "-o", at("out.parquet"), "--codec", "snappy")
                        .code())
                .isZero();
        TestRun back = TestRun.of("dssql", "SELECT sum(n) AS n FROM '" + at("out.parquet") + "'", "--format", "jsonl");
        assertThat(back.out()).isEqualTo("{\"n\":100}\n");
        TestRun stream = TestRun.of("dssql", sql, "--format", "parquet");
        assertThat(stream.out()).startsWith("PAR1").endsWith("PAR1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-- all words\n", "--all words\n", "---- = ----\n", "--\n", "/* -- */ "})
    void queriesMayStartWithAComment(String comment) {
        TestRun run = TestRun.of("dssql", comment + "SELECT count(*) AS n FROM '" + at("one.ds") + "'", "--json");
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(JsonMapper.shared()
                        .readTree(run.out())
                        .path("rows")
                        .path(0)
                        .path("n")
                        .asInt())
                .isEqualTo(100);
    }

    @Test
    void onlyQueriesStartWithAComment() {
        assertThat(TestRun.of("dsinfo", "--", "-- x.ds").err())
                .isEqualTo("mimeo: -- x.ds: no such file or directory: check the name\n");
        assertThat(TestRun.of("dsinfo", "-- x.ds").code()).isEqualTo(2);
    }

    @Test
    void optionsWithValuesOfSeveralLinesAreStillOptions() {
        TestRun run = TestRun.of("dssql", "--format=two\nlines", "SELECT 1");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("is not a format");
    }

    @Test
    void typesAreChosen() {
        TestRun several = TestRun.of("dssql", "SELECT count(*) FROM '" + at("two.ds") + "'");
        assertThat(several.code()).isEqualTo(1);
        assertThat(several.err().lines()).hasSize(1);
        assertThat(several.err()).contains("Test::Rows", "Test::Other");
        assertThat(TestRun.of(
                                "dssql",
                                "SELECT count(*) FROM '" + at("two.ds") + "'",
                                "--type",
                                "Rows",
                                "--format",
                                "csv")
                        .out())
                .endsWith("\n100\n");
        assertThat(TestRun.of("dssql", "SELECT count(*) FROM ds('" + at("two.ds") + "', 'Other')", "--format", "csv")
                        .out())
                .endsWith("\n0\n");
    }

    @Test
    void aCommaInANameOfAListFollowsABackslash() {
        String sql = "SELECT id % 2 AS \"odd,even\", id // 50 AS half, id FROM '" + at("one.ds") + "'";
        TestRun run = TestRun.of("dssql", sql, "-o", at("parts"), "--partition-by", "odd\\,even,half");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(folder.resolve("parts/odd%2Ceven=1/half=0/data_0.parquet")).exists();
    }

    @Test
    void partitionsAreWrittenAsAWholeOrNotAtAll() throws IOException {
        String[] export = {"dsexport", at("one.ds"), "-o", at("words"), "--partition-by", "word"};
        TestRun first = TestRun.of(export);
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.err()).isEqualTo("100 rows\n");
        Path file = folder.resolve("words/word=word1/data_0.parquet");
        TestRun back =
                TestRun.of("dssql", "SELECT count(*) AS n, min(id) AS id FROM '" + file + "'", "--format", "csv");
        assertThat(back.out()).isEqualTo("n,id\n33,1\n");

        TestRun second = TestRun.of(export);
        assertThat(second.code()).isEqualTo(1);
        assertThat(second.err()).contains("words", "--force").hasLineCount(1);
        String sql = "SELECT id, id % 2 AS odd FROM '" + at("one.ds") + "'";
        TestRun replaced = TestRun.of("dssql", sql, "-o", at("words"), "--partition-by", "odd", "--force");
        assertThat(replaced.code()).as(replaced.err()).isZero();
        assertThat(file).doesNotExist();
        assertThat(folder.resolve("words/odd=1/data_0.parquet")).exists();

        Path foreign = Files.writeString(folder.resolve("words/odd=1/notes.txt"), "mine");
        TestRun refused = TestRun.of("dssql", sql, "-o", at("words"), "--partition-by", "odd", "--force");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("notes.txt, which is not replaced");
        assertThat(foreign).hasContent("mine");
        TestRun failed = TestRun.of("dsexport", at("one.ds"), "-o", at("none"), "--partition-by", "none");
        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.err()).hasLineCount(1);
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("one.ds", "two.ds", "words");
        for (String wrong : new String[] {"--format=csv", "-o=-"}) {
            assertThat(TestRun.of("dsexport", at("one.ds"), "-o", at("x"), "--partition-by", "id", wrong)
                            .code())
                    .isEqualTo(2);
        }
    }

    @Test
    void aDatabaseIsNotATable() throws Exception {
        try (Connection database = DriverManager.getConnection("jdbc:duckdb:" + at("a.db"));
                Statement statement = database.createStatement()) {
            statement.execute("CREATE TABLE t AS SELECT 1 AS n");
        }
        Files.writeString(folder.resolve("b.db"), "SQLite format 3\0" + " ".repeat(4096));
        for (String file : List.of(at("a.db"), at("b.db"))) {
            TestRun run = TestRun.of("dssql", "SELECT * FROM '" + file + "'");
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err())
                    .isEqualTo("mimeo: " + file
                            + ": is a database, not a table: convert a table of it with mimeo sql2ds\n");
        }
    }

    @Test
    void theNameOfAnExportIsToldIfNoneWasGiven() throws Exception {
        List<String> command = new ArrayList<>(MimeoProcess.command());
        command.addAll(List.of("dsexport", "one.ds"));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).isEqualTo("one.parquet: 100 rows\n");
        assertThat(folder.resolve("one.parquet")).exists();
    }

    @Test
    void tablesGoToParquetAndBack() throws IOException {
        TestRun export = TestRun.of("dsexport", at("one.ds"), at("two.ds"), "--type", "Rows", "-o", at("t.parquet"));
        assertThat(export.code()).as(export.err()).isZero();
        assertThat(export.err()).isEqualTo("200 rows\n");
        TestRun imported = TestRun.of("dsimport", at("t.parquet"), at("back.ds"), "--json", "--compress", "lz4");
        assertThat(imported.code()).as(imported.err()).isZero();
        assertThat(JsonMapper.shared().readTree(imported.out()).get("rows").asInt())
                .isEqualTo(200);
        String one = TestRun.of("ds2txt", "--skip-index", at("one.ds")).out();
        String rows = one.substring(one.indexOf("id word"));
        String both = TestRun.of("ds2txt", "--skip-index", at("back.ds")).out();
        assertThat(both).startsWith(one).endsWith(rows.substring(rows.indexOf('\n') + 1));

        assertThat(TestRun.of("dsexport", at("one.ds"), "-o", at("t.csv")).code())
                .isZero();
        assertThat(Files.readString(folder.resolve("t.csv"))).startsWith("id,word\n0,word0\n");
        TestRun named = TestRun.of("dsimport", at("t.csv"), at("c.ds"), "--type-name", "Test::Csv");
        assertThat(named.code()).as(named.err()).isZero();
        assertThat(TestRun.of("dsinfo", at("c.ds")).out()).contains("Test::Csv", "100 rows");
    }

    @Test
    void failuresLeaveNothingBehind(@TempDir Path temporary) throws IOException {
        // The folder of all programs has what other tests are using.
        String usual = System.setProperty("java.io.tmpdir", temporary.toString());
        try {
            failInEveryWay();
        } finally {
            System.setProperty("java.io.tmpdir", usual);
        }
        assertThat(folder.resolve("x.ds")).doesNotExist();
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(3);
        }
        try (var left = Files.list(temporary)) {
            assertThat(left.filter(file -> file.getFileName().toString().startsWith("mimeo-sql-")))
                    .isEmpty();
        }
    }

    private void failInEveryWay() throws IOException {
        assertThat(TestRun.of("dssql", "SELECT x FROM '" + at("one.ds") + "'", "-o", at("x.parquet"))
                        .code())
                .isEqualTo(1);
        assertThat(TestRun.of("dssql", "DROP TABLE x").code()).isEqualTo(2);
        assertThat(TestRun.of("dssql", "SELECT 1", "-o", at("x.what")).code()).isEqualTo(2);
        assertThat(TestRun.of("dssql", "SELECT 1", "--memory", "1KiB").code()).isEqualTo(2);
        assertThat(TestRun.of("dsexport", at("none.ds"), "-o", at("x.parquet")).code())
                .isEqualTo(1);
        assertThat(TestRun.of("dsexport", at("one.ds"), "-o", "-", "--json").code())
                .isEqualTo(2);
        Files.writeString(folder.resolve("x.parquet"), "not parquet");
        assertThat(TestRun.of("dsimport", at("x.parquet"), at("x.ds")).code()).isEqualTo(1);
    }

    @Test
    void linesThatTheEngineDoesNotHoldAreMeasured() throws IOException {
        Path file = Files.writeString(folder.resolve("long.csv"), "a,b\n1," + "x".repeat(2_100_000) + "\n");
        TestRun run = TestRun.of("dsimport", file.toString(), at("long.ds"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo("mimeo: " + file + ": a line has 2100003 bytes, more than the 2000000 that the engine reads"
                        + " at once: convert the file with mimeo csv2ds, or query it with read_csv and a larger"
                        + " max_line_size\n");
    }

    /** As an expression with a syntax error; whatever depends on the data is an error of another kind. */
    @Test
    void syntaxErrorsAreBadUsage() throws IOException {
        TestRun syntax = TestRun.of("dssql", "SELEC 1");
        assertThat(syntax.code()).isEqualTo(2);
        assertThat(syntax.err()).startsWith("mimeo dssql: syntax error at or near \"SELEC\"\nUsage: ");
        assertThat(TestRun.of("dssql", "SELECT nothing").code()).isEqualTo(1);
        TestRun explained = TestRun.of("dssql", "EXPLAIN SELECT 1", "--json");
        assertThat(explained.code()).as(explained.err()).isEqualTo(2);
        String table =
                Files.writeString(folder.resolve("table.csv"), "x,y\n1,2\n").toString();
        for (String query : List.of("", " ; ", "-- a comment", "SELECT 1; SELECT 2", "DROP TABLE x", "SELECT '\0'")) {
            for (String[] command : new String[][] {
                {"dssql", query},
                {"nfs", "plot", query, table},
                {"garage", "query", query, "--garage", folder.toString()}
            }) {
                TestRun run = TestRun.of(command);
                assertThat(run.code())
                        .as(String.join(" ", command) + ": " + run.err())
                        .isEqualTo(2);
                assertThat(run.err()).startsWith("mimeo " + command[0]).contains("\nUsage: ");
            }
        }
    }

    /** JSON has no such numbers; CSV and Parquet have. */
    @Test
    void numbersThatJsonDoesNotHaveAreCounted() throws IOException {
        Path trace = folder.resolve("numbers.ds");
        TraceFixture.of(
                        "<ExtentType name=\"Numbers\"><field name=\"x\" type=\"double\" opt_nullable=\"yes\" /></ExtentType>")
                .extent()
                .row(Double.NaN)
                .row(1.5)
                .row(Double.NEGATIVE_INFINITY)
                .row((Object) null)
                .write(trace);
        String rest =
                " (NaN or infinite) became null, because JSON has no such numbers: write CSV or Parquet to keep them\n";
        for (String format : List.of("json", "jsonl")) {
            Path out = folder.resolve("numbers." + format);
            TestRun run = TestRun.of("dsexport", trace.toString(), "-o", out.toString());
            assertThat(run.err()).isEqualTo("mimeo: warning: " + out + ": 2 numbers" + rest + "4 rows\n");
            assertThat(Files.readString(out).lines().filter(line -> line.contains("null")))
                    .hasSize(3);
        }
        for (String format : List.of("csv", "parquet")) {
            Path out = folder.resolve("numbers." + format);
            assertThat(TestRun.of("dsexport", trace.toString(), "-o", out.toString())
                            .err())
                    .isEqualTo("4 rows\n");
        }
        TestRun query = TestRun.of("dssql", "SELECT [max(x)] AS x FROM '" + trace + "'", "--format", "json");
        assertThat(query.err()).isEqualTo("mimeo: warning: standard output: 1 number" + rest);
        assertThat(query.out()).isEqualTo("[\n{\"x\":[null]}\n]\n");
    }
}
