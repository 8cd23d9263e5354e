package dev.mimeo.sql.internal;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * A column of a Parquet file with values that the engine does not read exactly: decimals of more than 38 digits, which become doubles, or
 * times in the old form of 96 bits, of which it reads microseconds.
 *
 * @param file the file
 * @param name name of the column, which may be a list, a struct or a map of such values
 * @param digits digits of the decimals; 0 for times
 */
public record InexactColumn(Path file, String name, int digits) {

    /** Key of the metadata in which Spark describes its columns. Its times of 96 bits have no nanoseconds. */
    private static final String SPARK_KEY = "org.apache.spark.sql.parquet.row.metadata";

    private static final int MOST_DIGITS = 38;

    /** Returns such columns of a file, in their order. */
    public static List<InexactColumn> of(Connection connection, Path file) throws SQLException {
        String quoted = Database.quotedString(file.toString());
        String query =
                "SELECT name, coalesce(precision, 0), coalesce(type, '') = 'INT96' AND NOT EXISTS (FROM parquet_kv_metadata("
                        + quoted + ") WHERE decode(key) = " + Database.quotedString(SPARK_KEY)
                        + "), coalesce(num_children, 0) FROM parquet_schema(" + quoted
                        + ") WHERE column_id > 0 ORDER BY column_id";
        List<InexactColumn> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet parts = statement.executeQuery(query)) {
            String column = "";
            // Parts of the column that are still to come: each is followed by those in it.
            long pending = 0;
            while (parts.next()) {
                if (pending == 0) {
                    column = parts.getString(1);
                    pending = 1;
                }
                pending += parts.getLong(4) - 1;
                int digits = parts.getInt(2);
                if (digits > MOST_DIGITS || parts.getBoolean(3)) {
                    found.add(new InexactColumn(file, column, digits > MOST_DIGITS ? digits : 0));
                }
            }
        }
        return found.stream().distinct().toList();
    }

    /** Returns whether values are rounded, not only cut. */
    public boolean isRounded() {
        return digits > 0;
    }

    /** Returns the line that refuses the column. */
    public String error() {
        return start() + ", which would be rounded: write them as text, or with at most 38 digits";
    }

    /** Returns the line that warns of the column. */
    public String warning() {
        return isRounded()
                ? start()
                        + ", which are read as doubles: write them as text, or with at most 38 digits, for exact results"
                : start()
                        + ", of which nanoseconds are cut: write them as TIMESTAMP with nanoseconds if they have such";
    }

    private String start() {
        return file + ": column '" + name + "' has "
                + (isRounded() ? "decimals of " + digits + " digits" : "times of type INT96");
    }
}
