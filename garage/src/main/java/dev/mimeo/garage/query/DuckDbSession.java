package dev.mimeo.garage.query;

import dev.mimeo.sql.SelectTree;
import dev.mimeo.sql.SqlException;
import dev.mimeo.sql.internal.Database;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the engine. The tables of a file are views on slots; views and the prepared statement stay from file to file as
 * long as these have the same columns. Rows wait in a table of the connection.
 */
final class DuckDbSession implements ApplySession {

    /** Table of the rows that wait; its first column is the number of the file. */
    static final String WAITING = "mimeo waiting";

    static final String FILE_COLUMN = "mimeo file";

    /** Message of the engine about a missing column that a script names. */
    private static final Pattern MISSING = Pattern.compile(
            "Binder Error: (?:Referenced column \"(?<a>.*?)\" not found in FROM clause"
                    + "|[A-Z][A-Za-z ]* \".*?\" does not have a column named \"(?<b>.*?)\""
                    + "|Column \"(?<c>.*?)\" does not exist on (?:left|right) side of join"
                    + "|Column \"(?<d>.*?)\" in (?:EXCLUDE|REPLACE|RENAME) list not found"
                    + "|No matching columns found that match regex \"(?<e>.*?)\").*",
            Pattern.DOTALL);

    private static final List<String> MISSING_GROUPS = List.of("a", "b", "c", "d", "e");

    private final GarageEngine engine;
    private final Connection connection;
    private final Map<String, SourceSlot> slots = new HashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private String signature = "";
    private List<ResultType> waiting = List.of();
    private @Nullable PreparedStatement insertion;
    private String inserted = "";

    DuckDbSession(GarageEngine engine, Connection connection) {
        this.engine = engine;
        this.connection = connection;
    }

    Connection connection() {
        return connection;
    }

    @Override
    public List<ResultType> bind(String sql, FileTables tables) throws SqlException, MissingColumnException {
        try {
            show(tables);
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
            hide();
        }
    }

    private static List<ResultType> types(ResultSetMetaData metadata) throws SQLException, SqlException {
        List<ResultType> types = new ArrayList<>();
        for (int i = 1; i <= metadata.getColumnCount(); i++) {
            String name = metadata.getColumnLabel(i);
            for (ResultType other : types) {
                if (other.name().equalsIgnoreCase(name)) {
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
            show(tables);
            makeWaiting(types);
            PreparedStatement statement = insertion;
            if (statement == null || !inserted.equals(sql)) {
                closeInsertion();
                statement = connection.prepareStatement("INSERT INTO " + Database.quotedName(WAITING)
                        + " SELECT CAST(? AS INTEGER), applied.* FROM (" + sql + "\n) AS applied");
                insertion = statement;
                inserted = sql;
            }
            statement.setInt(1, file);
            return statement.executeLargeUpdate();
        } catch (SQLException e) {
            throw explain(e);
        } finally {
            hide();
        }
    }

    /** Returns the columns of the rows that wait. */
    List<ResultType> waiting() {
        return waiting;
    }

    /** Forgets the rows that wait. */
    void clearWaiting() throws SQLException {
        closeInsertion();
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

    /** Lets the engine see the tables of a file. */
    private void show(FileTables tables) throws SQLException {
        for (Map.Entry<String, TableSource> table : tables.sources().entrySet()) {
            SourceSlot slot = slots.computeIfAbsent(table.getKey(), name -> {
                SourceSlot added = new SourceSlot();
                numbers.put(name, engine.addSlot(added));
                return added;
            });
            slot.set(table.getValue());
        }
        String current = tables.signature();
        if (!current.equals(signature)) {
            closeInsertion();
            signature = "";
            for (String name : tables.sources().keySet()) {
                Database.execute(
                        connection,
                        "CREATE OR REPLACE TEMP VIEW " + Database.quotedName(name) + " AS SELECT * FROM "
                                + SourceFunction.NAME + "(" + numbers.get(name) + ")");
            }
            signature = current;
        }
    }

    private void hide() {
        slots.values().forEach(SourceSlot::clear);
    }

    /** Returns what to throw for an error of the engine: what went wrong with the file, if that was the cause. */
    private IOException explain(SQLException e) {
        for (SourceSlot slot : slots.values()) {
            Throwable failure = slot.failure();
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (failure instanceof IOException io) {
                return io;
            }
        }
        return SqlException.of(e);
    }

    private void closeInsertion() throws SQLException {
        PreparedStatement statement = insertion;
        if (statement != null) {
            insertion = null;
            statement.close();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw SqlException.of(e);
        } finally {
            numbers.values().forEach(engine::removeSlot);
        }
    }
}
