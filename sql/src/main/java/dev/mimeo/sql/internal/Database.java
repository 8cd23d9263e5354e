package dev.mimeo.sql.internal;

import dev.mimeo.internal.nativelibrary.NativeLibrary;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import org.duckdb.DuckDBDriver;
import org.jspecify.annotations.Nullable;

/** Databases of the engine with the settings that all its users here have, and the quoting of SQL. */
public final class Database {

    private static final NativeLibrary LIBRARY =
            new NativeLibrary("SQL", "DuckDB", () -> Class.forName("org.duckdb.DuckDBNative"));

    private Database() {}

    /**
     * Opens a database whose results are computed whole before the first row, with as many threads and as much memory as the
     * engine takes by itself. It fetches no extensions, and its time zone is UTC.
     *
     * @param file file of the database, made if it is not there
     * @throws dev.mimeo.internal.nativelibrary.NativeLibrary.UnusableLibraryException if the engine cannot be loaded on this machine
     */
    public static Connection open(Path file) throws SQLException {
        return connect(file.toAbsolutePath().toString(), List.of(), new Properties());
    }

    /**
     * Opens a database whose results come as they are computed, which fetches no extensions, and whose time zone is UTC.
     *
     * @param file file of the database, null for one in memory
     * @param threads threads of the engine itself
     * @param memoryBytes most memory that the engine may take; more goes to the temporary folder
     * @param temporaryFolder need not exist, is used by nobody else
     * @throws dev.mimeo.internal.nativelibrary.NativeLibrary.UnusableLibraryException if the engine cannot be loaded on this machine
     */
    public static Connection open(@Nullable Path file, int threads, long memoryBytes, Path temporaryFolder)
            throws SQLException {
        Properties properties = new Properties();
        properties.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
        List<String> limits = List.of(
                "SET threads = " + threads,
                "SET memory_limit = '" + memoryBytes + "B'",
                "SET temp_directory = "
                        + quotedString(temporaryFolder.toAbsolutePath().toString()));
        return connect(file == null ? "" : file.toString(), limits, properties);
    }

    private static Connection connect(String file, List<String> settings, Properties properties) throws SQLException {
        LIBRARY.require();
        // Not by the manager of drivers, which only knows those that were there when the process started.
        Connection connection = new DuckDBDriver().connect("jdbc:duckdb:" + file, properties);
        try {
            for (String setting : settings) {
                execute(connection, setting);
            }
            // Nothing is to be fetched from anywhere because a query mentions it.
            execute(connection, "SET autoinstall_known_extensions = false");
            execute(connection, "SET autoload_known_extensions = false");
            execute(connection, "SET TimeZone = 'UTC'");
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** From now on only these files can be read or written, whatever a query says, and no setting be changed. */
    public static void confine(Connection connection, Collection<Path> files) throws SQLException {
        confine(connection, files, List.of());
    }

    /** From now on only these files, and those in these folders, can be read or written, and no setting be changed. */
    public static void confine(Connection connection, Collection<Path> files, Collection<Path> folders)
            throws SQLException {
        execute(connection, "SET allowed_paths = " + quotedList(files));
        execute(connection, "SET allowed_directories = " + quotedList(folders));
        execute(connection, "SET enable_external_access = false");
        execute(connection, "SET lock_configuration = true");
    }

    private static String quotedList(Collection<Path> paths) {
        return paths.stream().map(path -> quotedString(path.toString())).collect(Collectors.joining(", ", "[", "]"));
    }

    /** Runs a statement. */
    public static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Returns a name as SQL has it. */
    public static String quotedName(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** Returns a text as SQL has it. */
    public static String quotedString(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }
}
