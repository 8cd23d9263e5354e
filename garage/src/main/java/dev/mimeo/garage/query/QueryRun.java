package dev.mimeo.garage.query;

import dev.mimeo.internal.files.PathNames;
import dev.mimeo.sql.ResultText;
import dev.mimeo.sql.SqlException;
import dev.mimeo.sql.internal.Database;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One query over a garage: {@link #run}, then {@link #print} or {@link #save}. APPLY runs in this process, or where a
 * {@link RemoteApply} has it run; all else runs here. Not thread-safe.
 *
 * <p>A file that lacks a table or column that APPLY names is ignored and counted, one that is damaged counts as failed. All other
 * errors of scripts end the query with one {@link SqlException}. A script is one SELECT that sees nothing but the tables of its
 * file, or {@code ApplyResult}.
 */
public final class QueryRun implements Closeable {

    private final GarageQuery.Options options;
    private final GarageEngine engine;
    private final QueryLevels levels;

    private @Nullable List<GarageFile> garageFiles;
    private @Nullable Completeness completeness;
    private String result = "";
    private boolean keepPartial;
    private boolean begun;

    /** Is told how far a query has come. Called by any thread, one at a time. */
    @FunctionalInterface
    public interface Listener {

        /**
         * Takes a step.
         *
         * @param done files done, of a query that is resumed also those of before
         * @param total files of the source
         */
        void update(int done, int total);

        /**
         * Says how far a worker has come; called before {@link #update} of the same step.
         *
         * @param worker its number, from 0
         * @param done files that it has done in this run
         */
        default void worker(int worker, int done) {}
    }

    private QueryRun(GarageQuery.Options options, GarageEngine engine, QueryLevels levels) {
        this.options = options;
        this.engine = engine;
        this.levels = levels;
        this.keepPartial = options.resume();
    }

    /**
     * Prepares a query and checks its scripts; reads no file of the garage.
     *
     * @throws SqlException if a script is not one SELECT or uses what it may not
     * @throws IOException if a script or the partial results cannot be read, or there are such already that are not to be
     *     continued
     */
    public static QueryRun open(GarageQuery query, GarageQuery.Options options) throws IOException {
        Path partial = options.partial();
        Path database = partial == null ? null : PartialFolder.prepare(partial, options.resume());
        try {
            GarageEngine engine = GarageEngine.open(
                    database, options.memoryBytes(), options.temporaryFolder(), allowed(options), List.of());
            try {
                return new QueryRun(options, engine, QueryLevels.compile(engine, options.macros(), query));
            } catch (IOException | RuntimeException | Error e) {
                engine.close();
                throw e;
            }
        } catch (IOException | RuntimeException | Error e) {
            if (partial != null && !options.resume()) {
                PartialFolder.remove(partial);
            }
            throw e;
        }
    }

    private static List<Path> allowed(GarageQuery.Options options) {
        List<Path> files = new ArrayList<>(options.outputs());
        files.add(shareFile(options));
        List<Path> allowed = new ArrayList<>();
        for (Path file : files) {
            allowed.add(file);
            for (String suffix : Database.COMPANIONS) {
                allowed.add(file.resolveSibling(file.getFileName() + suffix));
            }
        }
        return allowed;
    }

    private static Path shareFile(GarageQuery.Options options) {
        return options.temporaryFolder().toAbsolutePath().resolve("share.duckdb");
    }

    /**
     * Returns the files of the garage that the query reads, with their replicas.
     *
     * @throws IOException if the garage cannot be read
     */
    public List<Path> inputs() throws IOException {
        return garageFiles().stream().flatMap(file -> file.replicas().stream()).toList();
    }

    /**
     * Checks, before {@link #run}, that each table and column that APPLY names is in some file. Reads the schemas of all files.
     *
     * @throws SqlException if one is in none; the message has names that are near
     * @throws IOException if the garage cannot be read
     */
    public void check() throws IOException {
        try (DuckDbSession session = engine.session()) {
            CounterCheck.check(session, levels.apply(), garageFiles());
        }
    }

    /** Returns the files of the garage, as they were when they were first asked for. */
    private List<GarageFile> garageFiles() throws IOException {
        List<GarageFile> known = garageFiles;
        if (known == null) {
            known = GarageFiles.find(levels.files(), options.roots());
            garageFiles = known;
        }
        return known;
    }

    /**
     * Runs the query in this process. May be called once, also if it fails.
     *
     * @return what of the files the result is made of
     * @throws IllegalStateException if the query was run before
     * @throws SqlException if a script is wrong, or no file has what it names
     * @throws IOException if the garage cannot be read, or with {@link GarageQuery.Options#strict} a file is damaged
     */
    public Completeness run(Listener progress) throws IOException {
        return run(null, progress);
    }

    /**
     * Runs the query, APPLY in other processes. Rows and counts are those of {@link #run(Listener)}. What a run that was
     * interrupted has of either can be continued by both.
     *
     * @return what of the files the result is made of
     * @throws IllegalStateException if the query was run before
     * @throws SqlException if a script is wrong, or no file has what it names
     * @throws IOException if the garage cannot be read, with {@link GarageQuery.Options#strict} a file is damaged, or the others fail
     */
    public Completeness run(@Nullable RemoteApply remote, Listener progress) throws IOException {
        if (begun) {
            throw new IllegalStateException("the query was run before: open another");
        }
        begun = true;
        try {
            Connection connection = engine.connection();
            String text = levels.files() + "\n" + levels.applyText();
            PartialResults results = results(connection, text);
            keepPartial = true;
            if (results.files().isEmpty()) {
                throw new SqlException("no file of the garage matches " + levels.files());
            }
            apply(remote, results, progress);
            Completeness found = Completeness.of(results.files(), results.rows().outcomes());
            completeness = found;
            List<ResultType> columns = results.rows().columns();
            if (columns == null) {
                throw new SqlException(found.noneUsed() + nowhere());
            }
            result = levels.combine(connection, RowStore.rows(columns));
            return found;
        } catch (SQLException e) {
            keepPartial = options.resume();
            throw SqlException.of(e);
        } catch (SqlException e) {
            // A query that is wrong is not continued.
            keepPartial = options.resume();
            throw e;
        }
    }

    private PartialResults results(Connection connection, String text) throws SQLException, IOException {
        Path partial = options.partial();
        if (partial != null && PartialFolder.isStarted(partial)) {
            return PartialResults.resume(connection, text, options.roots());
        }
        PartialResults results = PartialResults.create(connection, text, garageFiles());
        if (partial != null) {
            PartialFolder.start(partial);
        }
        return results;
    }

    private void apply(@Nullable RemoteApply remote, PartialResults results, Listener progress)
            throws SQLException, IOException {
        List<RemoteApply.Input> open = results.open();
        int total = results.files().size();
        FileCount count = new FileCount(total - open.size(), total, progress);
        ApplyRun here = new ApplyRun(
                engine, levels.apply(), new PathNames(options.roots())::path, results.rows(), options.strict(), count);
        if (remote == null) {
            here.run(open, options.threads());
        } else {
            new RemoteRun(results, here, count, shareFile(options), options.strict())
                    .run(remote, levels.applyText(), options.macros(), options.threads());
        }
    }

    /** Returns what APPLY names that no file has, and similar names; nothing if each is in some file. */
    private String nowhere() throws IOException {
        try {
            check();
            return "";
        } catch (SqlException e) {
            return "; " + e.getMessage();
        }
    }

    /**
     * Prints the result, after {@link #run}.
     *
     * @param out left open
     * @throws IllegalStateException if the query was not run, or that failed
     * @throws SqlException if COMBINE fails
     */
    public ResultText.Printed print(ResultText.Format format, OutputStream out) throws IOException {
        ready();
        try {
            return ResultText.print(engine.connection(), result, format, out);
        } catch (SQLException e) {
            throw SqlException.of(e);
        }
    }

    /**
     * Saves the result, after {@link #run}.
     *
     * @param file one of the outputs of the options
     * @return rows saved
     * @throws IllegalStateException if the query was not run, or that failed
     * @throws SqlException if COMBINE fails
     */
    public long save(FileKind kind, Path file) throws IOException {
        Completeness found = ready();
        try {
            return ResultSaver.save(engine.connection(), result, found, kind, file);
        } catch (SQLException e) {
            throw SqlException.of(e);
        }
    }

    private Completeness ready() {
        Completeness found = completeness;
        if (found == null || result.isEmpty()) {
            throw new IllegalStateException("run the query first");
        }
        return found;
    }

    /** Says that the result is where it should be, so that partial results are not needed any more. */
    public void complete() {
        keepPartial = false;
    }

    /** Closes the engine. Partial results stay if the query was interrupted, and can be continued. */
    @Override
    public void close() throws IOException {
        engine.close();
        Path partial = options.partial();
        if (partial != null && !keepPartial) {
            PartialFolder.remove(partial);
        }
    }

    /**
     * Removes partial results, if there are any.
     *
     * @param partial their folder, which is removed if it has nothing else
     */
    public static void removePartial(Path partial) throws IOException {
        PartialFolder.remove(partial);
    }

    /** File format of saved results. */
    public enum FileKind {
        /** Comma-separated values (RFC 4180) in UTF-8 with a header; NULL is nothing. */
        CSV,
        /** A packed file with tables {@code ApplyResult} and {@code Completeness}, which queries can read. */
        PACKED,
        /** A database of DuckDB with tables {@code Result} and {@code Completeness}. */
        DUCKDB,
        /** A workbook of Excel (ECMA-376) with sheets {@code Result} and {@code Completeness}. */
        EXCEL,
        /** A Parquet file, packed with zstd. */
        PARQUET;

        /**
         * Returns the kind of a file by the suffix of its name.
         *
         * @throws IllegalArgumentException if it has none that is known
         */
        public static FileKind ofFile(String name) {
            String suffix = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
            return switch (suffix) {
                case "csv" -> CSV;
                case "gar" -> PACKED;
                case "duckdb" -> DUCKDB;
                case "xlsx" -> EXCEL;
                case "parquet" -> PARQUET;
                default ->
                    throw new IllegalArgumentException(
                            name + ": has no suffix of a result: use .csv, .gar, .duckdb, .xlsx or .parquet");
            };
        }

        /** Returns whether the completeness of the result is part of the file; otherwise it goes into one beside it. */
        public boolean holdsCompleteness() {
            return this == DUCKDB || this == PACKED || this == EXCEL;
        }
    }
}
