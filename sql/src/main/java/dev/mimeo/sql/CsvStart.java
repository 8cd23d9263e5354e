package dev.mimeo.sql;

import dev.mimeo.internal.text.Counts;
import dev.mimeo.sql.internal.Database;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The layout of a CSV file, as the engine finds it in the first lines.
 *
 * @param file the file
 * @param skippedLines lines at the start that the engine passes over
 * @param delimiter the text between values
 * @param comment the character that comments begin with; empty if there are none
 * @param hasHeader whether the first line of the table names the columns
 * @param columns the columns, with the types that the engine chooses
 * @param dateFormat format of the dates; null if there are none or they begin with the year
 * @param timestampFormat the same of times
 */
record CsvStart(
        Path file,
        long skippedLines,
        String delimiter,
        String comment,
        boolean hasHeader,
        List<ImportColumn> columns,
        @Nullable String dateFormat,
        @Nullable String timestampFormat) {

    private static final Pattern NAME = Pattern.compile(".*\\.(csv|tsv)(\\.gz|\\.zst)?", Pattern.DOTALL);

    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"");

    /** The separators that the engine tries. */
    private static final String SEPARATORS = ",;\t|";

    /** Returns whether the engine takes a file of this name for CSV. */
    static boolean isCsv(String name) {
        return NAME.matcher(name.toLowerCase(Locale.ROOT)).matches();
    }

    /**
     * Reads the first lines of a file.
     *
     * @throws SQLException if the engine cannot read the file
     */
    static CsvStart of(Connection connection, Path file) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT SkipRows, Delimiter, if(Comment = '(empty)', '', Comment), HasHeader, DateFormat, TimestampFormat, c.name, c.type"
                                + " FROM (SELECT *, unnest(Columns) AS c FROM sniff_csv("
                                + Database.quotedString(file.toString()) + "))")) {
            long skippedLines = 0;
            String delimiter = "";
            String comment = "";
            boolean hasHeader = false;
            String dateFormat = null;
            String timestampFormat = null;
            List<ImportColumn> columns = new ArrayList<>();
            while (found.next()) {
                skippedLines = found.getLong(1);
                delimiter = found.getString(2);
                comment = found.getString(3);
                hasHeader = found.getBoolean(4);
                dateFormat = found.getString(5);
                timestampFormat = found.getString(6);
                columns.add(new ImportColumn(found.getString(7), found.getString(8)));
            }
            return new CsvStart(
                    file,
                    skippedLines,
                    delimiter,
                    comment,
                    hasHeader,
                    List.copyOf(columns),
                    dateFormat,
                    timestampFormat);
        }
    }

    /** Returns the SQL that reads the file as the engine does by itself. */
    String reading() {
        return "read_csv(" + Database.quotedString(file.toString()) + ")";
    }

    /** Returns the SQL that reads columns as other types. */
    String reading(List<ImportColumn> columns) {
        return readingWith("", columns);
    }

    /** Returns the SQL that does the same, and tells {@code ""} from a value that is missing. */
    String readingEmpties(List<ImportColumn> columns) {
        return readingWith("allow_quoted_nulls = false, ", columns);
    }

    private String readingWith(String option, List<ImportColumn> columns) {
        // The engine would take names for values of columns of text, and lines before the names for these.
        String first = (comment.isEmpty() ? "" : "comment = " + Database.quotedString(comment) + ", ") + "skip = "
                + skippedLines + ", header = " + hasHeader;
        return RoundedColumns.reading(
                "read_csv(" + Database.quotedString(file.toString()) + ", " + option + first + ")", columns);
    }

    /**
     * Refuses a file whose first lines the engine passes over as they have fewer or more values than the others, unless a header
     * follows them: it would then be one of these lines. Before a header it refuses those with as many values, which may be the names.
     *
     * @param remedy what to do about a number of lines, other than to correct them
     * @throws SQLException if the engine cannot read the file
     */
    void refuseSkippedLines(Connection connection, LongFunction<String> remedy) throws SQLException, SqlException {
        if (skippedLines == 0) {
            return;
        }
        if (!hasHeader) {
            throw new SqlException(file + ": the first " + Counts.of(skippedLines, "line")
                    + " and the others have different numbers of values: correct the lines, or "
                    + remedy.apply(skippedLines));
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(lines())) {
            long skipped = 0;
            for (long number = 1; skipped < skippedLines && rows.next(); number++) {
                String line = Objects.requireNonNullElse(rows.getString(1), "");
                if (!comment.isEmpty() && line.startsWith(comment)) {
                    continue;
                }
                skipped++;
                if (columns.size() > 1
                        && values(QUOTED.matcher(line).replaceAll(""), delimiter.charAt(0)) == columns.size()) {
                    throw new SqlException(
                            file + ": line " + number + " has as many values as the others, but the engine"
                                    + " would pass over it: correct the lines, or " + remedy.apply(number - 1));
                }
            }
        }
    }

    /**
     * Refuses a file whose lines are one value each to the engine, as they have different numbers of separators.
     *
     * @param remedy what to do, other than to correct the lines or to put values in quotes
     * @throws SQLException if the engine cannot read the file
     */
    void refuseUnsplitLines(Connection connection, String remedy) throws SQLException, SqlException {
        if (columns.size() != 1) {
            return;
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(lines())) {
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

    /** Returns the SQL that reads all lines as they stand. */
    private String lines() {
        return "SELECT line FROM read_csv(" + Database.quotedString(file.toString())
                + ", auto_detect = false, header = false, delim = '', quote = '',"
                + " escape = '', strict_mode = false, columns = {'line': 'VARCHAR'})";
    }

    private static int values(String line, int separator) {
        return 1 + (int) line.chars().filter(c -> c == separator).count();
    }
}
