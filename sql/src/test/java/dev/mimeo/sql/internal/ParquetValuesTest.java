package dev.mimeo.sql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ParquetValuesTest {

    /** Rows in another order than that of their first column, with sums that no double holds. */
    private static final String SUMS = "SELECT i, sum(9223372036854775807 - i) AS s, -sum(i) AS s"
            + " FROM range(5000) AS t(i), range(3) GROUP BY i ORDER BY i % 7, i";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void parquetHasEachDigitInTheOrderOfTheQuery() throws Exception {
        try (Connection connection = Database.open(null, 2, 256 << 20, folder.resolve("engine"))) {
            String file = Database.quotedString(folder.resolve("sums.parquet").toString());
            Database.execute(
                    connection,
                    "COPY (" + ParquetValues.exact(connection, SUMS) + ") TO " + file + " (FORMAT parquet)");
            List<List<BigInteger>> saved = rows(connection, "FROM " + file);
            assertThat(saved).hasSize(5000).isEqualTo(rows(connection, SUMS));
            assertThat(saved.get(0))
                    .containsExactly(
                            BigInteger.ZERO,
                            BigInteger.valueOf(Long.MAX_VALUE).multiply(BigInteger.valueOf(3)),
                            BigInteger.ZERO);
        }
    }

    @Test
    void otherQueriesStayAsTheyAre() throws Exception {
        try (Connection connection = Database.open(null, 1, 256 << 20, folder.resolve("engine"))) {
            String query = "SELECT 1 AS a, 'x' AS \"b\"\"\", 1.5 AS a -- no integer of 128 bits";
            assertThat(ParquetValues.exact(connection, query)).isEqualTo(query);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CAST('1' || repeat('0', 38) AS HUGEINT)",
                "[7, CAST('1' || repeat('0', 38) AS UHUGEINT)]",
                "DATE '-infinity'",
                "TIMESTAMP 'infinity'",
                "TIMESTAMP_S 'infinity'",
                "TIMESTAMP_MS 'infinity'",
                "TIMESTAMP_NS '-infinity'",
                "TIMESTAMPTZ 'infinity'",
                "CAST('infinity' AS TIMESTAMPTZ_NS)",
                "TIMETZ '12:00:00+05:30'",
                "[NULL, TIMETZ '12:00:00-00:00:01']",
                "MAP {'x': {'t': TIMETZ '12:00:00+14'}}",
                "INTERVAL '1.000001 second'",
                "INTERVAL '-1 day'",
                "INTERVAL '1 month -0.001 seconds'",
                "[INTERVAL '-1 year']",
                "[NULL, TIMESTAMP '-infinity']",
                "[[], [DATE 'infinity', '2026-01-01']]",
                "CAST([TIMESTAMP_NS 'infinity'] AS TIMESTAMP_NS[1])",
                "[CAST('infinity' AS TIMESTAMPTZ_NS)]",
                "{'a b': 1, 'it''s \"(]': {'DATE': TIMESTAMPTZ 'infinity'}}",
                "row(1, [INTERVAL '1.000001 second'])",
                "MAP {TIMESTAMP 'infinity': 'x'}",
                "MAP {'x': [TIMESTAMP_MS '-infinity']}",
                "union_value(k := TIMESTAMP_S 'infinity')",
                "{'n': 1::HUGEINT, 't': DATE 'infinity'}",
                "{'n': CAST('1' || repeat('0', 38) AS HUGEINT), 't': DATE '2026-01-01'}"
            })
    void valuesThatParquetDoesNotHoldAreErrors(String value) throws Exception {
        try (Connection connection = Database.open(null, 1, 256 << 20, folder.resolve("engine"))) {
            String query = ParquetValues.exact(connection, "SELECT " + value + " AS \"the 'sum'\", 1 AS \"the 'sum'\"");
            String file = Database.quotedString(folder.resolve("wrong.parquet").toString());
            assertThatThrownBy(
                            () -> Database.execute(connection, "COPY (" + query + ") TO " + file + " (FORMAT parquet)"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("column 'the 'sum'' has " + text(connection, value)
                            + ", which Parquet does not hold: cast it to VARCHAR");
        }
    }

    @Test
    void errorsOfLongListsAreShort() throws Exception {
        try (Connection connection = Database.open(null, 1, 256 << 20, folder.resolve("engine"))) {
            String query = ParquetValues.exact(
                    connection,
                    "SELECT list(DATE '2026-01-01' + i::INTEGER) || [DATE 'infinity'] AS days FROM range(9999) t(i)");
            String file = Database.quotedString(folder.resolve("wrong.parquet").toString());
            assertThatThrownBy(
                            () -> Database.execute(connection, "COPY (" + query + ") TO " + file + " (FORMAT parquet)"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("column 'days' has [2026-01-01, 2026-01-02, ")
                    .hasMessageContaining("..., which Parquet does not hold: cast it to VARCHAR")
                    .satisfies(error ->
                            assertThat(String.valueOf(error.getMessage())).hasSizeLessThan(250));
        }
    }

    @Test
    void valuesThatParquetHoldsComeBackAsTheyAre() throws Exception {
        List<String> values = List.of(
                "CAST(repeat('9', 38) AS HUGEINT)",
                "{'HUGEINT': 1, 'a b': 18446744073709551617::HUGEINT, 'c': ['HUGEINT'::ENUM('HUGEINT')]}",
                "[9223372036854775807::UHUGEINT, NULL]",
                "DATE '5000000-01-01'",
                "TIMESTAMP '290000-01-01 00:00:00.000001'",
                "TIMESTAMP_NS '2026-01-01 00:00:00.000000001'",
                "CAST('2026-01-01 00:00:00.000000001' AS TIMESTAMPTZ_NS)",
                "INTERVAL '1 month 2 days 3.004 seconds'",
                "TIMETZ '12:00:00.000001+00'",
                "[TIMETZ '23:59:59+00', NULL]",
                "CAST(NULL AS TIMESTAMP)",
                "[TIMESTAMP '2026-01-01', NULL]",
                "[NULL::DATE]",
                "CAST([] AS DATE[])",
                "CAST(NULL AS STRUCT(t TIMESTAMP[]))",
                "{'infinity': 'infinity', 't': [TIMESTAMP '2026-01-01'], 'e': 'DATE'::ENUM('DATE', ')]')}",
                "MAP {DATE '2026-01-01': [INTERVAL '0.001 second', NULL]}",
                "CAST(MAP {} AS MAP(DATE, INTERVAL))",
                "{'n': 5::HUGEINT, 't': [CAST('2026-01-01 00:00:00.000000001' AS TIMESTAMPTZ_NS), NULL]}");
        try (Connection connection = Database.open(null, 1, 256 << 20, folder.resolve("engine"))) {
            String query = IntStream.range(0, values.size())
                    .mapToObj(i -> values.get(i) + " AS c" + i)
                    .collect(Collectors.joining(", ", "SELECT ", ""));
            String file = Database.quotedString(folder.resolve("right.parquet").toString());
            Database.execute(
                    connection,
                    "COPY (" + ParquetValues.exact(connection, query) + ") TO " + file + " (FORMAT parquet)");
            for (int i = 0; i < values.size(); i++) {
                String saved = "(SELECT c" + i + " FROM " + file + ")";
                assertThat(text(connection, saved)).as(values.get(i)).isEqualTo(text(connection, values.get(i)));
            }
        }
    }

    /** The engine reads what it wrote; other readers refuse a column with fewer values than it declares. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1, 2]::INTEGER[2]",
                "{'a[7]': [1, 2]::INTEGER[2], 'b': '[9]'::ENUM('[9]')}",
                "[[1, 2]::INTEGER[2], NULL]",
                "[[1, 2], [3, 4]]::INTEGER[2][2]",
                "MAP {'x': [1, 2]::INTEGER[2]}",
                "{'n': 1::HUGEINT, 'a': [1, 2]::HUGEINT[2]}",
                "[DATE '2026-01-01', NULL]::DATE[2]"
            })
    void arraysBecomeLists(String value) throws Exception {
        try (Connection connection = Database.open(null, 1, 256 << 20, folder.resolve("engine"))) {
            String query = "SELECT " + value + " AS a UNION ALL SELECT NULL";
            String exact = ParquetValues.exact(connection, query);
            String file = Database.quotedString(folder.resolve("arrays.parquet").toString());
            Database.execute(connection, "COPY (" + exact + ") TO " + file + " (FORMAT parquet)");
            assertThat(text(connection, "(SELECT list(a::VARCHAR) FROM " + file + ")"))
                    .isEqualTo(text(connection, "(SELECT list(a::VARCHAR) FROM (" + query + "))"));
            assertThat(text(connection, "(SELECT typeof(any_value(a)) FROM (" + exact + "))"))
                    .doesNotContainPattern("\\[\\d+](?!['\"])");
        }
    }

    private static @Nullable String text(Connection connection, String value) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT CAST(" + value + " AS VARCHAR)")) {
            row.next();
            return row.getString(1);
        }
    }

    private static List<List<BigInteger>> rows(Connection connection, String query) throws SQLException {
        List<List<BigInteger>> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<BigInteger> row = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    row.add(new BigInteger(result.getString(column)));
                }
                rows.add(row);
            }
        }
        return rows;
    }
}
