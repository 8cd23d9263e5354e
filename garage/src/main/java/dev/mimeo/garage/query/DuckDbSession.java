package dev.mimeo.garage.query;

import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.sql.SelectTree;
import dev.mimeo.sql.SqlException;
import dev.mimeo.sql.internal.Database;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A connection to the engine. The tables of a file, or of several, are views on slots. Rows wait in a table of the connection.
 */
final class DuckDbSession implements ApplySession {

    /** Table of the rows that wait; its first column is the number of the file. */
    static final String WAITING = "mimeo waiting";

    static final String FILE_COLUMN = "mimeo file";

    /** Message of the engine about a missing column that a script names. */
    private static final Pattern MISSING = Pattern.compile(
            "Binder Error: (?:Referenced column \"(?<a>.*?)\" not found in FROM clause"
                    + "|Referenced column (?<f>.*?) not found in FROM clause and can't find in alias map"
                    + "|[A-Z][A-Za-z ]* \".*?\" does not have a column named \"(?<b>.*?)\""
                    + "|Column \"(?<c>.*?)\" does not exist on (?:left|right) side of join"
                    + "|Column \"(?<d>.*?)\" in (?:EXCLUDE|REPLACE|RENAME) list not found"
                    + "|No matching columns found that match regex \"(?<e>.*?)\").*",
            Pattern.DOTALL);

    private static final List<String> MISSING_GROUPS = List.of("a", "b", "c", "d", "e", "f");

    private final GarageEngine engine;
    private final Connection connection;
    private final TableViews single;
    private final TableViews several;
    private List<ResultType> waiting = List.of();

    /** Signature and script of the files on which a statement failed last; these are not tried together again. */
    private String failed = "";

    DuckDbSession(GarageEngine engine, Connection connection) {
        this.engine = engine;
        this.connection = connection;
        this.single = new TableViews(engine, connection);
        this.several = new TableViews(engine, connection);
    }

    Connection connection() {
        return connection;
    }

    @Override
    public List<ResultType> bind(String sql, FileTables tables) throws SqlException, MissingColumnException {
        try {
            single.show(tables.sources(), tables.signature());
            // With macros in place it is a new text, and preparing several statements would run all but the last.
            if (SelectTree.parse(connection, sql) == null) {
                throw new SqlException("a script is one SELECT and nothing else");
            }
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                return types(statement.getMetaData());
            }
        } catch (SQLException e) {
            var missing = MISSING.matcher(SqlException.message(e));
            if (missing.matches()) {
                String name = MISSING_GROUPS.stream()
                        .map(missing::group)
                        .filter(group -> group != null)
                        .findFirst()
                        .orElse("?");
                throw new MissingColumnException("column " + name);
            }
            throw SqlException.of(e);
        } finally {
            single.hide();
        }
    }

    private static List<ResultType> types(ResultSetMetaData metadata) throws SQLException, SqlException {
        List<ResultType> types = new ArrayList<>();
        for (int i = 1; i <= metadata.getColumnCount(); i++) {
            String name = metadata.getColumnLabel(i);
            for (ResultType other : types) {
                if (AnyCase.equal(other.name(), name)) {
                    throw new SqlException("the script gives two columns " + name + ": name one of them with AS");
                }
            }
            String type = metadata.getColumnTypeName(i);
            // A column of nothing but NULL is one of whole numbers to the engine.
            types.add(new ResultType(name, type.equals("NULL") || type.equals("\"NULL\"") ? "INTEGER" : type));
        }
        return List.copyOf(types);
    }

    @Override
    public long run(String sql, FileTables tables, List<ResultType> types, int file) throws IOException {
        try {
            single.show(tables.sources(), tables.signature());
            makeWaiting(types);
            PreparedStatement statement = single.prepare("INSERT INTO " + Database.quotedName(WAITING)
                    + " SELECT CAST(? AS INTEGER), applied.* FROM (" + sql + "\n) AS applied");
            statement.setInt(1, file);
            return statement.executeLargeUpdate();
        } catch (SQLException e) {
            throw explain(e, single);
        } finally {
            single.hide();
        }
    }

    /**
     * Runs a query that was bound to tables of the same signature on several files in one statement, and keeps the rows with the
     * numbers of their files. Where it fails no row is kept.
     *
     * @param tables tables of each file
     * @param types the columns of the result
     * @param files number of each file
     * @return the files whose rows are kept; the others must be run one at a time
     * @throws SqlException if the engine fails, or cannot run the query on several files
     * @throws IOException if a file is damaged
     */
    BitSet runBatch(String sql, List<FileTables> tables, List<ResultType> types, int[] files) throws IOException {
        String signature = tables.get(0).signature();
        String key = signature + '\n' + sql;
        try {
            BitSet done = new BitSet();
            BatchScript script = key.equals(failed) ? null : engine.batch(connection, sql, key);
            if (script == null) {
                return done;
            }
            several.show(joined(tables, files), signature);
            makeWaiting(types);
            PreparedStatement statement = several.prepare("INSERT INTO " + Database.quotedName(WAITING) + " ("
                    + types.stream()
                            .map(type -> Database.quotedName(type.name()) + ", ")
                            .collect(Collectors.joining())
                    + Database.quotedName(FILE_COLUMN) + ") SELECT applied.* FROM (" + script.sql()
                    + "\n) AS applied");
            statement.executeLargeUpdate();
            for (int file : files) {
                done.set(file);
            }
            if (script.givesRowWithoutInput()) {
                done.and(filesWaiting());
            }
            return done;
        } catch (SQLException e) {
            if (several.failure() == null) {
                failed = key;
            }
            throw explain(e, several);
        } finally {
            several.hide();
        }
    }

    private static Map<String, TableSource> joined(List<FileTables> tables, int[] files) {
        Map<String, TableSource> joined = new LinkedHashMap<>();
        for (String name : tables.get(0).sources().keySet()) {
            joined.put(
                    BatchScript.PREFIX + name,
                    new BatchTable(
                            tables.stream()
                                    .map(file -> Objects.requireNonNull(
                                            file.sources().get(name)))
                                    .toList(),
                            files));
        }
        return joined;
    }

    private BitSet filesWaiting() throws SQLException {
        BitSet files = new BitSet();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT DISTINCT " + Database.quotedName(FILE_COLUMN)
                        + " FROM temp." + Database.quotedName(WAITING))) {
            while (rows.next()) {
                files.set(rows.getInt(1));
            }
        }
        return files;
    }

    /** Returns the columns of the rows that wait. */
    List<ResultType> waiting() {
        return waiting;
    }

    /** Forgets the rows that wait. */
    void clearWaiting() throws SQLException {
        single.closeStatement();
        several.closeStatement();
        Database.execute(connection, "DROP TABLE IF EXISTS temp." + Database.quotedName(WAITING));
        waiting = List.of();
    }

    private void makeWaiting(List<ResultType> types) throws SQLException {
        if (types.equals(waiting)) {
            return;
        }
        clearWaiting();
        Database.execute(
                connection,
                "CREATE TEMP TABLE " + Database.quotedName(WAITING) + " ("
                        + Database.quotedName(FILE_COLUMN) + " INTEGER"
                        + types.stream()
                                .map(type -> ", " + Database.quotedName(type.name()) + " " + type.type())
                                .collect(Collectors.joining())
                        + ")");
        waiting = types;
    }

    /** Returns what to throw for an error of the engine: what went wrong with the file, if that was the cause. */
    private static IOException explain(SQLException e, TableViews views) {
        try {
            // The library closes a statement that failed.
            views.closeStatement();
        } catch (SQLException again) {
            e.addSuppressed(again);
        }
        Throwable failure = views.failure();
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return failure instanceof IOException io ? io : SqlException.of(e);
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw SqlException.of(e);
        } finally {
            single.removeSlots();
            several.removeSlots();
        }
    }
}
