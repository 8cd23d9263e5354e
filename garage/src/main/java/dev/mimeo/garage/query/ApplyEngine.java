package dev.mimeo.garage.query;

import static dev.mimeo.sql.internal.Database.quotedName;

import dev.mimeo.sql.SqlException;
import dev.mimeo.sql.internal.Database;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * APPLY alone, for processes that are given files of a query one share after the other, see {@link RemoteApply}: the same code,
 * dialect and rules as in {@link QueryRun}. A process needs one, however many threads use it. Thread-safe.
 */
public final class ApplyEngine implements Closeable {

    private final GarageEngine engine;
    private final Path folder;
    private final Function<String, Path> paths;
    private final AtomicInteger shares = new AtomicInteger();

    private ApplyEngine(GarageEngine engine, Path folder, Function<String, Path> paths) {
        this.engine = engine;
        this.folder = folder;
        this.paths = paths;
    }

    /**
     * Starts an engine.
     *
     * @param memoryBytes most memory that the engine may take; more goes to the folder
     * @param folder is used by nobody else; the rows of a share are there until they are written
     * @param paths turns a place of {@link RemoteApply.Input} into its path; thread-safe. {@code Path::of} suits mounted file systems
     */
    public static ApplyEngine open(long memoryBytes, Path folder, Function<String, Path> paths) throws IOException {
        Path shares = Files.createDirectories(folder.toAbsolutePath().resolve("shares"));
        return new ApplyEngine(
                GarageEngine.open(null, memoryBytes, folder.resolve("engine"), List.of(), List.of(shares)),
                shares,
                paths);
    }

    /**
     * Runs a script on files, one after the other, on the thread that calls. Files that lack something or cannot be read are part
     * of the share, and so is what is wrong with a script: no other process would find anything else.
     *
     * @param script the SQL behind APPLY
     * @param macros that it may use
     * @param share destination of the rows and outcomes, as bytes for {@link RemoteApply.ShareSink}; left open
     * @throws IOException if the rows cannot be kept or written
     */
    public void apply(String script, Macros macros, List<RemoteApply.Input> files, OutputStream share)
            throws IOException {
        String name = "share" + shares.getAndIncrement();
        Path file = folder.resolve(name + ".duckdb");
        try {
            try {
                apply(engine.compile(macros, script), files, name, file);
            } catch (SqlException e) {
                ShareFile.write(e, share);
                return;
            }
            ShareFile.write(file, share);
        } finally {
            ShareFile.delete(file);
        }
    }

    private void apply(ApplyScript script, List<RemoteApply.Input> files, String name, Path file) throws IOException {
        try (Connection connection = engine.connect()) {
            // Small blocks, as most shares have few rows.
            Database.execute(
                    connection,
                    "ATTACH " + Database.quotedString(file.toString()) + " AS " + quotedName(name)
                            + " (BLOCK_SIZE 16384)");
            try {
                RowStore rows = RowStore.create(connection, name);
                FileCount count = new FileCount(0, files.size(), (done, total) -> {});
                // A file that fails is in the share, so that the machine that has all shares decides.
                boolean strict = false;
                new ApplyRun(engine, script, paths, rows, strict, count).run(files, 0);
                Database.execute(connection, "CHECKPOINT " + quotedName(name));
            } finally {
                Database.execute(connection, "DETACH " + quotedName(name));
            }
        } catch (SQLException e) {
            throw SqlException.of(e);
        }
    }

    @Override
    public void close() throws IOException {
        engine.close();
    }
}
