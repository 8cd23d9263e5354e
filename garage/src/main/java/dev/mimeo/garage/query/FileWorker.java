package dev.mimeo.garage.query;

import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.sql.SqlException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a script on one file after the other. For one thread at a time; the bindings may be shared by several. */
final class FileWorker {

    private final ApplySession session;
    private final ApplyScript script;
    private final Bindings bindings;

    /** Takes a file whose tables have what the script needs. */
    @FunctionalInterface
    interface Use {
        void accept(String sql, FileTables tables, List<ResultType> types) throws IOException;
    }

    /** @param bindings those of the script, which workers share */
    FileWorker(ApplySession session, ApplyScript script, Bindings bindings) {
        this.session = session;
        this.script = script;
        this.bindings = bindings;
    }

    /**
     * Uses a file, unless it lacks something. If it is damaged, the next replica is tried.
     *
     * @return what it lacks, or null
     * @throws SqlException if the script is wrong
     * @throws IOException if all replicas are damaged or cannot be read; the one of the last
     */
    @Nullable String apply(String path, List<Path> replicas, Use use) throws IOException {
        if (replicas.isEmpty()) {
            throw new NoSuchFileException(path);
        }
        for (Iterator<Path> places = replicas.iterator(); ; ) {
            Path place = places.next();
            try (PackedFile file = PackedFile.open(place)) {
                return apply(path, FileTables.of(file, script), use);
            } catch (SqlException e) {
                throw e;
            } catch (IOException e) {
                if (!places.hasNext()) {
                    throw e;
                }
            }
        }
    }

    private @Nullable String apply(String path, FileTables tables, Use use) throws IOException {
        if (tables.missing() != null) {
            return "table " + tables.missing();
        }
        String sql = script.sql(path, tables);
        Bindings.Binding binding = bindings.of(session, sql, tables);
        if (binding.missing() != null) {
            return binding.missing();
        }
        use.accept(sql, tables, binding.types());
        return null;
    }

    /**
     * A file that is open, with the script for it.
     *
     * @param missing the missing table or column, null for nothing
     */
    record Opened(
            PackedFile file,
            FileTables tables,
            String sql,
            List<ResultType> types,
            @Nullable String missing) implements Closeable {

        /** Returns whether one statement can read both files. */
        boolean goesWith(Opened other) {
            return sql.equals(other.sql) && tables.signature().equals(other.tables.signature());
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    /**
     * Opens the first replica of a file, for a script that is run on several.
     *
     * @throws SqlException if the script is wrong
     * @throws IOException if the replica is damaged or cannot be read
     */
    Opened open(String path, List<Path> replicas) throws IOException {
        if (replicas.isEmpty()) {
            throw new NoSuchFileException(path);
        }
        PackedFile file = PackedFile.open(replicas.get(0));
        try {
            FileTables tables = FileTables.of(file, script);
            if (tables.missing() != null) {
                return new Opened(file, tables, "", List.of(), "table " + tables.missing());
            }
            String sql = script.sql(path, tables);
            Bindings.Binding binding = bindings.of(session, sql, tables);
            return new Opened(file, tables, sql, binding.types(), binding.missing());
        } catch (IOException | RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }
}
