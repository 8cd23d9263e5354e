package dev.mimeo.formats.jdbc;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.internal.text.Markup;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Turns the result of a query into rows.
 *
 * <p>Columns become fields by their {@link java.sql.Types}:
 *
 * <table>
 *   <caption>SQL types and fields</caption>
 *   <tr><th>SQL</th><th>field</th></tr>
 *   <tr><td>BOOLEAN, BIT except strings of bits</td><td>{@code bool}</td></tr>
 *   <tr><td>TINYINT, SMALLINT, INTEGER</td><td>{@code int32}; unsigned INTEGER {@code int64}; all {@code int64} if asked
 *       for</td></tr>
 *   <tr><td>BIGINT</td><td>{@code int64}; unsigned {@code variable32}, decimal digits</td></tr>
 *   <tr><td>REAL, FLOAT, DOUBLE</td><td>{@code double}</td></tr>
 *   <tr><td>DECIMAL, NUMERIC</td><td>without fraction {@code int32} up to 9 digits and {@code int64} up to 18; with one
 *       {@code double} up to 15 digits; else {@code variable32}, decimal digits, exact</td></tr>
 *   <tr><td>DATE, TIMESTAMP</td><td>{@code int64}, {@code units="microseconds" epoch="unix"}, as if in UTC</td></tr>
 *   <tr><td>TIMESTAMP WITH TIME ZONE</td><td>{@code int64}, {@code units="microseconds" epoch="unix"}</td></tr>
 *   <tr><td>TIME</td><td>{@code int64}, microseconds since midnight</td></tr>
 *   <tr><td>BINARY, VARBINARY, LONGVARBINARY, BLOB</td><td>{@code variable32}, printed in hexadecimal digits</td></tr>
 *   <tr><td>all others</td><td>{@code variable32}, the text of the value in UTF-8</td></tr>
 * </table>
 *
 * <p>A field is nullable unless the database says that the column never is null. Digits behind the microseconds are cut,
 * which {@link #notes()} counts; infinite times are errors. Rows are read one by one, so memory depends on the driver's fetch size and the largest
 * value only. Not thread-safe.
 */
public final class SqlImport {

    private static final int PROGRESS_ROWS = 4096;

    private final ResultSet rows;
    private final String source;
    private final ExtentType type;
    private final List<SqlColumn> columns;

    private SqlImport(ResultSet rows, String source, ExtentType type, List<SqlColumn> columns) {
        this.rows = rows;
        this.source = source;
        this.type = type;
        this.columns = columns;
    }

    /**
     * Finds the type of the rows of a result.
     *
     * @param rows before its first row; not closed
     * @param source name of it in messages
     * @param typeName name of the type
     * @param wide whether all integers become {@code int64}
     * @throws DataSeriesException if the columns make no type
     * @throws IOException if the database fails
     */
    public static SqlImport of(ResultSet rows, String source, String typeName, boolean wide) throws IOException {
        StringBuilder xml =
                new StringBuilder("<ExtentType name=\"" + Markup.escapeAttribute(typeName) + "\" version=\"1.0\">\n");
        List<SqlColumn> columns = new ArrayList<>();
        Set<String> used = new HashSet<>();
        try {
            ResultSetMetaData meta = rows.getMetaData();
            for (int i = 1; i <= meta.getColumnCount(); i++) {
                SqlColumn column = SqlColumn.of(meta, i, wide);
                columns.add(column);
                String name = column.name().stripLeading();
                if (!Markup.isXml(name)) {
                    throw new DataSeriesException(
                            source,
                            "the name of column " + i
                                    + " has a control character, which those of fields cannot have: rename the column");
                }
                String unique = name.isEmpty() ? "column" + i : name;
                while (!used.add(unique)) {
                    unique += "_" + i;
                }
                xml.append("  <field name=\"")
                        .append(Markup.escapeAttribute(unique))
                        .append("\" ");
                xml.append(column.attributes()).append(" />\n");
            }
        } catch (SQLException e) {
            throw new IOException(source + ": " + reason(e), e);
        }
        ExtentType type = ExtentType.parse(xml.append("</ExtentType>\n").toString());
        return new SqlImport(rows, source, type, List.copyOf(columns));
    }

    private static String reason(SQLException e) {
        return Failures.oneLine(Failures.withoutQuery(String.valueOf(e.getMessage())));
    }

    /** Returns the type of the rows. */
    public ExtentType type() {
        return type;
    }

    /**
     * Copies all rows.
     *
     * @param output takes them; must be of the type of this import
     * @param progress given the number of rows copied so far, from time to time
     * @return how many there were
     * @throws IllegalArgumentException if the output is of another type
     * @throws DataSeriesException if a value does not fit its field; the message names row and column
     * @throws IOException if the database or writing fails
     */
    public long copy(ExtentOutput output, LongConsumer progress) throws IOException {
        if (!output.type().equals(type)) {
            throw new IllegalArgumentException("the output is not of type '" + type.name() + "'");
        }
        long count = 0;
        int at = -1;
        try {
            while (next(count + 1)) {
                count++;
                ExtentBuilder row = output.addRow();
                for (int i = 0; i < columns.size(); i++) {
                    at = i;
                    columns.get(i).copy(rows, i, row);
                }
                at = -1;
                if (count % PROGRESS_ROWS == 0) {
                    progress.accept(count);
                }
            }
        } catch (SQLException e) {
            throw new IOException(place(count, at) + ": " + reason(e), e);
        } catch (IllegalArgumentException e) {
            throw new DataSeriesException(place(count, at), String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            if (at < 0) {
                throw e;
            }
            throw unreadable(place(count, at), e);
        }
        progress.accept(count);
        return count;
    }

    private boolean next(long row) throws SQLException, IOException {
        try {
            return rows.next();
        } catch (RuntimeException e) {
            throw unreadable(source + ": row " + row, e);
        }
    }

    /** Returns the failure of a driver that throws an exception which it does not declare, such as for a time of day of 24 hours. */
    private static IOException unreadable(String place, RuntimeException e) {
        return new IOException(
                place + ": the driver of the database cannot read a value (" + Failures.oneLine(e.toString())
                        + "): let the query return the column as text",
                e);
    }

    private String place(long row, int column) {
        return source
                + (column < 0
                        ? ""
                        : ": row " + row + ", column '" + columns.get(column).name() + "'");
    }

    /** Returns a line for each column whose values were not kept in full. */
    public List<String> notes() {
        return columns.stream()
                .filter(column -> column.cut() > 0)
                .map(column -> "column '" + column.name() + "': digits behind the microseconds are cut in "
                        + Counts.of(column.cut(), "value"))
                .toList();
    }
}
