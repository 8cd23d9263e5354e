package dev.mimeo.sql.internal;

import dev.mimeo.MimeoException;
import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.nativelibrary.NativeLibrary;
import dev.mimeo.internal.process.ShutdownHook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.duckdb.DuckDBDriver;
import org.jspecify.annotations.Nullable;

/** Opens DuckDB databases with the settings that all modules share, and quotes names and strings in SQL. */
public final class Database {

    /** Suffixes of the names of the files that the engine keeps beside a database while it is open. */
    public static final List<String> COMPANIONS = List.of(".wal", ".wal.checkpoint", ".wal.recovery", ".tmp");

    private static final String ENTRY = "org.duckdb.DuckDBNative";

    private static final NativeLibrary LIBRARY = new NativeLibrary("SQL", "DuckDB", Database::loadBeforeExit);

    /** Pattern, replacement and option that shorten the text of a value in a message: lists may be long. */
    private static final String SHORTENING = "'^(.{100}).+$', '\\1...', 's'";

    private static final Pattern ASCII_CAPITALS = Pattern.compile("[A-Z]+");

    /** Longest time that an exit waits for the driver. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Database() {}

    /** Returns whether the engine is on the class path; its native library is not loaded. */
    public static boolean isPresent() {
        try {
            Class.forName(ENTRY, false, Database.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /**
     * Opens a database that computes a whole result before its first row, with DuckDB's default number of threads and memory. It
     * downloads no extensions, and its time zone is UTC.
     *
     * @param file file of the database, created if missing
     * @throws dev.mimeo.internal.nativelibrary.NativeLibrary.UnusableLibraryException if the engine cannot be loaded on this machine
     */
    public static Connection open(Path file) throws SQLException {
        return connect(file.toAbsolutePath().toString(), new Properties());
    }

    /** Deletes the files that the engine leaves beside a database that it could not write to the end. */
    public static void deleteCompanions(Path database) throws IOException {
        for (String suffix : COMPANIONS) {
            Files.deleteIfExists(database.resolveSibling(database.getFileName() + suffix));
        }
    }

    /**
     * Opens a database that streams its results. It downloads no extensions, and its time zone is UTC.
     *
     * @param file file of the database, null for one in memory
     * @param threads threads of the engine itself
     * @param memoryBytes memory limit of the engine; data that does not fit goes to the temporary folder
     * @param temporaryFolder folder that nothing else uses; it need not exist
     * @throws dev.mimeo.internal.nativelibrary.NativeLibrary.UnusableLibraryException if the engine cannot be loaded on this machine
     */
    public static Connection open(@Nullable Path file, int threads, long memoryBytes, Path temporaryFolder)
            throws SQLException {
        Properties properties = new Properties();
        properties.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
        properties.setProperty("threads", Integer.toString(threads));
        properties.setProperty("memory_limit", memoryBytes + "B");
        properties.setProperty(
                "temp_directory", temporaryFolder.toAbsolutePath().toString());
        return connect(file == null ? "" : file.toString(), properties);
    }

    /**
     * Loads the library in one piece. Copies of it are deleted at exit once they are complete, so an exit waits for that: a signal
     * would leave what was copied so far.
     */
    private static void loadBeforeExit() throws ClassNotFoundException, IOException, URISyntaxException {
        ShutdownHook hook = ShutdownHook.open("mimeo-engine", PATIENCE);
        try {
            load();
        } finally {
            hook.close();
        }
    }

    private static void load() throws ClassNotFoundException, IOException, URISyntaxException {
        CodeSource source = DuckDBDriver.class.getProtectionDomain().getCodeSource();
        if (source != null && source.getLocation().getProtocol().equals("file")) {
            PackedEngine.load(AtomicFile.folderOf(Path.of(source.getLocation().toURI())));
        }
        DriverCopies copies = DriverCopies.in(System.getProperty("java.io.tmpdir", ""));
        try {
            Class.forName(ENTRY);
        } catch (ClassNotFoundException | LinkageError e) {
            copies.removeIncomplete();
            throw e;
        }
    }

    private static Connection connect(String file, Properties properties) throws SQLException {
        if (!isPresent()) {
            String message =
                    "SQL: DuckDB is not on the class path: add its jar, or use a distribution of Mimeo that has it";
            throw new UncheckedIOException(new MimeoException(MimeoException.Reason.UNSUPPORTED, message));
        }
        LIBRARY.require();
        // A query must not make DuckDB download an extension.
        properties.setProperty("autoinstall_known_extensions", "false");
        properties.setProperty("autoload_known_extensions", "false");
        // DriverManager only knows the drivers that were on the class path when the process started.
        Connection connection = new DuckDBDriver().connect("jdbc:duckdb:" + file, properties);
        try {
            // The option of an extension, which a new database does not know yet.
            execute(connection, "SET TimeZone = 'UTC'");
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** Restricts a connection for good: queries can read and write only these files, and change no setting. */
    public static void confine(Connection connection, Collection<Path> files) throws SQLException {
        confine(connection, files, List.of());
    }

    /** Restricts a connection for good to these files and those in these folders; queries can change no setting. */
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

    /** Does something with a database. */
    @FunctionalInterface
    public interface Step {
        void run() throws SQLException;
    }

    /**
     * Does something in one transaction.
     *
     * @throws SQLException if it or the commit fails; nothing has changed then. An error of a full disk ends the transaction too: what else fails
     *     after it is only suppressed, and the connection cannot be used any more
     */
    public static void inTransaction(Connection connection, Step step) throws SQLException {
        connection.setAutoCommit(false);
        try {
            step.run();
            connection.setAutoCommit(true);
        } catch (SQLException | RuntimeException e) {
            suppressed(e, connection::rollback);
            suppressed(e, () -> connection.setAutoCommit(true));
            throw e;
        }
    }

    private static void suppressed(Exception first, Step step) {
        try {
            step.run();
        } catch (SQLException e) {
            first.addSuppressed(e);
        }
    }

    /**
     * Returns the SQL for a value that holds that of a column under a condition; else it is an error that names the column and has the
     * first characters of the value.
     *
     * @param column SQL of the column
     * @param name its name
     * @param condition SQL of the condition; not asked of null
     * @param value SQL of the value
     * @param type SQL of its type
     * @param problem the reason why another value cannot be had, and a remedy
     */
    public static String checkedValue(
            String column, String name, String condition, String value, String type, String problem) {
        return "CASE WHEN " + column + " IS NULL OR " + condition + " THEN " + value + " ELSE CAST(error("
                + quotedString("column '" + name + "' has ") + " || regexp_replace(CAST(" + column + " AS VARCHAR), "
                + SHORTENING + ") || " + quotedString(", " + problem) + ") AS " + type + ") END";
    }

    /** Returns a name as the engine compares it: without the letter case of ASCII, but with that of all other letters. */
    public static String nameKey(String name) {
        return ASCII_CAPITALS
                .matcher(name)
                .replaceAll(capitals -> capitals.group().toLowerCase(Locale.ROOT));
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
