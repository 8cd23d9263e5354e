package dev.mimeo.sql;

import dev.mimeo.report.plot.Plot;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs queries over result files of NFS analyses and returns their rows as lines of a plot. The files are CSV, JSON or SQL, as
 * {@code ResultWriter} of the analyses writes them.
 *
 * <p>The dialect is that of DuckDB and of {@link TraceQuery}, with additions: {@code = any} means IS NULL, {@code <> any} means IS
 * NOT NULL, and a word without quotes after =, &lt;&gt; or != that is not a name in the query or of its tables is a string. Queries
 * can read only the tables that were added. Not thread-safe.
 */
public final class PlotQuery implements Closeable {

    /** Maximum number of points of a query. */
    public static final int MOST_POINTS = 1_000_000;

    private final Engine engine;
    private final ResultTables files;
    private boolean confined;

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
            throw new IOException(file + ": " + engine.explain(e).getMessage(), e);
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
        try {
            if (!confined) {
                confined = true;
                engine.confine(List.of());
            }
            QueryText text = QueryText.parse(engine.connection(), BareWords.expand(sql, names()));
            return lines(text, name);
        } catch (SQLException e) {
            throw engine.explain(e);
        }
    }

    private List<Plot.Line> lines(QueryText text, String name) throws IOException {
        try (Statement statement = engine.connection().createStatement();
                ResultSet rows = statement.executeQuery(text.sql())) {
            return lines(rows, name);
        } catch (SQLException e) {
            throw text.wrappable() ? engine.explain(e, text.sql()) : engine.explain(e);
        }
    }

    /** Returns the names of all tables and columns in lower case. */
    private Set<String> names() throws SQLException {
        Set<String> names = new HashSet<>();
        try (Statement statement = engine.connection().createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT lower(table_name), lower(column_name) FROM information_schema.columns")) {
            while (rows.next()) {
                names.add(rows.getString(1));
                names.add(rows.getString(2));
            }
        }
        return names;
    }

    private static List<Plot.Line> lines(ResultSet rows, String name) throws SQLException, SqlException {
        ResultSetMetaData columns = rows.getMetaData();
        int x = column(columns, "x", 1);
        int y = column(columns, "y", 2);
        int series = column(columns, "series", 3);
        if (columns.getColumnCount() < 2 || x == y) {
            throw new SqlException(
                    "a plot needs the columns x and y, as in: select quantile as x, value as y from ...");
        }
        Map<String, Points> lines = new LinkedHashMap<>();
        int points = 0;
        while (rows.next()) {
            @Nullable Double place = number(rows, x);
            @Nullable Double height = number(rows, y);
            if (place == null || height == null) {
                continue;
            }
            points++;
            if (points > MOST_POINTS) {
                throw new SqlException("the query gives more than " + MOST_POINTS + " points");
            }
            String value = series <= columns.getColumnCount() ? rows.getString(series) : name;
            lines.computeIfAbsent(value == null ? "any" : value, key -> new Points())
                    .add(place, height);
        }
        List<Plot.Line> all = new ArrayList<>();
        lines.forEach((key, line) -> all.add(line.sorted(key)));
        return all;
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
