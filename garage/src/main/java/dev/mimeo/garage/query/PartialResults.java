package dev.mimeo.garage.query;

import static dev.mimeo.sql.internal.Database.quotedName;

import dev.mimeo.sql.SqlException;
import dev.mimeo.sql.internal.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * Progress of a query: its files, and the rows and outcomes of those that are finished. A run that ended at any time
 * can be continued.
 */
final class PartialResults {

    private static final String FILES_TABLE = "mimeo files";
    private static final String FILES = quotedName(FILES_TABLE);
    private static final String QUERY = quotedName("mimeo query");

    private final RowStore rows;
    private final List<GarageFile> files;

    private PartialResults(RowStore rows, List<GarageFile> files) {
        this.rows = rows;
        this.files = List.copyOf(files);
    }

    /**
     * Starts without rows.
     *
     * @param query text of the query; a later run with another text cannot continue
     */
    static PartialResults create(Connection connection, String query, List<GarageFile> files) throws SQLException {
        RowStore store = RowStore.create(connection, null);
        Database.execute(
                connection, "CREATE TABLE " + FILES + " (file INTEGER, path VARCHAR, size BIGINT, modified BIGINT)");
        Database.inTransaction(connection, () -> {
            try (DuckDBAppender appender =
                    connection.unwrap(DuckDBConnection.class).createAppender(FILES_TABLE)) {
                for (int i = 0; i < files.size(); i++) {
                    GarageFile file = files.get(i);
                    appender.beginRow()
                            .append(i)
                            .append(file.path())
                            .append(file.sizeBytes())
                            .append(file.modifiedMillis())
                            .endRow();
                }
            }
            // Made last: without it there is nothing to continue.
            Database.execute(
                    connection, "CREATE TABLE " + QUERY + " AS SELECT " + Database.quotedString(query) + " AS text");
        });
        return new PartialResults(store, files);
    }

    /**
     * Continues with the rows and the files of a run before.
     *
     * @throws SqlException if that was of another query, or a file has changed since
     */
    static PartialResults resume(Connection connection, String query, List<Path> roots)
            throws SQLException, IOException {
        try (Statement statement = connection.createStatement();
                ResultSet text = statement.executeQuery("SELECT text FROM " + QUERY)) {
            if (!text.next() || !text.getString(1).equals(query)) {
                throw new SqlException("the partial results are those of another query: start anew without them");
            }
        }
        RowStore store = RowStore.open(connection, null);
        // A file that could not be read before may be readable now.
        store.forgetFailed();
        return new PartialResults(store, files(connection, roots));
    }

    private static List<GarageFile> files(Connection connection, List<Path> roots) throws SQLException, IOException {
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

    /** Returns all files of the query. */
    List<GarageFile> files() {
        return files;
    }

    /** Returns a file by its number. */
    RemoteApply.Input file(int number) {
        return RemoteApply.Input.of(number, files.get(number));
    }

    /** Returns the rows and outcomes. */
    RowStore rows() {
        return rows;
    }

    /** Returns the files that are not done yet, the largest first. */
    List<RemoteApply.Input> open() throws SQLException {
        BitSet known = new BitSet();
        rows.outcomes().forEach(outcome -> known.set(outcome.file()));
        List<RemoteApply.Input> open = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            if (!known.get(i)) {
                open.add(file(i));
            }
        }
        open.sort((a, b) -> Long.compare(b.sizeBytes(), a.sizeBytes()));
        return open;
    }
}
