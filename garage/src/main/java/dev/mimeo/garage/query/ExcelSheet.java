package dev.mimeo.garage.query;

import dev.mimeo.sql.SqlException;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;
import org.jspecify.annotations.Nullable;

/**
 * A sheet of a workbook (ECMA-376, SpreadsheetML), written row by row: what does not fit into one is an error, never cut. For one
 * thread; a workbook has one open sheet at a time.
 *
 * <p>Values come as text and become what they are in Excel, where numbers are IEEE doubles and times are days since 1899-12-30.
 * Those which it cannot hold as such stay text: NaN and infinities, whole numbers beyond 2^53, decimals of more than 15 digits,
 * times before March 1900, from where on all programs count days alike, or after 9999.
 */
final class ExcelSheet {

    /** Most rows of a sheet, header included. */
    private static final int MAX_ROWS = 1 << 20;

    private static final int MAX_COLUMNS = 1 << 14;

    /** Most UTF-16 units of a text. */
    private static final int MAX_TEXT = 32_767;

    /** Whole numbers up to this are doubles. */
    private static final BigDecimal MAX_WHOLE = BigDecimal.valueOf(1L << 53);

    /** Decimal digits that a double always keeps. */
    private static final int DIGITS = 15;

    /** Rows that wait in memory. */
    private static final int WAITING_ROWS = 1_000;

    private static final LocalDate DAY_ZERO = LocalDate.of(1899, 12, 30);
    private static final LocalDate FIRST_DAY = LocalDate.of(1900, 3, 1);
    private static final LocalDate END = LocalDate.of(10_000, 1, 1);
    private static final double DAY_NANOS = 86_400e9;

    private final Worksheet sheet;
    private final List<Kind> kinds;
    private int rows = 1;

    /** Type of the values of a column. */
    enum Kind {
        NUMBER,
        FLOATING,
        BOOLEAN,
        DATE,
        TIME,
        TEXT;

        /** Returns the kind of a type in the engine's SQL. */
        static Kind of(String type) {
            return switch (type) {
                case "FLOAT", "DOUBLE" -> FLOATING;
                case "BOOLEAN" -> BOOLEAN;
                case "DATE" -> DATE;
                case "TIMESTAMP" -> TIME;
                default ->
                    type.endsWith("INT") || type.equals("INTEGER") || type.startsWith("DECIMAL(") ? NUMBER : TEXT;
            };
        }
    }

    private ExcelSheet(Worksheet sheet, List<Kind> kinds) {
        this.sheet = sheet;
        this.kinds = kinds;
    }

    /**
     * Starts a sheet with a header.
     *
     * @throws SqlException if there are too many columns
     */
    static ExcelSheet start(Workbook workbook, String name, List<String> header, List<Kind> kinds) throws SqlException {
        if (header.size() > MAX_COLUMNS) {
            throw new SqlException("the result has " + header.size() + " columns, a sheet of Excel at most "
                    + MAX_COLUMNS + ": save it as .csv, .parquet or .duckdb");
        }
        ExcelSheet started = new ExcelSheet(workbook.newWorksheet(name), List.copyOf(kinds));
        started.sheet.freezePane(0, 1);
        for (int i = 0; i < header.size(); i++) {
            started.sheet.inlineString(0, i, started.text(header.get(i), 0));
            started.sheet.style(0, i).bold().set();
        }
        return started;
    }

    /**
     * Adds a row.
     *
     * @param values texts of the values, null for NULL
     * @throws SqlException if it does not fit
     */
    void add(@Nullable String[] values) throws IOException {
        if (rows == MAX_ROWS) {
            throw new SqlException("the result has more rows than a sheet of Excel, " + (MAX_ROWS - 1)
                    + " and the header: save it as .csv, .parquet or .duckdb");
        }
        for (int i = 0; i < values.length; i++) {
            String value = values[i];
            if (value != null && !addTyped(i, value)) {
                sheet.inlineString(rows, i, text(value, i));
            }
        }
        rows++;
        if (rows % WAITING_ROWS == 0) {
            sheet.flush();
        }
    }

    /** Ends the sheet. */
    void finish() throws IOException {
        sheet.finish();
    }

    /** Adds a value as what it is; returns false if it must be text. */
    private boolean addTyped(int column, String value) {
        switch (kinds.get(column)) {
            case NUMBER -> {
                BigDecimal number = new BigDecimal(value);
                boolean fits = number.scale() > 0
                        ? number.precision() <= DIGITS
                        : number.abs().compareTo(MAX_WHOLE) <= 0;
                if (fits) {
                    sheet.value(rows, column, number);
                }
                return fits;
            }
            case FLOATING -> {
                // The engine writes nan and inf, which are not numbers here.
                if (!Character.isDigit(value.charAt(value.length() - 1))) {
                    return false;
                }
                sheet.value(rows, column, Double.parseDouble(value));
                return true;
            }
            case BOOLEAN -> {
                sheet.value(rows, column, Boolean.parseBoolean(value));
                return true;
            }
            case DATE -> {
                return addTime(column, value + "T00:00", "yyyy-mm-dd");
            }
            case TIME -> {
                return addTime(column, value.replace(' ', 'T'), "yyyy-mm-dd hh:mm:ss.000");
            }
            case TEXT -> {
                return false;
            }
        }
        return false;
    }

    private boolean addTime(int column, String value, String format) {
        LocalDateTime time;
        try {
            time = LocalDateTime.parse(value);
        } catch (DateTimeException e) {
            return false;
        }
        LocalDate day = time.toLocalDate();
        if (day.isBefore(FIRST_DAY) || !day.isBefore(END)) {
            return false;
        }
        long days = ChronoUnit.DAYS.between(DAY_ZERO, day);
        sheet.value(rows, column, days + time.toLocalTime().toNanoOfDay() / DAY_NANOS);
        sheet.style(rows, column).format(format).set();
        return true;
    }

    /** Returns a text as it stands in a cell, where {@code _xHHHH_} is a character that XML has not (ECMA-376, ST_Xstring). */
    private String text(String value, int column) throws SqlException {
        if (value.length() > MAX_TEXT) {
            throw new SqlException("a text of " + value.length() + " characters in row " + (rows + 1) + ", column "
                    + (column + 1) + " is longer than a cell of Excel holds, " + MAX_TEXT
                    + ": save the result as .csv, .parquet or .duckdb");
        }
        StringBuilder escaped = null;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean isEscape = c == '_' && isEscape(value, i);
            if (isEscape || (c < ' ' && c != '\t' && c != '\n') || c >= '\ufffe') {
                escaped = escaped == null ? new StringBuilder(value.substring(0, i)) : escaped;
                escaped.append(String.format("_x%04X_", (int) c));
            } else if (escaped != null) {
                escaped.append(c);
            }
        }
        return escaped == null ? value : escaped.toString();
    }

    /** Returns whether a reader would take what starts at an underscore for a character. */
    private static boolean isEscape(String value, int at) {
        return at + 6 < value.length()
                && value.charAt(at + 1) == 'x'
                && value.charAt(at + 6) == '_'
                && value.substring(at + 2, at + 6).chars().allMatch(digit -> Character.digit(digit, 16) >= 0);
    }
}
