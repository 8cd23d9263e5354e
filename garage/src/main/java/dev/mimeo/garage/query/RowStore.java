package dev.mimeo.garage.query;

import static dev.mimeo.sql.internal.Database.quotedName;
import static dev.mimeo.sql.internal.Database.quotedString;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.sql.SqlException;
import dev.mimeo.sql.internal.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/**
 * The rows that APPLY gave so far, each with the number of its file, and what came of the files. Rows and outcome of a file are
 * stored in one transaction: what is stored is whole, and nothing is stored twice. Thread-safe.
 */
final class RowStore {

    private static final String ROWS = "mimeo rows";
    private static final String OUTCOMES = "mimeo outcomes";
    private static final String SHARE = "mimeo share";

    private final Connection connection;
    private final @Nullable String database;

    @GuardedBy("this") private @Nullable List<ResultType> columns;

    private RowStore(Connection connection, @Nullable String database) {
        this.connection = connection;
        this.database = database;
    }

    /**
     * Makes the tables.
     *
     * @param connection used by nobody else at the same time
     * @param database name of an attached database that they are in, null for that of the connection
     */
    static RowStore create(Connection connection, @Nullable String database) throws SQLException {
        RowStore store = new RowStore(connection, database);
        Database.execute(
                connection,
                "CREATE TABLE " + store.table(OUTCOMES) + " (file INTEGER, status VARCHAR, reason VARCHAR)");
        return store;
    }

    /** Opens tables that exist. */
    static RowStore open(Connection connection, @Nullable String database) throws SQLException {
        RowStore store = new RowStore(connection, database);
        store.readColumns();
        return store;
    }

    private synchronized void readColumns() throws SQLException {
        if (hasRows()) {
            List<ResultType> types = new ArrayList<>();
            try (PreparedStatement statement = connection.prepareStatement("SELECT * FROM " + table(ROWS))) {
                for (int i = 2; i <= statement.getMetaData().getColumnCount(); i++) {
                    types.add(new ResultType(
                            statement.getMetaData().getColumnLabel(i),
                            statement.getMetaData().getColumnTypeName(i)));
                }
            }
            columns = List.copyOf(types);
        }
    }

    private boolean hasRows() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM duckdb_tables() WHERE table_name = "
                        + quotedString(ROWS) + " AND database_name = "
                        + (database == null ? "current_database()" : quotedString(database)))) {
            rows.next();
            return rows.getLong(1) > 0;
        }
    }

    private String table(String name) {
        return (database == null ? "" : quotedName(database) + ".") + quotedName(name);
    }

    /** Returns what came of files so far. */
    synchronized List<FileOutcome> outcomes() throws SQLException {
        return outcomes("SELECT file, status, reason FROM " + table(OUTCOMES) + " ORDER BY file");
    }

    private List<FileOutcome> outcomes(String sql) throws SQLException {
        List<FileOutcome> outcomes = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                outcomes.add(new FileOutcome(
                        rows.getInt(1), FileOutcome.Status.valueOf(rows.getString(2)), rows.getString(3)));
            }
        }
        return outcomes;
    }

    /** Forgets that files failed, so that they can be tried again. */
    synchronized void forgetFailed() throws SqlException {
        try {
            Database.execute(connection, "DELETE FROM " + table(OUTCOMES) + " WHERE status = 'FAILED'");
        } catch (SQLException e) {
            throw SqlException.of(e);
        }
    }

    /** Returns the columns of the rows; null as long as no file was used. */
    synchronized @Nullable List<ResultType> columns() {
        return columns;
    }

    /**
     * Makes room for rows with some columns: those of the first file, with types that hold what both have.
     *
     * @throws SqlException if they do not go together; the message names the file
     */
    synchronized void admit(List<ResultType> types, String path) throws SqlException {
        List<ResultType> current = columns;
        if (types.equals(current)) {
            return;
        }
        try {
            if (current == null) {
                Database.execute(
                        connection,
                        "CREATE TABLE " + table(ROWS) + " (" + quotedName(DuckDbSession.FILE_COLUMN) + " INTEGER"
                                + types.stream()
                                        .map(type -> ", " + quotedName(type.name()) + " " + type.type())
                                        .collect(Collectors.joining())
                                + ")");
                columns = types;
                return;
            }
            List<ResultType> merged = merged(current, types, path);
            for (int i = 0; i < merged.size(); i++) {
                if (!merged.get(i).equals(current.get(i))) {
                    Database.execute(
                            connection,
                            "ALTER TABLE " + table(ROWS) + " ALTER COLUMN "
                                    + quotedName(merged.get(i).name()) + " SET DATA TYPE "
                                    + merged.get(i).type() + " USING "
                                    + value("", current.get(i), merged.get(i).type()));
                }
            }
            columns = merged;
        } catch (SQLException e) {
            throw SqlException.of(e);
        }
    }

    private static List<ResultType> merged(List<ResultType> first, List<ResultType> other, String path)
            throws SqlException {
        if (first.size() != other.size()) {
            throw new SqlException(
                    path + ": APPLY gives " + other.size() + " columns, and " + first.size() + " in files before");
        }
        List<ResultType> merged = new ArrayList<>();
        for (int i = 0; i < first.size(); i++) {
            ResultType a = first.get(i);
            ResultType b = other.get(i);
            String type = ResultType.common(a.type(), b.type());
            if (!AnyCase.equal(a.name(), b.name()) || type == null) {
                throw new SqlException(path + ": column " + (i + 1) + " of APPLY is " + b.name() + " " + b.type()
                        + ", and " + a.name() + " " + a.type() + " in files before"
                        + (type == null ? ": cast it in the SQL of APPLY" : ": name it with AS"));
            }
            merged.add(new ResultType(a.name(), type));
        }
        return List.copyOf(merged);
    }

    /**
     * Returns the SQL for the values of a column of a table in another type. Integers that a double does not hold are an error, as in exports of the
     * same files.
     */
    private static String value(String table, ResultType column, String type) {
        String name = table + quotedName(column.name());
        if (!column.type().equals("BIGINT") || !type.equals("DOUBLE")) {
            return column.type().equals(type) ? name : "CAST(" + name + " AS " + type + ")";
        }
        return "CASE WHEN CAST(CAST(" + name + " AS DOUBLE) AS HUGEINT) IS NOT DISTINCT FROM " + name + " THEN CAST("
                + name + " AS DOUBLE) ELSE CAST(error(" + quotedString("column '" + column.name() + "' has ") + " || "
                + name + " || "
                + quotedString(", which a double does not hold, and fractions in other files: cast it to VARCHAR or"
                        + " DOUBLE in the script")
                + ") AS DOUBLE) END";
    }

    /**
     * Returns the SQL that selects rows of a table with the types of the rows that are stored.
     *
     * @param table name of the table with a dot, or nothing
     * @param types columns of the table
     */
    @GuardedBy("this") private String converted(String table, List<ResultType> types) {
        StringBuilder sql = new StringBuilder("SELECT " + table + quotedName(DuckDbSession.FILE_COLUMN));
        List<ResultType> stored = Objects.requireNonNull(columns);
        for (int i = 0; i < types.size(); i++) {
            sql.append(", ").append(value(table, types.get(i), stored.get(i).type()));
        }
        return sql.toString();
    }

    /** Stores the rows that wait in a session, and what came of the files that gave them. */
    synchronized void store(DuckDbSession session, List<FileOutcome> outcomes) throws SQLException {
        Connection worker = session.connection();
        String waiting = session.waiting().isEmpty()
                ? ""
                : "INSERT INTO " + table(ROWS) + " " + converted("", session.waiting()) + " FROM temp."
                        + quotedName(DuckDbSession.WAITING);
        Database.inTransaction(worker, () -> {
            if (!waiting.isEmpty()) {
                Database.execute(worker, waiting);
            }
            try (DuckDBAppender appender = appender(worker.unwrap(DuckDBConnection.class))) {
                for (FileOutcome outcome : outcomes) {
                    appender.beginRow()
                            .append(outcome.file())
                            .append(outcome.status().name())
                            .append(outcome.reason())
                            .endRow();
                }
            }
        });
        session.clearWaiting();
    }

    /**
     * Adds what another store has of files that this one knows nothing about yet.
     *
     * @param share the database that the other one was made in
     * @param files the files of the query
     * @return what came of these files
     * @throws SqlException if the columns do not go together; the message names a file of the other store
     */
    synchronized List<FileOutcome> absorb(Path share, List<GarageFile> files) throws IOException {
        try {
            Database.execute(
                    connection,
                    "ATTACH " + quotedString(share.toString()) + " AS " + quotedName(SHARE) + " (READ_ONLY)");
            try {
                return absorb(open(connection, SHARE), files);
            } finally {
                Database.execute(connection, "DETACH " + quotedName(SHARE));
            }
        } catch (SQLException e) {
            throw SqlException.of(e);
        }
    }

    @GuardedBy("this") private List<FileOutcome> absorb(RowStore other, List<GarageFile> files) throws SQLException, IOException {
        String known = " ANTI JOIN " + table(OUTCOMES) + " AS known ON known.file = other.";
        String fresh = "SELECT other.* FROM " + other.table(OUTCOMES) + " AS other" + known + "file";
        List<FileOutcome> outcomes = outcomes(fresh);
        List<ResultType> types = other.columns();
        FileOutcome used = outcomes.stream()
                .filter(outcome -> outcome.status() == FileOutcome.Status.USED)
                .findFirst()
                .orElse(null);
        List<String> changes = new ArrayList<>();
        if (types != null && used != null) {
            admit(types, files.get(used.file()).path());
            changes.add("INSERT INTO " + table(ROWS) + " " + converted("other.", types) + " FROM " + other.table(ROWS)
                    + " AS other" + known + quotedName(DuckDbSession.FILE_COLUMN));
        }
        changes.add("INSERT INTO " + table(OUTCOMES) + " " + fresh);
        Database.inTransaction(connection, () -> {
            for (String change : changes) {
                Database.execute(connection, change);
            }
        });
        return outcomes;
    }

    private DuckDBAppender appender(DuckDBConnection worker) throws SQLException {
        return database == null
                ? worker.createAppender(OUTCOMES)
                : worker.createAppender(database, worker.getSchema(), OUTCOMES);
    }

    /** Returns the SQL for all rows without the numbers of their files. */
    static String rows(List<ResultType> columns) {
        return "SELECT "
                + columns.stream().map(column -> quotedName(column.name())).collect(Collectors.joining(", "))
                + " FROM " + quotedName(ROWS);
    }
}
