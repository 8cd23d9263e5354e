package dev.mimeo.sql;

import dev.mimeo.sql.internal.Database;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.duckdb.DuckDBFunctions;

/**
 * A database in memory that reads traces. For one thread at a time; what the threads of the engine call is thread-safe.
 */
final class Engine implements Closeable {

    /** All that the library says of an error before the first rows. */
    private static final String NO_RESULT = "Invalid result set";

    private final Connection connection;
    private final SqlOptions options;
    private final EngineMemory memory;
    private final List<TypeTable> tables = new CopyOnWriteArrayList<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final AtomicLong extentsRead = new AtomicLong();
    private final AtomicLong extentsSkipped = new AtomicLong();

    private Engine(Connection connection, SqlOptions options) {
        this.connection = connection;
        this.options = options;
        this.memory = new EngineMemory(connection, options);
    }

    static Engine open(SqlOptions options) throws SqlException {
        return open(options, true);
    }

    /** @param direct whether vectors may be filled by way of their memory */
    static Engine open(SqlOptions options, boolean direct) throws SqlException {
        try {
            Connection connection =
                    Database.open(null, options.threads(), options.memoryBytes(), options.temporaryFolder());
            Engine engine = new Engine(connection, options);
            try {
                engine.register(direct);
                return engine;
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw SqlException.of(e);
        }
    }

    private void register(boolean direct) throws SQLException {
        DuckDBFunctions.tableFunction()
                .withName(ScanFunction.NAME)
                .withParameter(ScanFunction.parameterType())
                .withProjectionPushdown()
                .withFunction(new ScanFunction(this, direct))
                .register(connection);
    }

    /** From now on only these files and folders can be read or written, whatever a query says, and no setting be changed. */
    void confine(Collection<Path> files) throws SQLException {
        Database.confine(
                connection, files, files.stream().filter(Files::isDirectory).toList());
    }

    /** Makes a table known as a view of a name. */
    void addView(String name, TypeTable table) throws SQLException {
        tables.add(table);
        execute("CREATE TEMP VIEW " + Database.quotedName(name) + " AS " + selection(tables.size() - 1));
    }

    private String selection(int number) {
        return "SELECT "
                + tables.get(number).columns().stream()
                        .map(TraceColumn::selection)
                        .collect(Collectors.joining(", "))
                + " FROM " + ScanFunction.NAME + "(" + number + ")";
    }

    Connection connection() {
        return connection;
    }

    void execute(String sql) throws SQLException {
        Database.execute(connection, sql);
    }

    int threads() {
        return options.threads();
    }

    EngineMemory memory() {
        return memory;
    }

    TypeTable table(int number) {
        return tables.get(number);
    }

    TableScan scan(TypeTable table, int[] fields) {
        return new TableScan(
                table,
                fields,
                options.checksums(),
                options.threads(),
                () -> {
                    long total = tables.stream().mapToLong(TypeTable::extents).sum();
                    extentsRead.incrementAndGet();
                    options.progress().update(Math.min(total, extentsRead() + extentsSkipped()), total);
                },
                extentsSkipped::incrementAndGet);
    }

    /** Returns how many extents were read so far. */
    long extentsRead() {
        return extentsRead.get();
    }

    /** Returns how many extents were not read so far because of an index. */
    long extentsSkipped() {
        return extentsSkipped.get();
    }

    /** Keeps what went wrong in a callback, of which the engine itself only hands on a text, and throws it on. */
    IOException failed(Throwable e) {
        failure.compareAndSet(null, e);
        return e instanceof IOException io ? io : new IOException(e);
    }

    /** Returns what to throw for an error of the engine: what went wrong in a callback, if that was the cause. */
    IOException explain(SQLException e) {
        Throwable cause = failure.getAndSet(null);
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return cause instanceof IOException io ? io : SqlException.of(e);
    }

    /**
     * Returns what to throw for an error of a query whose rows come as they are read. Then the engine does not say what
     * went wrong, so the query is run once more, in a way that it does.
     */
    IOException explain(SQLException e, String query) {
        if (failure.get() != null || !String.valueOf(e.getMessage()).contains(NO_RESULT)) {
            return explain(e);
        }
        try {
            execute("CREATE TEMP TABLE failed AS SELECT max(hash(result)) FROM (" + query + "\n) AS result");
            return explain(e);
        } catch (SQLException again) {
            return explain(again);
        }
    }

    @Override
    public void close() throws IOException {
        try (memory) {
            connection.close();
        } catch (SQLException e) {
            throw SqlException.of(e);
        } finally {
            // The library keeps functions for as long as the process runs.
            tables.clear();
        }
    }
}
