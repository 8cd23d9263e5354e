package dev.mimeo.nfs.analyze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.report.plot.CategoryPlot;
import dev.mimeo.report.plot.Plot;
import dev.mimeo.sql.PlotQuery;
import dev.mimeo.sql.SqlException;
import dev.mimeo.sql.SqlOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
final class PlotQueryTest {

    private static final ResultTable RATES =
            ResultTable.of("rates", "host:a", "operation:t", "quantile:r", "rate:r", "count:i");
    private static final ResultTable OTHER = ResultTable.of("other", "name:t", "value:r");

    @TempDir
    private Path folder;

    private static void write(ResultWriter writer, @Nullable Object[]... rows) throws IOException {
        for (@Nullable Object[] row : rows) {
            writer.row(RATES, row);
        }
    }

    private Path results(ResultWriter.Format format, String name) throws IOException {
        StringBuilder text = new StringBuilder();
        ResultWriter writer = new ResultWriter(format, text);
        // Rows of the first table stand before and behind the other one.
        write(
                writer,
                new @Nullable Object[] {null, "read", 1.0, 20.5, 7L},
                new @Nullable Object[] {null, "read", 0.0, 1e-5, 7L},
                new @Nullable Object[] {0x0a000001L, "read", 0.5, 3.0, 7L});
        writer.row(OTHER, "it's, \"so\"", -2.5);
        write(writer, new @Nullable Object[] {null, "write", 0.0, 2.0, 7L}, new @Nullable Object[] {
            null, null, 0.0, 9.0, 7L
        });
        writer.end();
        return Files.writeString(folder.resolve(name), text);
    }

    private static List<String> points(List<Plot.Line> lines) {
        List<String> points = new ArrayList<>();
        for (Plot.Line line : lines) {
            for (int i = 0; i < line.size(); i++) {
                points.add(line.name() + " " + line.x(i) + " " + line.y(i));
            }
        }
        return points;
    }

    private PlotQuery open(Path... files) throws IOException {
        PlotQuery query = PlotQuery.open(SqlOptions.of(1, Files.createDirectories(folder.resolve("engine"))));
        for (Path file : files) {
            query.add(String.valueOf(file.getFileName()), file);
        }
        return query;
    }

    /** CSV of one table without a line with its name. */
    @Test
    void aPlainTableHasTheNameOfItsFile() throws IOException {
        Path file = Files.writeString(
                folder.resolve("load"),
                "time,client,seconds,calls\n1970-01-01T00:01:00Z,10.0.0.1,10,20\n1970-01-01T00:01:10Z,10.0.0.1,10,5\n");
        try (PlotQuery query = open(file)) {
            assertThat(points(query.lines(
                            "select epoch(time::timestamp) as x, calls / seconds as y, client as series from load",
                            "line")))
                    .containsExactly("10.0.0.1 60.0 2.0", "10.0.0.1 70.0 0.5");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CSV", "SQL", "JSON", "JSON_DOCUMENT"})
    void allFormatsGiveTheSameLines(ResultWriter.Format format) throws IOException {
        try (PlotQuery query = open(results(format, "a"))) {
            assertThat(points(query.lines(
                            "select quantile as x, rate as y from rates where host = any and operation = read",
                            "line")))
                    .containsExactly("line 0.0 1.0E-5", "line 1.0 20.5");
            assertThat(points(query.lines(
                            "select rate as y, operation as series, quantile as x from rates where host = any and"
                                    + " quantile = 0",
                            "line")))
                    .containsExactly("read 0.0 1.0E-5", "write 0.0 2.0", "any 0.0 9.0");
            assertThat(points(query.lines("select 1, value, name from other", "line")))
                    .containsExactly("it's, \"so\" 1.0 -2.5");
            assertThat(points(query.lines("select count(*), sum(count) from rates where operation <> any", "n")))
                    .containsExactly("n 4.0 28.0");
        }
        assertThat(folder.resolve("engine")).as("no temporary file is left").isEmptyDirectory();
    }

    /** Names of files may have any character but a slash. */
    @ParameterizedTest
    @EnumSource(names = {"CSV", "SQL", "JSON", "JSON_DOCUMENT"})
    void aTextMayLookLikeTheEndOfATable(ResultWriter.Format format) throws IOException {
        StringBuilder text = new StringBuilder();
        ResultWriter writer = new ResultWriter(format, text);
        writer.row(OTHER, "\"a\n\n# rates\nb;\n", 1.0);
        writer.row(OTHER, "\n", 2.0);
        writer.end();
        try (PlotQuery query = open(Files.writeString(folder.resolve("names"), text))) {
            assertThat(points(query.lines("select 1, value, name from other", "line")))
                    .containsExactly("\"a\n\n# rates\nb;\n 1.0 1.0", "\n 1.0 2.0");
        }
    }

    /** Programs leave out what is null. */
    @ParameterizedTest
    @ValueSource(strings = {"%s\n%s\n", "%2$s\n%1$s\n", "[%s, %s]"})
    void objectsMayLackColumnsThatOthersHave(String objects) throws IOException {
        Path file = Files.writeString(
                folder.resolve("a"),
                objects.formatted(
                        "{\"table\": \"sizes\", \"x\": 1, \"y\": 2}",
                        "{\"table\": \"sizes\", \"y\": 4, \"name\": \"b\", \"x\": 3}"));
        try (PlotQuery query = open(file)) {
            assertThat(points(
                            query.lines("select x, y, coalesce(name, 'none') as series from sizes order by x", "line")))
                    .containsExactly("none 1.0 2.0", "b 3.0 4.0");
        }
    }

    /** The engine would suggest one of its own tables. */
    @Test
    void anUnknownTableIsToldWithTheTablesOfTheFiles() throws IOException {
        try (PlotQuery query = open(results(ResultWriter.Format.CSV, "a"))) {
            for (String name : new String[] {"sequences", "rats", "pg_sequencs", "it's"}) {
                String sql = "select quantile as x, rate as y from \"" + name + "\"";
                assertThatThrownBy(() -> query.lines(sql, "x"))
                        .isInstanceOf(SqlException.class)
                        .hasMessage("no table '" + name + "': the files have other, rates");
                assertThatThrownBy(() -> query.hasCategories(sql)).hasMessageContaining("the files have other, rates");
                assertThatThrownBy(() -> query.bars(sql, "x")).hasMessageContaining("the files have other, rates");
            }
        }
        try (PlotQuery query = open()) {
            assertThatThrownBy(() -> query.lines("select 1, 2 from rates", "x"))
                    .hasMessage("no table 'rates': the files have none");
        }
    }

    /** The engine's own tables have columns of these names. */
    @Test
    void wordsThatNameColumnsOfTheEngineAreStrings() throws IOException {
        try (PlotQuery query = open(results(ResultWriter.Format.CSV, "a"))) {
            assertThat(query.lines(
                            "select quantile, rate from rates where operation = comment or operation = table_name",
                            "x"))
                    .isEmpty();
        }
    }

    @Test
    void rowsOfSeveralFilesAreTold() throws IOException {
        Path csv = results(ResultWriter.Format.CSV, "one");
        Path sql = results(ResultWriter.Format.SQL, "two");
        try (PlotQuery query = open(csv, sql)) {
            assertThat(points(query.lines(
                            "select 1 x, count(*) y, dataset from rates group by dataset order by dataset", "")))
                    .containsExactly("one 1.0 5.0", "two 1.0 5.0");
            assertThatThrownBy(() -> query.add("late", csv)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void textAcrossGivesBars() throws IOException {
        try (PlotQuery query = open(results(ResultWriter.Format.CSV, "a"))) {
            String sums =
                    "select operation as x, sum(count) as y from rates where host = any group by x order by y desc, x";
            assertThat(query.hasCategories(sums)).isTrue();
            assertThat(query.hasCategories("select quantile as x, rate as y from rates"))
                    .isFalse();
            assertThat(query.bars(sums, "sum"))
                    .containsExactly(
                            new CategoryPlot.Bar("sum", "read", 14),
                            new CategoryPlot.Bar("sum", "write", 7),
                            new CategoryPlot.Bar("sum", "any", 7));
            assertThat(query.bars("select name, value, 'a' as series from other", "b"))
                    .containsExactly(new CategoryPlot.Bar("a", "it's, \"so\"", -2.5));
            assertThat(query.bars("select operation, null::double from rates", "b"))
                    .isEmpty();
            assertThatThrownBy(() -> query.bars("select operation as x, rate as y from rates", "b"))
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining("two values for the bar of 'read'");
            assertThatThrownBy(() -> query.bars("select range::varchar as x, 1 as y from range(301)", "b"))
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining("more than 300 bars");
            assertThat(query.bars("select range::varchar as x, 1 as y from range(300)", "b"))
                    .hasSize(300);
            assertThatThrownBy(() -> query.hasCategories("select nothing as x, rate as y from rates"))
                    .isInstanceOf(SqlException.class);
        }
    }

    @Test
    void queriesReadTheTablesAndNothingElse() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret.csv"), "a,b\n1,2\n");
        try (PlotQuery query = open(results(ResultWriter.Format.CSV, "a"))) {
            for (String sql : new String[] {
                "select * from read_csv('" + secret + "')",
                "copy rates to '" + folder.resolve("out") + "'",
                "select quantile as x from rates",
                "select operation as x, rate as y from rates",
                "select nothing as x, rate as y from rates",
                "drop table rates",
                ""
            }) {
                assertThatThrownBy(() -> query.lines(sql, "x")).as(sql).isInstanceOf(SqlException.class);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "quantile value\n1 2\n",
                "quantile,value,\n1,2,\n",
                "1,2\n3,4\n",
                "# a b\nx\n1\n",
                "# rates",
                "INSERT INTO t (a) SELECT 1;\n",
                "INSERT INTO t (a) VALUES (read_text('x'));\n",
                "INSERT INTO t (a) VALUES (1, 2);\n",
                "INSERT INTO t (a) VALUES (1",
                "INSERT INTO ; (a) VALUES (1)\n;\n",
                "CREATE TABLE t (a INT); DROP TABLE t;\n",
                "INSERT INTO t (a) VALUES (1);\nCOPY t TO 'x';\n",
                "INSERT INTO t (a) VALUES ('1;\n",
                "{\"name\":1}\n",
                "{\"table\":",
                "[1]\n"
            })
    void otherFilesAreRefused(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("bad"), text);
        try (PlotQuery query = open()) {
            assertThatThrownBy(() -> query.add("bad", file))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("bad");
        }
    }
}
