package dev.mimeo.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.WriterOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that the engine does not read exactly from Parquet files, which pyarrow wrote because the engine writes no such values. */
@Tag("thorough")
final class ForeignParquetTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private Path resource(String name) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream in = ForeignParquetTest.class.getResourceAsStream(name)) {
            Files.copy(requireNonNull(in), file);
        }
        return file;
    }

    /** Returns the warnings of an import, and puts the file as CSV behind them. */
    private List<String> imported(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        Path out = folder.resolve("out.ds");
        TableImport.Options options =
                new TableImport.Options(null, null, WriterOptions.DEFAULT.withWarnings(lines::add), 64 << 10);
        try (FileChannel channel = FileChannel.open(out, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            TableImport.run(file, channel, options, SqlOptions.of(1, folder.resolve("spill")));
        }
        lines.addAll(queried("FROM '" + out + "'"));
        return lines;
    }

    /** Returns the warnings of a query, and its result as CSV behind them. */
    private List<String> queried(String sql) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TraceQuery query = TraceQuery.open(sql, SqlOptions.of(1, folder.resolve("spill")), List.of())) {
            List<String> lines = new ArrayList<>(query.notes());
            query.print(ResultText.Format.CSV, out);
            lines.addAll(out.toString(UTF_8).lines().toList());
            return lines;
        }
    }

    @Test
    void cutNanosecondsAreWarnedOf() throws IOException {
        Path file = resource("times-of-96-bits.parquet");
        String warning =
                file + ": column 't' has times of type INT96, of which nanoseconds are cut: write them as TIMESTAMP"
                        + " with nanoseconds if they have such";
        assertThat(imported(file)).containsExactly(warning, "n,t", "1,0", "2,1700000000123456", "3,-1", "4,");
        assertThat(queried("SELECT n, epoch_us(t) AS t FROM '" + file + "'"))
                .containsExactly(warning, "n,t", "1,0", "2,1700000000123456", "3,-1", "4,");
        assertThat(queried("SELECT max(t) > now() AS b FROM read_parquet('" + file + "')"))
                .containsExactly(warning, "b", "false");
    }

    /** A warning of values that a query does not use would have people change files for nothing. */
    @Test
    void columnsThatAreNotReadAreNotWarnedOf() throws IOException {
        Path times = resource("times-of-96-bits.parquet");
        Path decimals = resource("decimals-of-60-digits.parquet");
        assertThat(queried("SELECT count(*) AS n FROM read_parquet('" + times + "')"))
                .containsExactly("n", "4");
        assertThat(queried("SELECT sum(n) AS s FROM '" + times + "'")).containsExactly("s", "10");
        assertThat(queried("SELECT t.n AS t FROM '" + times + "' AS t WHERE n > 3"))
                .containsExactly("t", "4");
        assertThat(queried("SELECT count(*) > 0 AS some FROM '" + decimals + "'"))
                .containsExactly("some", "true");
        assertThat(queried("WITH t AS (SELECT n FROM '" + times + "') SELECT n FROM t ORDER BY n LIMIT 1"))
                .containsExactly("n", "1");
    }

    /** Columns count as read wherever a query has them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT n FROM @ WHERE t IS NOT NULL",
                "SELECT n FROM @ WHERE t > '1970-01-01'",
                "SELECT n FROM @ ORDER BY t LIMIT 1",
                "SELECT count(*) FROM @ GROUP BY t",
                "WITH x AS MATERIALIZED (FROM @) SELECT min(t) FROM x",
                "SELECT (SELECT max(t) FROM @)",
                "SELECT a.n FROM @ AS a JOIN @ AS b USING (t)",
                "SELECT n FROM @ UNION ALL SELECT epoch_us(t) FROM @",
                "SELECT n FROM @ WHERE n IN (SELECT year(t) FROM @)",
                "SELECT n FROM @ AS a WHERE EXISTS (FROM @ AS b WHERE b.t = a.t AND b.n <> a.n)",
                "SUMMARIZE @",
                "FROM @"
            })
    void columnsThatAreReadAreWarnedOf(String sql) throws IOException {
        Path file = resource("times-of-96-bits.parquet");
        assertThat(queried(sql.replace("@", "'" + file + "'")).get(0)).contains("has times of type INT96");
    }

    /** People know columns, not the names that a format gives to the elements of lists. */
    @Test
    void partsOfListsAndStructsAreWarnedOfByTheirColumn() throws IOException {
        Path file = resource("inexact-parts.parquet");
        String times =
                "' has times of type INT96, of which nanoseconds are cut: write them as TIMESTAMP with nanoseconds"
                        + " if they have such";
        String list = file + ": column 'l" + times;
        String struct =
                file + ": column 's' has decimals of 60 digits, which are read as doubles: write them as text, or"
                        + " with at most 38 digits, for exact results";
        String last = file + ": column 'z" + times;
        assertThat(queried("SELECT n, s.c.d IS NULL AS d, l[1] IS NULL OR z IS NULL AS z FROM '" + file + "'"))
                .containsExactly(list, struct, last, "n,d,z", "1,false,false");
        assertThat(queried("SELECT s.b AS b FROM '" + file + "'")).containsExactly(struct, "b", "1.5");
        assertThat(queried("SELECT len(l) AS n FROM '" + file + "'")).containsExactly(list, "n", "1");
        assertThat(queried("SELECT n FROM '" + file + "'")).containsExactly("n", "1");
        assertThatThrownBy(() -> imported(file)).hasMessageContaining(": column 's' has decimals of 60 digits");
    }

    @Test
    void timesOfSparkHaveNoNanoseconds() throws IOException {
        Path file = resource("times-of-96-bits-of-spark.parquet");
        assertThat(imported(file)).containsExactly("n,t", "1,0", "2,1700000000123456", "3,-1", "4,");
        assertThat(queried("SELECT n FROM '" + file + "'")).containsExactly("n", "1", "2", "3", "4");
    }

    @Test
    void decimalsOfManyDigitsAreNotRoundedSilently() throws IOException {
        Path file = resource("decimals-of-60-digits.parquet");
        assertThatThrownBy(() -> imported(file))
                .isInstanceOf(SqlException.class)
                .hasMessage(file + ": column 'price' has decimals of 60 digits, which would be rounded: write them as"
                        + " text, or with at most 38 digits");
        assertThat(queried("SELECT max(price) > 0 AS some FROM '" + file + "'"))
                .containsExactly(
                        file
                                + ": column 'price' has decimals of 60 digits, which are read as doubles: write"
                                + " them as text, or with at most 38 digits, for exact results",
                        "some",
                        "true");
    }

    /** A text in a query that is the name of a file is not a file of Parquet by that. */
    @Test
    void otherFilesHaveNoWarnings() throws IOException {
        Path file = Files.writeString(folder.resolve("t.csv"), "a\n1\n");
        assertThat(queried("SELECT '" + file + "' = '' AS b, a FROM '" + file + "'"))
                .containsExactly("b,a", "false,1");
    }
}
