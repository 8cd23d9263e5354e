package dev.mimeo.garage.query;

import dev.mimeo.sql.SqlException;
import dev.mimeo.sql.internal.Database;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBFunctions;
import org.jspecify.annotations.Nullable;

/**
 * One database of DuckDB for all files of a query: a new one for each file would take longer than the query. Every worker has a
 * connection of its own, and the engine itself one thread, so that a statement runs on the thread that calls it. Scripts can come
 * from others, so the engine reads and writes no files but its own and those of the outputs. Thread-safe.
 */
final class GarageEngine implements Closeable {

    private static final String AGGREGATES = "aggregates.txt";

    private final Connection connection;
    private final Map<Integer, SourceSlot> slots = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final Set<String> aggregates;

    /** Scripts for several files; empty where one must run on one file at a time. */
    private final OncePerKey<Optional<BatchScript>> batches = new OncePerKey<>();

    private GarageEngine(Connection connection, Set<String> aggregates) {
        this.connection = connection;
        this.aggregates = aggregates;
    }

    /**
     * Opens a database.
     *
     * @param file file of the database, null for one in memory
     * @param memoryBytes most memory that the engine may take; more goes to the temporary folder
     * @param temporaryFolder need not exist, is used by nobody else
     * @param outputs files that the engine may read and write
     * @param folders folders in which it may read and write all files
     */
    static GarageEngine open(
            @Nullable Path file,
            long memoryBytes,
            Path temporaryFolder,
            Collection<Path> outputs,
            Collection<Path> folders)
            throws IOException {
        try {
            Set<String> aggregates = aggregateNames();
            Connection connection = Database.open(file, 1, memoryBytes, temporaryFolder);
            GarageEngine engine = new GarageEngine(connection, aggregates);
            try {
                engine.prepare(outputs, folders);
                return engine;
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw SqlException.of(e);
        }
    }

    /** Reads the names of DuckDB's aggregate functions: a list, because the query for them takes longer than opening the engine. */
    private static Set<String> aggregateNames() throws IOException {
        try (InputStream in = GarageEngine.class.getResourceAsStream(AGGREGATES)) {
            String text = new String(Objects.requireNonNull(in, AGGREGATES).readAllBytes(), StandardCharsets.US_ASCII);
            return text.lines().collect(Collectors.toUnmodifiableSet());
        }
    }

    private void prepare(Collection<Path> outputs, Collection<Path> folders) throws SQLException {
        // Rows have no order, and to keep one would take memory.
        Database.execute(connection, "SET preserve_insertion_order = false");
        // Committed rows are in the log already, and most databases are removed as soon as they are closed. A database
        // that stays gets its checkpoint where it is saved.
        Database.execute(connection, "PRAGMA disable_checkpoint_on_shutdown");
        DuckDBFunctions.tableFunction()
                .withName(SourceFunction.NAME)
                .withParameter(SourceFunction.parameterType())
                .withProjectionPushdown()
                .withFunction(new SourceFunction(number -> Objects.requireNonNull(slots.get(number))))
                .register(connection);
        Database.confine(connection, outputs, folders);
    }

    /** Returns the connection of the one who opened the engine. */
    Connection connection() {
        return connection;
    }

    /** Returns the names of the engine's aggregate functions. */
    Set<String> aggregates() {
        return aggregates;
    }

    /** Checks a script; see {@link ApplyScript#compile}. */
    synchronized ApplyScript compile(Macros macros, String script) throws SqlException {
        return ApplyScript.compile(connection, aggregates, macros, script);
    }

    /**
     * Rewrites a script for several files; see {@link BatchScript#of}. All workers of a query have the same one, so it is
     * rewritten for the first of them.
     *
     * @param worker connection of the worker
     * @param sql a script that was bound
     * @param key equal for the same script and tables of equal columns
     */
    @Nullable BatchScript batch(Connection worker, String sql, String key) throws SqlException {
        return batches.get(key, () -> Optional.ofNullable(BatchScript.of(worker, aggregates, sql)))
                .orElse(null);
    }

    /** Makes a connection for a worker; the caller closes it. */
    DuckDbSession session() throws SqlException {
        try {
            return new DuckDbSession(this, connect());
        } catch (SQLException e) {
            throw SqlException.of(e);
        }
    }

    /** Makes a connection for something else; the caller closes it. */
    Connection connect() throws SQLException {
        return connection.unwrap(DuckDBConnection.class).duplicate();
    }

    /** Makes a slot; returns its number. */
    int addSlot(SourceSlot slot) {
        int number = numbers.getAndIncrement();
        slots.put(number, slot);
        return number;
    }

    /** Forgets a slot, which no statement names any more. */
    void removeSlot(int number) {
        slots.remove(number);
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw SqlException.of(e);
        } finally {
            // The library keeps functions for as long as the process runs.
            slots.clear();
        }
    }
}
