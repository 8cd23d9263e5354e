package dev.mimeo.sql.internal;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Integers of 128 bits, which sums are: Parquet has none, and the engine would write doubles, which have 53 bits. Decimals of 38 digits hold
 * them exactly.
 */
public final class WideIntegers {

    private WideIntegers() {}

    /**
     * Returns a query with the rows of another one, in which columns of 128 bits are decimals. To read a value of more than 38 digits from it
     * is an error.
     *
     * @param query SQL of a query, without a semicolon
     */
    public static String asDecimals(Connection connection, String query) throws SQLException {
        List<String> aliases = new ArrayList<>();
        List<String> columns = new ArrayList<>();
        boolean hasWide = false;
        try (Statement statement = connection.createStatement();
                ResultSet described = statement.executeQuery("DESCRIBE (" + query + "\n)")) {
            while (described.next()) {
                // Names of columns may be there twice.
                String alias = "c" + aliases.size();
                boolean isWide = described.getString("column_type").endsWith("HUGEINT");
                hasWide |= isWide;
                aliases.add(alias);
                columns.add((isWide ? "CAST(" + alias + " AS DECIMAL(38, 0))" : alias) + " AS "
                        + Database.quotedName(described.getString("column_name")));
            }
        }
        return hasWide
                ? "SELECT " + String.join(", ", columns) + " FROM (" + query + "\n) AS wide("
                        + String.join(", ", aliases) + ")"
                : query;
    }
}
