package dev.mimeo.sql;

import dev.mimeo.internal.text.Failures;
import dev.mimeo.report.plot.CategoryPlot;
import dev.mimeo.report.plot.Plot;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * Runs queries over result files of NFS analyses and returns their rows as lines or bars. The files are CSV, JSON or SQL, as
 * {@code ResultWriter} of the analyses writes them.
 *
 * <p>The dialect is that of DuckDB and of {@link TraceQuery}, with additions: {@code = any} means IS NULL, {@code <> any} means IS
 * NOT NULL, and a word without quotes after =, &lt;&gt; or != that is not a name in the query or of its tables is a string. Queries
 * can read only the tables that were added. Not thread-safe.
 */
public final class PlotQuery implements Closeable {

    /** Maximum number of points of a query. */
    public static final int MOST_POINTS = 1_000_000;

    /** Maximum number of bars of a query. */
    public static final int MOST_BARS = 300;

    private final Engine engine;
    private final ResultTables files;
    private boolean confined;
    private long incomplete;

    private PlotQuery(Engine engine, Path folder) {
        this.engine = engine;
        this.files = new ResultTables(engine, folder);
    }

    /**
     * Opens an engine without tables.
     *
     * @param options settings of the engine; their temporary folder should be empty, because queries can read the files in it
     */
    public static PlotQuery open(SqlOptions options) throws IOException {
        return new PlotQuery(Engine.open(options), options.temporaryFolder());
    }

    /**
     * Adds the tables of a file. If a table exists already, its rows are appended.
     *
     * @param dataset value of the column {@code dataset} of tables that have none
     * @throws IllegalStateException after the first query
     * @throws IOException if the file cannot be read or is not a result of an analysis
     */
    public void add(String dataset, Path file) throws IOException {
        if (confined) {
            throw new IllegalStateException("files are added before queries");
        }
        try {
            files.add(dataset, file);
        } catch (SQLException e) {
            IOException explained = engine.explain(e);
            throw Failures.ofSource(file.toString(), explained, String.valueOf(explained.getMessage()));
        }
    }

    /**
     * Runs a query.
     *
     * @param sql a query with columns {@code x} and {@code y}, by default the first two, and optionally {@code series}, the names of
     *     the lines, by default the third. Rows without x or y are left out
     * @param name name of the line if there is no series
     * @return lines in the order of their first rows, the points of each by x
     * @throws SqlException if the query fails or has other columns
     */
    public List<Plot.Line> lines(String sql, String name) throws IOException {
        return run(sql, rows -> lines(rows, name));
    }

    /**
     * Returns whether x of a query is text, which names categories. The query does not run.
     *
     * @param sql as in {@link #lines}
     * @throws SqlException if the query is not valid
     */
    public boolean hasCategories(String sql) throws IOException {
        try {
            QueryText text = parsed(sql);
            try (PreparedStatement statement = engine.connection().prepareStatement(text.sql())) {
                ResultSetMetaData columns = statement.getMetaData();
                return columns.getColumnType(column(columns, "x", 1)) == Types.VARCHAR;
            }
        } catch (SQLException e) {
            throw explain(e);
        }
    }

    /**
     * Runs a query whose x is text.
     *
     * @param sql as in {@link #lines}, with x, the category, as text. Rows without y are left out
     * @param name name of the series if the query has none
     * @return bars in the order of the rows, no two of them of the same series and category
     * @throws SqlException if the query fails, has other columns, or gives two values for a bar or more than {@link #MOST_BARS}
     */
    public List<CategoryPlot.Bar> bars(String sql, String name) throws IOException {
        return run(sql, rows -> bars(rows, name));
    }

    /** Returns the number of rows that {@link #lines} and {@link #bars} left out so far, as x or y is NULL, NaN or infinite. */
    public long incompleteRows() {
        return incomplete;
    }

    /** Takes what it needs from rows. */
    @FunctionalInterface
    private interface Reader<T> {
        T read(ResultSet rows) throws SQLException, SqlException;
    }

    private QueryText parsed(String sql) throws SQLException, IOException {
        if (!confined) {
            confined = true;
            engine.confine(List.of());
        }
        return QueryText.parse(engine.connection(), BareWords.expand(sql, names()));
    }

    private <T> T run(String sql, Reader<T> reader) throws IOException {
        try {
            return run(parsed(sql), reader);
        } catch (SQLException e) {
            throw explain(e);
        }
    }

    private <T> T run(QueryText text, Reader<T> reader) throws IOException {
        try (Statement statement = engine.connection().createStatement();
                ResultSet rows = statement.executeQuery(text.sql())) {
            return reader.read(rows);
        } catch (SQLException e) {
            throw text.wrappable() ? withTables(engine.explain(e, text.sql())) : explain(e);
        }
    }

    private IOException explain(SQLException e) {
        return withTables(engine.explain(e));
    }

    /** Returns a failure, with the tables of the files if it is about another one. */
    private IOException withTables(IOException failure) {
        Matcher missing = TraceQuery.MISSING_TABLE.matcher(String.valueOf(failure.getMessage()));
        if (!missing.find()) {
            return failure;
        }
        try {
            List<String> tables = new ArrayList<>();
            try (Statement statement = engine.connection().createStatement();
                    ResultSet rows = statement.executeQuery(
                            "SELECT table_name FROM duckdb_tables() WHERE NOT internal ORDER BY table_name")) {
                while (rows.next()) {
                    tables.add(rows.getString(1));
                }
            }
            return new SqlException("no table '" + missing.group(1) + "': the files have "
                    + (tables.isEmpty() ? "none" : String.join(", ", tables)));
        } catch (SQLException e) {
            failure.addSuppressed(e);
            return failure;
        }
    }

    /** Returns the names of the files' tables and their columns in lower case. */
    private Set<String> names() throws SQLException {
        Set<String> names = new HashSet<>();
        try (Statement statement = engine.connection().createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT lower(table_name), lower(column_name) FROM duckdb_columns() WHERE NOT internal")) {
            while (rows.next()) {
                names.add(rows.getString(1));
                names.add(rows.getString(2));
            }
        }
        return names;
    }

    private List<Plot.Line> lines(ResultSet rows, String name) throws SQLException, SqlException {
        Columns columns = Columns.of(rows.getMetaData());
        Map<String, Points> lines = new LinkedHashMap<>();
        int points = 0;
        while (rows.next()) {
            @Nullable Double place = number(rows, columns.x());
            @Nullable Double height = number(rows, columns.y());
            if (place == null || height == null) {
                incomplete++;
                continue;
            }
            points++;
            if (points > MOST_POINTS) {
                throw new SqlException("the query gives more than " + MOST_POINTS + " points");
            }
            lines.computeIfAbsent(columns.series(rows, name), key -> new Points())
                    .add(place, height);
        }
        List<Plot.Line> all = new ArrayList<>();
        lines.forEach((key, line) -> all.add(line.sorted(key)));
        return all;
    }

    private List<CategoryPlot.Bar> bars(ResultSet rows, String name) throws SQLException, SqlException {
        Columns columns = Columns.of(rows.getMetaData());
        List<CategoryPlot.Bar> bars = new ArrayList<>();
        Set<List<String>> known = new HashSet<>();
        while (rows.next()) {
            @Nullable Double value = number(rows, columns.y());
            if (value == null) {
                incomplete++;
                continue;
            }
            if (bars.size() == MOST_BARS) {
                throw new SqlException("the query gives more than " + MOST_BARS
                        + " bars: add 'order by y desc limit 20', for example");
            }
            String category = text(rows, columns.x());
            String series = columns.series(rows, name);
            if (!known.add(List.of(series, category))) {
                throw new SqlException("the query gives two values for the bar of '" + category + "' in '" + series
                        + "': aggregate them, or name them apart by a column series");
            }
            bars.add(new CategoryPlot.Bar(series, category, value));
        }
        return bars;
    }

    private static String text(ResultSet rows, int column) throws SQLException {
        String value = rows.getString(column);
        return value == null ? "any" : value;
    }

    /** Indexes of the columns from 1; that of the series is above the last if there is none. */
    private record Columns(int x, int y, int series, int count) {

        static Columns of(ResultSetMetaData columns) throws SQLException, SqlException {
            int x = column(columns, "x", 1);
            int y = column(columns, "y", 2);
            if (columns.getColumnCount() < 2 || x == y) {
                throw new SqlException(
                        "a plot needs the columns x and y, as in: select quantile as x, value as y from ...");
            }
            return new Columns(x, y, column(columns, "series", 3), columns.getColumnCount());
        }

        String series(ResultSet rows, String name) throws SQLException {
            return series <= count ? text(rows, series) : name;
        }
    }

    private static int column(ResultSetMetaData columns, String name, int otherwise) throws SQLException {
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            if (columns.getColumnLabel(i).toLowerCase(Locale.ROOT).equals(name)) {
                return i;
            }
        }
        return otherwise;
    }

    /** Returns a finite number; null if there is none. */
    private static @Nullable Double number(ResultSet rows, int column) throws SQLException, SqlException {
        Object value = rows.getObject(column);
        if (value == null) {
            return null;
        }
        if (!(value instanceof Number number)) {
            throw new SqlException("column " + rows.getMetaData().getColumnLabel(column) + " has '" + value
                    + "', which is not a number");
        }
        return Double.isFinite(number.doubleValue()) ? (Double) number.doubleValue() : null;
    }

    /** Points of a line. */
    private static final class Points {
        private double[] x = new double[16];
        private double[] y = new double[16];
        private int size;

        void add(double place, double height) {
            if (size == x.length) {
                x = Arrays.copyOf(x, 2 * size);
                y = Arrays.copyOf(y, 2 * size);
            }
            x[size] = place;
            y[size] = height;
            size++;
        }

        Plot.Line sorted(String name) {
            Integer[] order = new Integer[size];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, (a, b) -> Double.compare(x[a], x[b]));
            return new Plot.Line(
                    name,
                    Arrays.stream(order).mapToDouble(i -> x[i]).toArray(),
                    Arrays.stream(order).mapToDouble(i -> y[i]).toArray());
        }
    }

    @Override
    public void close() throws IOException {
        engine.close();
    }
}
