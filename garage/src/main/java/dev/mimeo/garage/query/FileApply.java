package dev.mimeo.garage.query;

import dev.mimeo.analysis.sql.SqlException;
import dev.mimeo.garage.store.GarageException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * APPLY alone, for systems that hand out the files and collect the rows themselves: it runs a script on one file after the other,
 * in this process, with the same engine, dialect and rules as {@link QueryRun}. For one thread at a time.
 *
 * <pre>{@code
 * try (FileApply apply = FileApply.open(script, Macros.STANDARD, memoryBytes, folder)) {
 *     for (GarageFile file : files) {
 *         String missing = apply.run(file, rows -> ...);
 *     }
 * }
 * }</pre>
 */
public final class FileApply implements Closeable {

    private final GarageEngine engine;
    private final DuckDbSession session;
    private final FileWorker worker;

    private FileApply(GarageEngine engine, DuckDbSession session, FileWorker worker) {
        this.engine = engine;
        this.session = session;
        this.worker = worker;
    }

    /**
     * Takes the rows of a file.
     */
    @FunctionalInterface
    public interface RowConsumer {

        /**
         * Takes the rows, which can only be read until this returns. A file that is damaged may give some rows before it fails;
         * they do not count. The rows of a replica then come in another call.
         */
        void accept(FileRows rows) throws IOException;
    }

    /**
     * Checks a script and starts an engine.
     *
     * @param script the SQL behind APPLY
     * @param memoryBytes what the engine may hold; more goes to the temporary folder
     * @param temporaryFolder need not exist, is used by nobody else
     * @throws SqlException if the script is not one SELECT, or uses what it may not
     */
    public static FileApply open(String script, Macros macros, long memoryBytes, Path temporaryFolder)
            throws IOException {
        GarageEngine engine = GarageEngine.open(null, memoryBytes, temporaryFolder, List.of());
        try {
            ApplyScript compiled = engine.compile(macros, script);
            DuckDbSession session = engine.session();
            Map<String, FileWorker.Binding> bindings = new ConcurrentHashMap<>();
            return new FileApply(engine, session, new FileWorker(session, compiled, bindings));
        } catch (IOException | RuntimeException | Error e) {
            engine.close();
            throw e;
        }
    }

    /**
     * Runs the script on a file.
     *
     * @param consumer takes the rows; not called if the file lacks something
     * @return the table or column that the file lacks, null if it lacks none
     * @throws SqlException if the script is wrong, or fails on the rows of the file
     * @throws GarageException if the file is damaged, and all its replicas
     * @throws IOException if it cannot be read, or the consumer threw it
     */
    public @Nullable String run(GarageFile file, RowConsumer consumer) throws IOException {
        return worker.apply(
                file.path(),
                file.replicas(),
                (sql, tables, types) -> session.query(
                        sql, tables, rows -> consumer.accept(new FileRows(types, rows, session::explain))));
    }

    @Override
    public void close() throws IOException {
        try {
            session.close();
        } finally {
            engine.close();
        }
    }
}
