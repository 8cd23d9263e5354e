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

/** Lines of CSV files that the engine by itself passes over, or does not split into values. */
final class CsvStart {

    private static final Pattern NAME = Pattern.compile(".*\\.(csv|tsv)(\\.gz|\\.zst)?", Pattern.DOTALL);

    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"");

    /** The separators that the engine tries. */
    private static final String SEPARATORS = ",;\t|";

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

    /**
     * Refuses a file whose lines are one value each to the engine, as they have different numbers of separators.
     *
     * @param remedy what to do, other than to correct the lines or to put values in quotes
     * @throws SQLException if the engine cannot read the file
     */
    static void refuseUnsplitLines(Connection connection, Path file, String remedy) throws SQLException, SqlException {
        String name = Database.quotedString(file.toString());
        String lines =
                "SELECT line FROM read_csv(" + name + ", auto_detect = false, header = false, delim = '', quote = '',"
                        + " escape = '', strict_mode = false, columns = {'line': 'VARCHAR'}) WHERE (SELECT len(Columns) = 1 FROM sniff_csv("
                        + name + "))";
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(lines)) {
            int separator = -1;
            int first = 0;
            for (long number = 1; rows.next(); number++) {
                String line = rows.getString(1);
                if (line == null) {
                    continue;
                }
                String plain = QUOTED.matcher(line).replaceAll("");
                if (number == 1) {
                    separator = plain.chars()
                            .filter(c -> SEPARATORS.indexOf(c) >= 0)
                            .findFirst()
                            .orElse(-1);
                    first = values(plain, separator);
                }
                if (separator < 0 || plain.indexOf('"') >= 0) {
                    return;
                }
                int count = values(plain, separator);
                if (count != first) {
                    throw new SqlException(file + ": line " + number + " has " + Counts.of(count, "value")
                            + ", and the first line has " + first + ": correct the lines, put values with a '"
                            + (char) separator + "' in quotes" + remedy);
                }
            }
        }
    }

    private static int values(String line, int separator) {
        return 1 + (int) line.chars().filter(c -> c == separator).count();
    }

    /** Returns whether the first line of the table names the columns. */
    static boolean hasHeader(Connection connection, Path file) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT HasHeader FROM sniff_csv(" + Database.quotedString(file.toString()) + ")")) {
            return row.next() && row.getBoolean(1);
        }
    }
}
