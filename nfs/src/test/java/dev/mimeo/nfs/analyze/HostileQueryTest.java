package dev.mimeo.nfs.analyze;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.sql.PlotQuery;
import dev.mimeo.sql.ResultText;
import dev.mimeo.sql.SqlOptions;
import dev.mimeo.sql.TraceQuery;
import dev.mimeo.testing.TraceFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries that try to write files: whatever they are, no file changes and none comes into being. */
@Tag("thorough")
final class HostileQueryTest {

    /** {@code @v} is a file that is there, {@code @n} one that is not, {@code @t} a trace. */
    private static final List<String> ATTACKS = List.of(
            "COPY (SELECT 1) TO '@v'",
            "COPY (SELECT 1) TO '@n'",
            "SELECT '@v' AS f --\r; COPY (SELECT 1) TO '@v'",
            "SELECT '@v' AS f --\u2028; COPY (SELECT 1) TO '@v'",
            "SELECT '@v' AS f --\u0085; COPY (SELECT 1) TO '@v'",
            "SELECT '@v' AS f --\f; COPY (SELECT 1) TO '@v'",
            "SELECT '@v' AS f --\n; COPY (SELECT 1) TO '@v'",
            "SELECT '@v' AS f --\0\n; COPY (SELECT 1) TO '@v'",
            "SELECT '@v' /* /* */ ; COPY (SELECT 1) TO '@v' --*/",
            "SELECT '@v' /* /* */ */ ; COPY (SELECT 1) TO '@v'",
            "SELECT '@v', $$a$$ ; COPY (SELECT 1) TO '@v' -- $$",
            "SELECT '@v', $a$ $$ $a$ ; COPY (SELECT 1) TO '@v'",
            "SELECT '@v', E'\\'' ; COPY (SELECT 1) TO '@v' --'",
            "SELECT '@v', '\\' ; COPY (SELECT 1) TO '@v' --'",
            "SELECT '@v', U&'\\' ; COPY (SELECT 1) TO '@v' --'",
            "SELECT '@v', \"a\"\"; COPY (SELECT 1) TO '@v' --\"",
            "SELECT '@v') AS a; COPY (SELECT 1) TO '@v'; SELECT (1",
            "SELECT '@v'; ; COPY (SELECT 1) TO '@v'",
            "WITH x AS (COPY (SELECT 1) TO '@v') SELECT * FROM x",
            "WITH x AS (COPY (SELECT 1) TO '@n') SELECT '@v'",
            "WITH x AS (COPY (SELECT 1) TO '@v') PIVOT (SELECT 1 AS a) ON a USING count(*)",
            "WITH x AS (COPY (SELECT 1) TO '@v'), y AS (PIVOT (SELECT 1 AS a) ON a USING count(*)) SELECT * FROM x, y",
            "FROM (PIVOT (SELECT 1 AS a) ON a USING count(*)), (WITH x AS (COPY (SELECT 1) TO '@v') FROM x)",
            "EXPLAIN ANALYZE COPY (SELECT 1) TO '@v'",
            "EXPLAIN ANALYZE SELECT '@v' --\r; COPY (SELECT 1) TO '@v'",
            "EXPLAIN (ANALYZE) COPY (SELECT 1) TO '@v'",
            "PRAGMA enable_profiling='json'",
            "ATTACH '@n'",
            "ATTACH '@v' AS x; CREATE TABLE x.a (b INTEGER)",
            "EXPORT DATABASE '@n'",
            "INSTALL httpfs",
            "LOAD '@v'",
            "SET temp_directory = '@n'",
            "SET enable_external_access = true",
            "CALL enable_logging(storage := 'file', storage_path := '@n')",
            "SELECT * FROM enable_logging(storage := 'file', storage_path := '@n')",
            "SELECT * FROM enable_profiling(save_location := '@v')",
            "CHECKPOINT",
            "CREATE TABLE a AS SELECT 1",
            "SELECT 1 INTO a",
            "WITH x AS (INSERT INTO \"@t\" VALUES (1) RETURNING *) SELECT * FROM x",
            "PREPARE p AS COPY (SELECT 1) TO '@v'",
            "EXECUTE IMMEDIATE 'COPY (SELECT 1) TO ''@v'''",
            "SELECT * FROM query('COPY (SELECT 1) TO ''@v''')",
            "SELECT * FROM json_execute_serialized_sql('{}')",
            "BEGIN; COPY (SELECT 1) TO '@v'; COMMIT");

    private static final List<String> TOKENS = List.of(
            "SELECT",
            "1",
            "'@v'",
            "\"@v\"",
            "FROM",
            "'@t'",
            ";",
            ";",
            "--",
            "\r",
            "\n",
            "\u2028",
            "/*",
            "*/",
            "$$",
            "$a$",
            "E'\\'",
            "'",
            "\"",
            "COPY",
            "COPY (SELECT 1) TO '@v'",
            "COPY (SELECT 1) TO '@n'",
            "TO",
            "(",
            ")",
            "WITH x AS (",
            "PIVOT",
            "ON",
            "USING count(*)",
            "EXPLAIN",
            "ANALYZE",
            ",",
            "\\",
            "U&'",
            "x",
            "AS",
            "ds('@t')",
            "ATTACH '@n'");

    @TempDir
    private Path folder;

    private final Map<Path, String> before = new TreeMap<>();

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(folder.resolve("victim.csv"), "a\n1\n");
        TraceFixture trace = TraceFixture.of(
                "<ExtentType name=\"T\" version=\"1.0\"><field type=\"int64\" name=\"id\" /></ExtentType>");
        for (long id = 0; id < 10; id++) {
            trace.row(id);
        }
        trace.write(folder.resolve("a.ds"));
        StringBuilder text = new StringBuilder();
        ResultWriter writer = new ResultWriter(ResultWriter.Format.CSV, text);
        writer.row(ResultTable.of("rates", "name:t", "value:r"), "x", 1.0);
        writer.end();
        Files.writeString(folder.resolve("results.csv"), text);
        before.putAll(files());
    }

    private Map<Path, String> files() throws IOException {
        Map<Path, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file :
                    all.filter(path -> !path.startsWith(folder.resolve("tmp"))).toList()) {
                files.put(file, Files.isDirectory(file) ? "" : new String(Files.readAllBytes(file), UTF_8));
            }
        }
        return files;
    }

    private String filled(String sql) {
        return sql.replace("@v", folder.resolve("victim.csv").toString())
                .replace("@n", folder.resolve("new").toString())
                .replace("@t", folder.resolve("a.ds").toString());
    }

    private void run(String sql) throws IOException {
        SqlOptions options = SqlOptions.of(1, folder.resolve("tmp"));
        for (ResultText.Format format : List.of(ResultText.Format.TABLE, ResultText.Format.CSV)) {
            try (TraceQuery query = TraceQuery.open(sql, options, List.of())) {
                query.print(format, new ByteArrayOutputStream());
            } catch (IOException e) {
                // Refused, or SQL that is wrong; there is no other kind of error.
                assertThat(e.getMessage()).describedAs(sql).doesNotContain("\n").doesNotContain("exception_type");
            }
        }
    }

    private void plot(PlotQuery plots, String sql) {
        assertThatCode(() -> plots.lines(sql, "x"))
                .describedAs(sql)
                .satisfiesAnyOf(
                        e -> assertThat(e).isNull(),
                        e -> assertThat(e)
                                .isInstanceOf(IOException.class)
                                .message()
                                .doesNotContain("\n"));
    }

    @Test
    void noAttackChangesAFile() throws IOException {
        assertThat(ATTACKS).isNotEmpty();
        try (PlotQuery plots = PlotQuery.open(SqlOptions.of(1, Files.createDirectories(folder.resolve("tmp/plot"))))) {
            plots.add("x", folder.resolve("results.csv"));
            for (String attack : ATTACKS) {
                run(filled(attack));
                plot(plots, filled(attack));
                assertThat(files()).describedAs(attack).isEqualTo(before);
            }
        }
    }

    @Test
    void noSequenceOfTokensChangesAFile() throws IOException {
        long seed = 4;
        Random random = new Random(seed);
        try (PlotQuery plots = PlotQuery.open(SqlOptions.of(1, Files.createDirectories(folder.resolve("tmp/plot"))))) {
            plots.add("x", folder.resolve("results.csv"));
            for (int i = 0; i < 400; i++) {
                StringBuilder sql = new StringBuilder(random.nextBoolean() ? "SELECT '@v' " : "");
                int tokens = 1 + random.nextInt(12);
                for (int j = 0; j < tokens; j++) {
                    sql.append(TOKENS.get(random.nextInt(TOKENS.size()))).append(random.nextInt(4) == 0 ? "" : " ");
                }
                String filled = filled(sql.toString());
                plot(plots, filled);
                if (i % 8 == 0) {
                    run(filled);
                }
                assertThat(files())
                        .describedAs("seed %d, %d: %s", seed, i, filled)
                        .isEqualTo(before);
            }
        }
    }

    @Test
    void whatLooksLikeAnAttackMayBeAQuery() throws IOException {
        for (String sql : List.of(
                "SELECT 'COPY; --' AS a -- ; COPY",
                "SELECT 1 /* ; */ ;;",
                "SELECT 1; -- done",
                "SELECT $$;$$",
                "SELECT * FROM ds('@t') AS t(x) WHERE x > 3 -- a",
                "WITH a AS (FROM ds('@t', 'T')) SELECT count(*) FROM a JOIN '@t' b USING (id)",
                "SELECT * FROM read_csv('@v')",
                "FROM '@v'",
                "DESCRIBE '@t'",
                "SUMMARIZE '@t';",
                "EXPLAIN SELECT * FROM '@t'",
                "PIVOT '@t' ON id % 2 USING count(*)")) {
            SqlOptions options = SqlOptions.of(1, folder.resolve("tmp"));
            try (TraceQuery query = TraceQuery.open(filled(sql), options, List.of())) {
                assertThat(query.print(ResultText.Format.TABLE, new ByteArrayOutputStream())
                                .rows())
                        .describedAs(sql)
                        .isPositive();
            }
        }
        assertThatThrownBy(
                        () -> TraceQuery.open("SELECT 1; SELECT 2", SqlOptions.of(1, folder.resolve("tmp")), List.of()))
                .hasMessage("more than one statement: run them one after the other");
    }
}
