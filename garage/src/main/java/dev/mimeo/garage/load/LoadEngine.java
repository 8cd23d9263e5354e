package dev.mimeo.garage.load;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.duckdb.DuckDBDriver;

/** A database in memory that reads and writes CSV and Parquet files. For one thread at a time. */
final class LoadEngine implements AutoCloseable {

    private static final String MEMORY = "1GB";

    private final Connection connection;

    private LoadEngine(Connection connection) {
        this.connection = connection;
    }

    /**
     * Opens a database.
     *
     * @param temporaryFolder where it puts what does not fit into memory
     */
    static LoadEngine open(int threads, Path temporaryFolder) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
        LoadEngine engine = new LoadEngine(DriverManager.getConnection("jdbc:duckdb:", properties));
        try {
            engine.execute("SET threads = " + threads);
            engine.execute("SET memory_limit = '" + MEMORY + "'");
            engine.execute("SET temp_directory = "
                    + quotedString(temporaryFolder.toAbsolutePath().toString()));
            engine.execute("SET autoinstall_known_extensions = false");
            engine.execute("SET autoload_known_extensions = false");
            engine.execute("SET TimeZone = 'UTC'");
            return engine;
        } catch (SQLException e) {
            engine.close();
            throw e;
        }
    }

    Connection connection() {
        return connection;
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
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

    static String quotedName(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    static String quotedString(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
