package dev.mimeo.garage.load;

import dev.mimeo.sql.internal.Database;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.duckdb.DuckDBConnection;

/** A database in memory that reads and writes CSV and Parquet files. For one thread at a time. */
final class LoadEngine implements AutoCloseable {

    private static final long MEMORY_BYTES = 1_000_000_000;

    private final Connection connection;

    private LoadEngine(Connection connection) {
        this.connection = connection;
    }

    /**
     * Opens a database.
     *
     * @param temporaryFolder folder for its spill files
     */
    static LoadEngine open(int threads, Path temporaryFolder) throws SQLException {
        return new LoadEngine(Database.open(null, threads, MEMORY_BYTES, temporaryFolder));
    }

    Connection connection() {
        return connection;
    }

    /** Opens another connection to the database; results of one connection cannot be read side by side. */
    Connection duplicate() throws SQLException {
        return connection.unwrap(DuckDBConnection.class).duplicate();
    }

    void execute(String sql) throws SQLException {
        Database.execute(connection, sql);
    }

    /** Returns the columns of a query and their types, in order. */
    Map<String, String> describe(String query) throws SQLException {
        Map<String, String> columns = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("DESCRIBE " + query)) {
            while (rows.next()) {
                columns.put(rows.getString("column_name"), rows.getString("column_type"));
            }
        }
        return columns;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
