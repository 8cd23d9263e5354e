package dev.mimeo.cli.dataseries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries with an index give what they give without. */
@Tag("thorough")
final class IndexedQueriesTest {

    private static final String ROWS = """
            <ExtentType namespace="mimeo.dev" name="Test::Rows" version="1.0">
              <field type="int64" name="time" />
              <field type="int32" name="size" opt_nullable="yes" />
              <field type="byte" name="kind" />
              <field type="bool" name="flag" opt_nullable="yes" />
              <field type="double" name="share" opt_nullable="yes" />
              <field type="double" name="based" opt_doublebase="1000" />
              <field type="variable32" name="word" opt_nullable="yes" />
              <field type="variable32" name="path" />
            </ExtentType>
            """;

    private static final String OTHERS =
            "<ExtentType name=\"Test::Rows::Other\"><field type=\"int64\" name=\"time\" /></ExtentType>";

    private static final List<String> FIELDS =
            List.of("time", "size", "kind", "flag", "share", "based", "word", "path");

    private static final Pattern SKIPPED = Pattern.compile("index.ds: (\\d+) of (\\d+) extents skipped");

    /** A condition as an expression and in SQL. */
    private record Condition(String expression, String sql) {}

    @TempDir
    Path folder;

    private Path first;
    private Path second;
    private Path index;

    @BeforeEach
    void write() throws IOException {
        first = trace("a.ds", 0);
        second = trace("b.ds", 12);
        index = folder.resolve("index.ds");
        run(
                "dsextentindex",
                "--new",
                "Test::Rows",
                String.join(",", FIELDS),
                index.toString(),
                first.toString(),
                second.toString());
    }

    private Path trace(String name, int start) throws IOException {
        TraceFixture fixture = TraceFixture.of(ROWS, OTHERS);
        for (int extent = start; extent < start + 12; extent++) {
            if (extent % 5 == 3) {
                fixture.extent("Test::Rows::Other").row((long) extent);
            }
            fixture.extent("Test::Rows");
            for (int i = 0; i < (extent == start + 4 ? 0 : 6); i++) {
                int n = extent * 6 + i;
                boolean absent = extent % 6 == 5 || n % 11 == 3;
                fixture.row(
                        (1L << 60) + n,
                        absent ? null : n - 20,
                        extent * 10 % 256,
                        absent ? null : extent % 4 == 0,
                        absent ? null : n % 7 == 1 || extent == 9 ? Double.NaN : (n - 30) / 4.0,
                        n == 24 ? -0.0 : (n - 24) / 8.0,
                        absent ? null : "word " + (char) ('a' + extent),
                        "/" + extent);
            }
        }
        return fixture.write(folder.resolve(name));
    }

    private static TestRun run(String... arguments) {
        TestRun run = TestRun.of(arguments);
        assertThat(run.code()).as("%s: %s", List.of(arguments), run.err()).isZero();
        return run;
    }

    /** Runs a command with and without the index, compares the results, and returns how many extents were skipped. */
    private int same(String what, String... arguments) {
        List<String> with = new ArrayList<>(List.of(arguments));
        with.add("--index");
        with.add(index.toString());
        TestRun indexed = run(with.toArray(String[]::new));
        assertThat(comparable(indexed)).as(what).isEqualTo(comparable(run(arguments)));
        Matcher skipped = SKIPPED.matcher(indexed.err());
        assertThat(skipped.find()).as(what + ": " + indexed.err()).isTrue();
        return Integer.parseInt(skipped.group(1));
    }

    /** Returns the output without what dsstatgroupby says about the extents that were read. */
    private static String comparable(TestRun run) {
        return run.out().replaceAll("(?m)^# (extents: |MB |wait ).*$", "");
    }

    /** Of names that differ in case only, some are equal to Java and not to the engine. */
    @Test
    void columnsWithSimilarNamesAreToldApart() throws IOException {
        TraceFixture fixture = TraceFixture.of(
                "<ExtentType name=\"Test::Times\" namespace=\"mimeo.dev\" version=\"1.0\">"
                        + "<field type=\"int32\" name=\"\u00b5s\" /><field type=\"int32\" name=\"\u03bcs\" /></ExtentType>");
        for (int extent = 0; extent < 10; extent++) {
            fixture.extent("Test::Times").row(extent, 9 - extent);
        }
        Path file = fixture.write(folder.resolve("times.ds"));
        Files.delete(index);
        run("dsextentindex", "--new", "Test::Times", "\u00b5s,\u03bcs", index.toString(), file.toString());
        for (String name : List.of("\u00b5s", "\u03bcs")) {
            int skipped = same(
                    name, "dssql", "SELECT \"\u00b5s\" FROM ds('" + file + "') WHERE \"" + name + "\" BETWEEN 2 AND 3");
            assertThat(skipped).isEqualTo(8);
        }
    }

    @Test
    void resultsDoNotChange() {
        int skipped = 0;
        for (long seed = 1; seed <= 25; seed++) {
            Condition condition = condition(new Random(seed), 2);
            String what = "seed " + seed + ", " + condition;
            String a = first.toString();
            String b = second.toString();
            skipped += same(what, "ds2txt", a, b, "--where", "Test::Rows", condition.expression);
            same(what, "ds2txt", a, b, "--csv", "--header-only-once", "--where", "Test::Rows", condition.expression);
            same(what, "ds2txt", a, b, "--skip-all", "--type=Other", "--where", "Test::Rows", condition.expression);
            skipped += same(
                    what,
                    "dsselect",
                    "Test::Rows",
                    "all",
                    a,
                    b,
                    "-",
                    "--compress",
                    "none",
                    "--where",
                    condition.expression);
            skipped += same(
                    what,
                    "dsstatgroupby",
                    "Test::Rows",
                    "basic",
                    "share",
                    "where",
                    condition.expression,
                    "group",
                    "by",
                    "kind",
                    "quantile",
                    "based",
                    "where",
                    "(" + condition.expression + ") && time > 1152921504606847000",
                    "from",
                    a,
                    b);
            skipped += same(
                    what,
                    "dssql",
                    "FROM ds('" + folder + "/?.ds', 'Test::Rows') WHERE " + condition.sql,
                    "--format",
                    "csv");
        }
        assertThat(skipped).isGreaterThan(200);
    }

    private static Condition condition(Random random, int depth) {
        int shape = random.nextInt(depth == 0 ? 4 : 8);
        if (shape >= 4) {
            Condition left = condition(random, depth - 1);
            Condition right = condition(random, depth - 1);
            return switch (shape) {
                case 4, 5 ->
                    new Condition(
                            "(" + left.expression + ") && (" + right.expression + ")",
                            "(" + left.sql + ") AND (" + right.sql + ")");
                case 6 ->
                    new Condition(
                            "(" + left.expression + ") || (" + right.expression + ")",
                            "(" + left.sql + ") OR (" + right.sql + ")");
                default -> new Condition("!(" + left.expression + ")", "NOT (" + left.sql + ")");
            };
        }
        String field = FIELDS.get(random.nextInt(FIELDS.size()));
        String relation = List.of("==", "<", "<=", ">", ">=", "!=").get(random.nextInt(6));
        int n = random.nextInt(150);
        String constant = switch (field) {
            case "time" -> Long.toString((1L << 60) + n);
            case "size" ->
                List.of("0", "-21", "200", "3.5", Integer.toString(n - 20)).get(random.nextInt(5));
            case "kind" -> Integer.toString(n * 2);
            case "share", "based" ->
                List.of("0", "-0.0", "1e-13", "1e300", Double.toString((n - 30) / 4.0))
                        .get(random.nextInt(5));
            default -> "word " + (char) ('a' + n / 6);
        };
        if (field.equals("flag")) {
            return new Condition("flag", "flag");
        }
        if (field.equals("path")) {
            constant = "/" + n / 6;
        }
        boolean isText = field.equals("word") || field.equals("path");
        String sqlRelation = relation.equals("==") ? "=" : relation;
        String quoted = isText ? "\"" + constant + "\"" : constant;
        String sqlQuoted = isText ? "'" + constant + "'" : constant;
        return random.nextInt(2) == 0
                ? new Condition(field + " " + relation + " " + quoted, field + " " + sqlRelation + " " + sqlQuoted)
                : new Condition(quoted + " " + relation + " " + field, sqlQuoted + " " + sqlRelation + " " + field);
    }

    @Test
    void filtersOfSqlAreFoundWhereTheyHold() {
        String rows = "ds('" + folder + "/?.ds', 'Test::Rows')";
        // The two extents without rows have 0 for a bound, so they are skipped by other values only.
        String one = "time < 1152921504606846981";
        String none = "time < 5";
        assertThat(sql("FROM " + rows + " WHERE " + one)).isEqualTo(21);
        assertThat(sql("FROM " + rows + " AS t WHERE t." + one)).isEqualTo(21);
        assertThat(sql("FROM " + rows + " WHERE time BETWEEN 1152921504606846980 AND 1152921504606846981"))
                .isEqualTo(23);
        assertThat(sql("FROM " + rows + " WHERE kind IN (0, 10) AND \"TIME\" > 0"))
                .isEqualTo(20);
        assertThat(sql("SELECT -time AS time FROM " + rows + " WHERE " + one)).isEqualTo(21);
        assertThat(sql("SELECT count(*) FROM " + rows + " a JOIN " + rows + " b USING (time) WHERE a." + one + " AND b."
                        + none))
                .isEqualTo(43);
        assertThat(sql("SELECT count(*) FROM " + rows + " a LEFT JOIN " + rows + " b ON a.size = b.kind WHERE b."
                        + one))
                .isEqualTo(21);
        assertThat(sql("WITH x AS (FROM " + rows + " WHERE " + one + ") SELECT count(*) FROM x"))
                .isEqualTo(21);
        // Here the rows that do not pass matter, or it does not show whether they do.
        for (String query : List.of(
                "FROM " + rows,
                "FROM " + rows + " WHERE NOT " + one,
                "FROM " + rows + " WHERE kind IN (0, 10, NULL)",
                "FROM " + rows + " WHERE kind IN (0, 10) OR size IS NULL",
                "SELECT count(*) FROM " + rows + " t(q, w) WHERE w < 5",
                "SELECT count(*) FROM (FROM " + rows + ") WHERE " + one,
                "SELECT a.time, b.time FROM " + rows + " a ASOF JOIN " + rows
                        + " b ON a.time >= b.time WHERE b.size < -15",
                "SELECT count(*) FROM " + rows + " a ANTI JOIN " + rows + " b USING (time) WHERE a." + none,
                "SELECT count(*) FILTER (" + one + ") FROM " + rows + ", range(2) WHERE " + one)) {
            assertThat(sql(query)).as(query).isZero();
        }
        String file = "'" + first + "'";
        assertThat(same(
                        "named twice",
                        "dssql",
                        "SELECT (SELECT count(*) FROM " + file + " WHERE " + one + "), (SELECT max(time) FROM " + file
                                + " WHERE kind = 30)",
                        "--type",
                        "Test::Rows"))
                .isZero();
        assertThat(same(
                        "named twice",
                        "dssql",
                        "SELECT (SELECT count(*) FROM " + file + " WHERE kind < 5), (SELECT max(time) FROM " + file
                                + " WHERE kind = 30)",
                        "--type",
                        "Test::Rows"))
                .isEqualTo(14);
    }

    private int sql(String query) {
        return same(query, "dssql", query);
    }

    @Test
    void changedFilesAreReadWhole() throws IOException {
        String query = "FROM ds('" + folder + "/?.ds', 'Test::Rows') WHERE time < 5";
        assertThat(sql(query)).isEqualTo(22);
        Files.setLastModifiedTime(first, FileTime.fromMillis(1_000_000));
        assertThat(sql(query)).isEqualTo(11);
        assertThat(same("ds2txt", "ds2txt", first.toString(), second.toString(), "--where", "Test::Rows", "time < 5"))
                .isEqualTo(11);
    }

    /** An index is that of one type, so every file must have it; a condition leaves rows of other types alone. */
    @Test
    void typesAreLookedUpOnlyWithAnIndex() {
        String file = first.toString();
        Path foreign = folder.resolve("foreign.ds");
        run("dsextentindex", "--new", "Other", "time", foreign.toString(), file);
        TestRun without = TestRun.of("ds2txt", file, foreign.toString(), "--where", "Test::Rows", "time < 5");
        assertThat(without.err()).isEmpty();
        assertThat(without.code()).isZero();
        assertThat(without.out()).contains("DSIndex::Extent::MinMax");
        TestRun with = TestRun.of(
                "ds2txt", file, foreign.toString(), "--where", "Test::Rows", "time < 5", "--index", index.toString());
        assertThat(with.code()).isEqualTo(1);
        assertThat(with.err()).contains("foreign.ds", "Test::Rows");
    }

    @Test
    void wrongIndexesAreRefused() {
        String file = first.toString();
        TestRun other = TestRun.of("dsselect", "Test::Rows", "all", file, "-", "--index", file);
        assertThat(other.code()).isEqualTo(1);
        assertThat(other.err()).contains("a.ds: is not an index of extents");
        TestRun idle = TestRun.of("ds2txt", file, "--index", index.toString());
        assertThat(idle.code()).isEqualTo(2);
        assertThat(idle.err()).contains("--index needs --where");
        Path foreign = folder.resolve("foreign.ds");
        run("dsextentindex", "--new", "Other", "time", foreign.toString(), file);
        TestRun type =
                TestRun.of("dsstatgroupby", "Test::Rows", "basic", "time", "from", file, "--index", foreign.toString());
        assertThat(type.code()).isEqualTo(1);
    }
}
