package dev.mimeo.garage.query;

import static dev.mimeo.analysis.sql.Database.quotedName;

import dev.mimeo.analysis.sql.Database;
import dev.mimeo.analysis.sql.SqlException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows that APPLY gave so far, each with the number of its file, and what came of the files. Rows and outcome of a file are
 * stored in one transaction, so that a run that ended at any time can be continued: what is stored is whole, and nothing is
 * stored twice. Thread-safe.
 */
final class PartialResults {

    private static final String ROWS = quotedName("mimeo rows");
    private static final String FILES = quotedName("mimeo files");
    private static final String OUTCOMES = quotedName("mimeo outcomes");
    private static final String QUERY = quotedName("mimeo query");

    private final Connection connection;
    private @Nullable List<ResultType> columns;

    private PartialResults(Connection connection) {
        this.connection = connection;
    }

    /**
     * Starts without rows.
     *
     * @param query what the files are asked for; a later run with another text cannot continue
     */
    static PartialResults create(Connection connection, String query, List<GarageFile> files) throws SQLException {
        Database.execute(connection, "CREATE TABLE " + OUTCOMES + " (file INTEGER, status VARCHAR, reason VARCHAR)");
        Database.execute(
                connection, "CREATE TABLE " + FILES + " (file INTEGER, path VARCHAR, size BIGINT, modified BIGINT)");
        connection.setAutoCommit(false);
        try (PreparedStatement statement =
                connection.prepareStatement("INSERT INTO " + FILES + " VALUES (?, ?, ?, ?)")) {
            for (int i = 0; i < files.size(); i++) {
                statement.setInt(1, i);
                statement.setString(2, files.get(i).path());
                statement.setLong(3, files.get(i).sizeBytes());
                statement.setLong(4, files.get(i).modifiedMillis());
                statement.addBatch();
            }
            if (!files.isEmpty()) {
                statement.executeBatch();
            }
            // Made last: without it there is nothing to continue.
            Database.execute(
                    connection, "CREATE TABLE " + QUERY + " AS SELECT " + Database.quotedString(query) + " AS text");
            connection.commit();
        } finally {
            connection.setAutoCommit(true);
        }
        return new PartialResults(connection);
    }

    /**
     * Continues with the rows of a run before.
     *
     * @throws SqlException if that was of another query
     */
    static PartialResults resume(Connection connection, String query) throws SQLException, SqlException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT text FROM " + QUERY)) {
            if (!rows.next() || !rows.getString(1).equals(query)) {
                throw new SqlException("the partial results are those of another query: start anew without them");
            }
        }
        PartialResults results = new PartialResults(connection);
        if (results.hasRows()) {
            List<ResultType> types = new ArrayList<>();
            try (PreparedStatement statement = connection.prepareStatement("SELECT * FROM " + ROWS)) {
                for (int i = 2; i <= statement.getMetaData().getColumnCount(); i++) {
                    types.add(new ResultType(
                            statement.getMetaData().getColumnLabel(i),
                            statement.getMetaData().getColumnTypeName(i)));
                }
            }
            results.columns = List.copyOf(types);
        }
        // What failed may be well again.
        Database.execute(connection, "DELETE FROM " + OUTCOMES + " WHERE status = 'FAILED'");
        return results;
    }

    private boolean hasRows() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT count(*) FROM duckdb_tables() WHERE table_name = 'mimeo rows'")) {
            rows.next();
            return rows.getLong(1) > 0;
        }
    }

    /** Returns the files of the run before, in their order. */
    List<GarageFile> files(List<Path> roots) throws SQLException, IOException {
        List<GarageFile> files = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT path, size, modified FROM " + FILES + " ORDER BY file")) {
            while (rows.next()) {
                GarageFile now = GarageFiles.locate(rows.getString(1), roots);
                boolean there = !now.replicas().isEmpty();
                if (there && (now.sizeBytes() != rows.getLong(2) || now.modifiedMillis() != rows.getLong(3))) {
                    throw new SqlException(
                            now.path() + " has changed since the partial results were made: start anew without them");
                }
                files.add(now);
            }
        }
        return files;
    }

    /** Returns what came of files so far. */
    synchronized List<FileOutcome> outcomes() throws SQLException {
        List<FileOutcome> outcomes = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT file, status, reason FROM " + OUTCOMES + " ORDER BY file")) {
            while (rows.next()) {
                outcomes.add(new FileOutcome(
                        rows.getInt(1), FileOutcome.Status.valueOf(rows.getString(2)), rows.getString(3)));
            }
        }
        return outcomes;
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
                        "CREATE TABLE " + ROWS + " (" + quotedName(DuckDbSession.FILE_COLUMN) + " INTEGER"
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
                            "ALTER TABLE " + ROWS + " ALTER COLUMN "
                                    + quotedName(merged.get(i).name()) + " SET DATA TYPE "
                                    + merged.get(i).type());
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
            if (!a.name().equalsIgnoreCase(b.name()) || type == null) {
                throw new SqlException(path + ": column " + (i + 1) + " of APPLY is " + b.name() + " " + b.type()
                        + ", and " + a.name() + " " + a.type() + " in files before");
            }
            merged.add(new ResultType(a.name(), type));
        }
        return List.copyOf(merged);
    }

    /** Stores the rows that wait in a session, and what came of the files that gave them. */
    synchronized void store(DuckDbSession session, List<FileOutcome> outcomes) throws SQLException {
        Connection worker = session.connection();
        worker.setAutoCommit(false);
        try {
            if (!session.waiting().isEmpty()) {
                Database.execute(
                        worker, "INSERT INTO " + ROWS + " SELECT * FROM temp." + quotedName(DuckDbSession.WAITING));
            }
            try (PreparedStatement statement =
                    worker.prepareStatement("INSERT INTO " + OUTCOMES + " VALUES (?, ?, ?)")) {
                for (FileOutcome outcome : outcomes) {
                    statement.setInt(1, outcome.file());
                    statement.setString(2, outcome.status().name());
                    statement.setString(3, outcome.reason());
                    statement.addBatch();
                }
                statement.executeBatch();
            }
            worker.commit();
        } catch (SQLException e) {
            worker.rollback();
            throw e;
        } finally {
            worker.setAutoCommit(true);
        }
        session.clearWaiting();
    }

    /** Returns the SQL for all rows without the numbers of their files. */
    static String rows(List<ResultType> columns) {
        return "SELECT "
                + columns.stream().map(column -> quotedName(column.name())).collect(Collectors.joining(", "))
                + " FROM " + ROWS;
    }
}
