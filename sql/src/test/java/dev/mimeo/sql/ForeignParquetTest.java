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
        assertThat(queried("SELECT count(*) AS n FROM read_parquet('" + file + "')"))
                .containsExactly(warning, "n", "4");
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
        assertThat(queried("SELECT count(*) > 0 AS some FROM '" + file + "'"))
                .containsExactly(
                        file
                                + ": column 'price' has decimals of 60 digits, which queries read as doubles: write"
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
