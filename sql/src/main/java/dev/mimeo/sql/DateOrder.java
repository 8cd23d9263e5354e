package dev.mimeo.sql;

import dev.mimeo.sql.internal.Database;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Dates of a CSV file whose order of year, month and day the engine guesses, such as 01/02/2020.
 *
 * @param column name of the column
 * @param warning the line that warns of it
 */
record DateOrder(String column, String warning) {

    /** A format whose first number has two digits. Months with names are certain, but the engine does not try these. */
    private static final Pattern UNCERTAIN = Pattern.compile("%[dmy].*");

    private static final int MONTHS = 12;

    /**
     * Finds the columns of such dates, unless a day beyond 12 tells days from months. Reads the file once if there are some.
     *
     * @param reading function and file, {@code read_csv('f.csv')}
     */
    static List<DateOrder> of(Connection connection, Path file, String reading) throws SQLException {
        String name = Database.quotedString(file.toString());
        List<DateOrder> found = new ArrayList<>();
        boolean hasShortYears = false;
        try (Statement statement = connection.createStatement();
                ResultSet columns = statement.executeQuery(
                        "SELECT c.name, CASE c.type WHEN 'DATE' THEN DateFormat ELSE TimestampFormat END FROM (SELECT DateFormat,"
                                + " TimestampFormat, unnest(Columns) AS c FROM sniff_csv(" + name
                                + ")) WHERE c.type IN ('DATE', 'TIMESTAMP', 'TIMESTAMP WITH TIME ZONE')")) {
            while (columns.next()) {
                String format = columns.getString(2);
                if (isUncertain(format)) {
                    hasShortYears |= format.contains("%y");
                    found.add(new DateOrder(
                            columns.getString(1),
                            file + ": column '" + columns.getString(1) + "' has dates that are read as " + words(format)
                                    + ", which may be another order: write them as 2020-12-31"));
                }
            }
        }
        return found.isEmpty() || (!hasShortYears && haveLateDays(connection, reading, found)) ? List.of() : found;
    }

    /**
     * Warns of such columns that are imported as times.
     *
     * @param imported the columns by their {@linkplain Database#nameKey keys}
     */
    static void warn(
            Connection connection,
            Path file,
            String reading,
            Map<String, ImportColumn> imported,
            Consumer<String> warnings)
            throws SQLException {
        for (DateOrder dates : of(connection, file, reading)) {
            ImportColumn column = imported.get(Database.nameKey(dates.column()));
            if (column != null && column.isTime()) {
                warnings.accept(dates.warning());
            }
        }
    }

    private static boolean isUncertain(@Nullable String format) {
        return format != null && UNCERTAIN.matcher(format).matches();
    }

    /** Returns a format in words, "day/month/year". */
    private static String words(String format) {
        return format.replaceFirst("[ T].*", "")
                .replace("%d", "day")
                .replace("%m", "month")
                .replaceFirst("%[yY]", "year");
    }

    /** Returns whether a date is on a day beyond 12; the dates of a file have one order. */
    private static boolean haveLateDays(Connection connection, String reading, List<DateOrder> columns)
            throws SQLException {
        String latest = columns.stream()
                .map(column -> "TRY_CAST(" + Database.quotedName(column.column()) + " AS DATE)")
                .map(date -> "coalesce(max(day(" + date + ")), 0)")
                .collect(Collectors.joining(", ", "greatest(", ")"));
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + latest + " FROM " + reading)) {
            return row.next() && row.getInt(1) > MONTHS;
        }
    }
}
