package dev.mimeo.sql;

import dev.mimeo.sql.internal.Database;
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
     * Finds the columns of such dates, unless a day beyond 12 tells days from months. Reads the file up to this day if there are some.
     *
     * @param reading function and file, {@code read_csv('f.csv')}
     */
    static List<DateOrder> of(Connection connection, CsvStart start, String reading) throws SQLException {
        List<DateOrder> found = new ArrayList<>();
        boolean hasShortYears = false;
        for (ImportColumn column : start.columns()) {
            String format = switch (column.type()) {
                case "DATE" -> start.dateFormat();
                case "TIMESTAMP", "TIMESTAMP WITH TIME ZONE" -> start.timestampFormat();
                default -> null;
            };
            if (format != null && UNCERTAIN.matcher(format).matches()) {
                hasShortYears |= format.contains("%y");
                found.add(new DateOrder(
                        column.name(),
                        start.file() + ": column '" + column.name() + "' has dates that are read as " + words(format)
                                + ", which may be another order: write them as 2020-12-31"));
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
            CsvStart start,
            String reading,
            Map<String, ImportColumn> imported,
            Consumer<String> warnings)
            throws SQLException {
        for (DateOrder dates : of(connection, start, reading)) {
            ImportColumn column = imported.get(Database.nameKey(dates.column()));
            if (column != null && column.isTime()) {
                warnings.accept(dates.warning());
            }
        }
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
        String isLate = columns.stream()
                .map(column -> "day(TRY_CAST(" + Database.quotedName(column.column()) + " AS DATE)) > " + MONTHS)
                .collect(Collectors.joining(" OR "));
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT 1 FROM " + reading + " WHERE " + isLate + " LIMIT 1")) {
            return row.next();
        }
    }
}
