package dev.mimeo.sql;

import dev.mimeo.internal.text.Counts;
import dev.mimeo.sql.internal.Database;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.regex.Pattern;

/** The first lines of CSV files, of which the engine decides whether they belong to the table. */
final class CsvStart {

    private static final Pattern NAME = Pattern.compile(".*\\.(csv|tsv)(\\.gz|\\.zst)?", Pattern.DOTALL);

    private CsvStart() {}

    /** Returns whether the engine takes a file of this name for CSV. */
    static boolean isCsv(String name) {
        return NAME.matcher(name.toLowerCase(Locale.ROOT)).matches();
    }

    /**
     * Refuses a file whose first lines the engine passes over as they have fewer or more values than the others, unless a header
     * follows them: it would then be one of these lines.
     *
     * @param remedy what to do about a number of lines, other than to correct them
     * @throws SQLException if the engine cannot read the file
     */
    static void refuseSkippedLines(Connection connection, Path file, LongFunction<String> remedy)
            throws SQLException, SqlException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT SkipRows FROM sniff_csv("
                        + Database.quotedString(file.toString()) + ") WHERE SkipRows > 0 AND NOT HasHeader")) {
            if (found.next()) {
                throw new SqlException(file + ": the first " + Counts.of(found.getLong(1), "line")
                        + " and the others have different numbers of values: correct the lines, or "
                        + remedy.apply(found.getLong(1)));
            }
        }
    }
}
