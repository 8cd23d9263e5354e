package dev.mimeo.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.MimeoException;
import dev.mimeo.sql.internal.PartitionFolders;
import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results in folders by the values of columns, read back by DuckDB itself. */
final class PartitionFoldersTest {

    private static final int ROWS = 3000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeEach
    void writeTrace() throws IOException {
        TraceFixture file = TraceFixture.of("""
                <ExtentType name="Test::Calls">
                  <field type="int64" name="id" />
                  <field type="variable32" name="file-name" opt_nullable="yes" />
                </ExtentType>
                """);
        for (int row = 0; row < ROWS; row++) {
            file.row(row, name(row));
        }
        file.write(folder.resolve("a.ds"));
    }

    private static String name(int row) {
        return switch (row % 3) {
            case 0 -> "a/b=c d%";
            case 1 -> "f\u00fcr";
            default -> "x";
        };
    }

    private Path save(String sql, String... columns) throws IOException {
        Path target = Files.createDirectory(folder.resolve("out"));
        try (TraceQuery query = TraceQuery.open(sql, SqlOptions.of(2, folder.resolve("spill")), List.of(target))) {
            assertThat(query.savePartitions(target, "zstd", List.of(columns))).isEqualTo(ROWS);
        }
        return target;
    }

    private static List<String> rows(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                rows.add(result.getString(1) + "|" + result.getString(2) + "|" + result.getString(3));
            }
        }
        return rows;
    }

    @Test
    void valuesAreFoldersAndRowsKeepTheirOrder() throws IOException, SQLException {
        Path out = save("SELECT *, id % 2 AS odd FROM '" + folder.resolve("a.ds") + "'", "file-name", "odd");
        assertThat(out.toFile().list())
                .containsExactlyInAnyOrder("file-name=a%2Fb%3Dc%20d%25", "file-name=f\u00fcr", "file-name=x");
        assertThat(out.resolve("file-name=x/odd=0/data_0.parquet")).isRegularFile();
        List<String> expected = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            expected.add(row + "|" + name(row) + "|" + row % 2);
        }
        String source = "read_parquet('" + out + "/**/*.parquet', hive_partitioning = true, filename = true,"
                + " file_row_number = true)";
        assertThat(rows("SELECT id, \"file-name\", odd FROM " + source + " ORDER BY id"))
                .isEqualTo(expected);
        assertThat(rows("SELECT filename, count(*), list(id ORDER BY file_row_number) = list(id ORDER BY id) FROM "
                        + source + " GROUP BY ALL"))
                .hasSize(6)
                .allMatch(row -> row.endsWith("|500|true"));
    }

    @Test
    void nullHasItsOwnFolderAndAnEmptyTextHasNone() throws IOException, SQLException {
        Path out = save("SELECT id, nullif(\"file-name\", 'x') AS n FROM '" + folder.resolve("a.ds") + "'", "n");
        assertThat(out.resolve("n=__HIVE_DEFAULT_PARTITION__")).isDirectory();
        assertThat(rows("SELECT count(*), count(n), min(id) FILTER (WHERE n IS NULL) FROM read_parquet('" + out
                        + "/**/*.parquet', hive_partitioning = true)"))
                .containsExactly(ROWS + "|" + ROWS * 2 / 3 + "|2");

        Path empty = Files.createDirectory(folder.resolve("empty"));
        try (TraceQuery query = TraceQuery.open(
                "SELECT id, '' AS n FROM '" + folder.resolve("a.ds") + "'",
                SqlOptions.of(1, folder.resolve("spill")),
                List.of(empty))) {
            assertThatThrownBy(() -> query.savePartitions(empty, "zstd", List.of("n")))
                    .isInstanceOf(MimeoException.class)
                    .hasMessageContaining("column n has empty texts");
        }
    }

    /** Returns a folder with rows of field x, and their numbers as id, in folders by the value of a column. */
    private Path partitions(String fieldType, String column, List<?> values) throws IOException {
        TraceFixture file = TraceFixture.of("""
                <ExtentType name="Test::Values">
                  <field type="%s" name="x" opt_nullable="yes" />
                  <field type="int64" name="id" />
                </ExtentType>
                """.formatted(fieldType));
        for (int i = 0; i < values.size(); i++) {
            file.row(values.get(i), i);
        }
        file.write(folder.resolve("x.ds"));
        Path target = Files.createDirectory(folder.resolve("out"));
        try (TraceQuery query = TraceQuery.open(
                "FROM '" + folder.resolve("x.ds") + "'", SqlOptions.of(2, folder.resolve("spill")), List.of(target))) {
            assertThat(query.savePartitions(target, "zstd", List.of(column))).isEqualTo(values.size());
        }
        return target;
    }

    /** Names as Java prints and reads doubles, which are those that Spark takes for doubles. */
    @Test
    void doublesHaveAFolderForEachValue() throws IOException, SQLException {
        List<Double> values =
                List.of(0.0, -0.0, Double.NaN, 1 / 0.0, -1 / 0.0, 1e300, 0.1 + 0.2, Double.MIN_VALUE, -1.5);
        Path target = partitions("double", "X", values);
        List<String> rows = rows("SELECT id, x, 0 FROM read_parquet('" + target
                + "/**/*.parquet', hive_partitioning = true) ORDER BY id");
        assertThat(rows.stream().map(row -> Double.parseDouble(row.split("\\|")[1])))
                .containsExactlyElementsOf(values);
    }

    /** Texts that mean something in paths, to Hive or to its readers. */
    @Test
    void everyTextComesBack() throws IOException, SQLException {
        List<String> values = List.of(
                "a/b",
                "a%b",
                "a=b",
                "a\nb",
                "a\rb",
                "\t",
                "é",
                "\uD83D\uDE00",
                ".",
                "..",
                " x ",
                "NULL",
                "null",
                "%41",
                "%C3%A9",
                "a+b",
                "__HIVE_DEFAULT_PARTITION__",
                "\u007f",
                "\u0085",
                "a\\b",
                "*",
                "[a]",
                "{a}",
                "'",
                "\"",
                "#",
                "?",
                ":",
                "^",
                "~",
                "nan");
        Path target = partitions("variable32", "x", values);
        assertThat(rows("SELECT id, x, 0 FROM read_parquet('" + target
                        + "/**/*.parquet', hive_partitioning = true, hive_types_autocast = false) ORDER BY id"))
                .containsExactlyElementsOf(IntStream.range(0, values.size())
                        .mapToObj(i -> i + "|" + values.get(i) + "|0")
                        .toList());
    }

    @Test
    void unknownColumnsAndQueriesThatReadTheOutputAreRefused() throws IOException {
        Path target = Files.createDirectory(folder.resolve("out"));
        try (TraceQuery query = TraceQuery.open(
                "FROM '" + folder.resolve("a.ds") + "'", SqlOptions.of(1, folder.resolve("spill")), List.of(target))) {
            assertThatThrownBy(() -> query.savePartitions(target, "zstd", List.of("none")))
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining("none");
        }
    }

    @Test
    void namesAreThoseOfHive() {
        // ExternalCatalogUtils.escapePathName of Spark gives these.
        assertThat(PartitionFolders.name("day", "2026-03-01")).isEqualTo("day=2026-03-01");
        assertThat(PartitionFolders.name("server", "a/b:c=d%e{f}\u0001 \u00fc"))
                .isEqualTo("server=a%2Fb%3Ac%3Dd%25e%7Bf}%01 \u00fc");
    }
}
