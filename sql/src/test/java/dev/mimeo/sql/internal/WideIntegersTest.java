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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WideIntegersTest {

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
                    "COPY (" + WideIntegers.asDecimals(connection, SUMS) + ") TO " + file + " (FORMAT parquet)");
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
            assertThat(WideIntegers.asDecimals(connection, query)).isEqualTo(query);
        }
    }

    @Test
    void moreDigitsThanADecimalHasAreAnError() throws Exception {
        try (Connection connection = Database.open(null, 1, 256 << 20, folder.resolve("engine"))) {
            String query = WideIntegers.asDecimals(connection, "SELECT CAST('1' || repeat('0', 38) AS HUGEINT) AS a");
            String file = Database.quotedString(folder.resolve("large.parquet").toString());
            assertThatThrownBy(
                            () -> Database.execute(connection, "COPY (" + query + ") TO " + file + " (FORMAT parquet)"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("DECIMAL(38,0)");
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
