package dev.mimeo.garage.query;

import static dev.mimeo.analysis.sql.Database.quotedName;

import dev.mimeo.analysis.sql.Database;
import dev.mimeo.analysis.sql.ResultFormat;
import dev.mimeo.analysis.sql.ResultText;
import dev.mimeo.analysis.sql.SqlException;
import dev.mimeo.garage.query.GarageQuery.Nested;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One query over a garage on this machine: {@link #run}, then {@link #print} or {@link #save}. Not thread-safe.
 *
 * <p>A file that lacks a table or column that APPLY names is ignored and counted, one that is damaged counts as failed. All other
 * errors of scripts end the query with one {@link SqlException}. A script is one SELECT that sees nothing but the tables of its
 * file, or {@code ApplyResult}.
 */
public final class QueryRun implements Closeable {

    /** The name of the rows that APPLY gave. */
    private static final String APPLY_RESULT = "ApplyResult";

    /** The other name under which a query sees the result of the query it runs on. */
    private static final String RAW_DATA = "RawData";

    private static final String PARTIAL_FILE = "partial.duckdb";

    private static final List<String> PARTIAL_FILES = List.of(
            PARTIAL_FILE, PARTIAL_FILE + ".wal", PARTIAL_FILE + ".wal.checkpoint", PARTIAL_FILE + ".wal.recovery");

    private final QueryOptions options;
    private final GarageEngine engine;
    private final GarageQuery leaf;

    /** The scripts of the queries, from the one that reads files outwards. */
    private final List<Level> levels;

    private @Nullable Completeness completeness;
    private String result = "";
    private boolean keepPartial;

    private record Level(ApplyScript apply, ApplyScript combine, String applyText) {}

    private QueryRun(QueryOptions options, GarageEngine engine, GarageQuery leaf, List<Level> levels) {
        this.options = options;
        this.engine = engine;
        this.leaf = leaf;
        this.levels = levels;
    }

    /**
     * Prepares a query and checks its scripts; reads no file of the garage.
     *
     * @throws SqlException if a script is not one SELECT or uses what it may not
     * @throws IOException if a script or the partial results cannot be read, or there are such already that are not to be
     *     continued
     */
    public static QueryRun open(GarageQuery query, QueryOptions options) throws IOException {
        Path database = null;
        Path partial = options.partial();
        if (partial != null) {
            database = partial.resolve(PARTIAL_FILE);
            if (options.resume() && !Files.exists(database)) {
                throw new IOException(partial + ": has no partial results to continue");
            }
            if (!options.resume() && Files.exists(database)) {
                throw new IOException(partial + ": has partial results of a run before: continue that, or remove them");
            }
            Files.createDirectories(partial);
        }
        GarageEngine engine =
                GarageEngine.open(database, options.memoryBytes(), options.temporaryFolder(), allowed(options));
        try {
            Deque<Level> levels = new ArrayDeque<>();
            GarageQuery leaf = query;
            levels.addFirst(level(engine, options, leaf));
            while (leaf.source() instanceof Nested nested) {
                leaf = nested.query();
                if (leaf.into() != null) {
                    throw new QuerySyntaxException("INTO belongs to the outermost query");
                }
                levels.addFirst(level(engine, options, leaf));
            }
            QueryRun run = new QueryRun(options, engine, leaf, List.copyOf(levels));
            run.keepPartial = options.resume();
            return run;
        } catch (IOException | RuntimeException | Error e) {
            engine.close();
            if (partial != null && !options.resume()) {
                removePartial(partial);
            }
            throw e;
        }
    }

    private static List<Path> allowed(QueryOptions options) {
        List<Path> allowed = new ArrayList<>();
        for (Path output : options.outputs()) {
            allowed.add(output);
            for (String suffix : ResultFiles.COMPANIONS) {
                allowed.add(output.resolveSibling(output.getFileName() + suffix));
            }
        }
        return allowed;
    }

    private static Level level(GarageEngine engine, QueryOptions options, GarageQuery query) throws IOException {
        String apply = ScriptTexts.text(query.apply());
        Level level = new Level(
                compile(engine, options, "APPLY", apply),
                compile(engine, options, "COMBINE", ScriptTexts.text(query.combine())),
                apply);
        check("COMBINE", level.combine, Set.of(APPLY_RESULT.toLowerCase(Locale.ROOT)));
        if (query.source() instanceof Nested) {
            check(
                    "APPLY",
                    level.apply,
                    Set.of(APPLY_RESULT.toLowerCase(Locale.ROOT), RAW_DATA.toLowerCase(Locale.ROOT)));
        }
        return level;
    }

    private static ApplyScript compile(GarageEngine engine, QueryOptions options, String part, String script)
            throws SqlException {
        try {
            return engine.compile(options.macros(), script);
        } catch (SqlException e) {
            throw new SqlException(part + ": " + e.getMessage());
        }
    }

    private static void check(String part, ApplyScript script, Set<String> tables) throws SqlException {
        for (String table : script.tables()) {
            if (!tables.contains(table)) {
                throw new SqlException(part + ": there is no table " + table + " but " + APPLY_RESULT);
            }
        }
    }

    /**
     * Runs the query.
     *
     * @return what of the files the result is made of
     * @throws SqlException if a script is wrong, or no file has what it names
     * @throws IOException if the garage cannot be read, or with {@link QueryOptions#strict} a file is damaged
     */
    public Completeness run(QueryProgress progress) throws IOException {
        try {
            Connection connection = engine.connection();
            Level first = levels.get(0);
            String text = leaf.source() + "\n" + first.applyText;
            PartialResults results;
            List<GarageFile> files;
            if (options.resume()) {
                results = PartialResults.resume(connection, text);
                files = results.files(options.roots());
            } else {
                files = GarageFiles.find(leaf.source(), options.roots());
                results = PartialResults.create(connection, text, files);
            }
            keepPartial = true;
            if (files.isEmpty()) {
                throw new SqlException("no file of the garage matches " + leaf.source());
            }
            new ApplyRun(engine, first.apply, results, files, options.strict(), progress).run(options.threads());
            Completeness found = completeness(files, results.outcomes());
            completeness = found;
            List<ResultType> columns = results.columns();
            if (columns == null) {
                throw new SqlException(noneUsed(found));
            }
            combine(PartialResults.rows(columns));
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

    private static String noneUsed(Completeness found) {
        List<Completeness.FileNote> notes = found.ignored().isEmpty() ? found.failed() : found.ignored();
        return "none of " + found.filesMatched() + " files could be used: " + found.filesIgnoredMissingColumns()
                + " lack a table or column, " + found.filesFailed() + " failed; "
                + notes.get(0).path() + ": " + notes.get(0).reason();
    }

    private void combine(String rows) throws SQLException, IOException {
        Connection connection = engine.connection();
        result = combined(levels.get(0), rows);
        for (int i = 1; i < levels.size(); i++) {
            // What the inner query gave is computed once, and its scripts see other rows under the same name.
            String inner = table("mimeo level " + i + " source", result);
            view(RAW_DATA, inner);
            view(APPLY_RESULT, inner);
            String applied = table("mimeo level " + i, levels.get(i).apply.sql(null, FileTables.NONE));
            Database.execute(connection, "DROP VIEW temp." + quotedName(RAW_DATA));
            result = combined(levels.get(i), applied);
        }
        // Bound now, so that an error of COMBINE is known before an output is begun.
        connection.prepareStatement(result).close();
    }

    private String combined(Level level, String rows) throws SQLException {
        view(APPLY_RESULT, rows);
        return level.combine.sql(null, FileTables.NONE);
    }

    private String table(String name, String sql) throws SQLException {
        Database.execute(engine.connection(), "CREATE TEMP TABLE " + quotedName(name) + " AS " + sql);
        return "SELECT * FROM temp." + quotedName(name);
    }

    private void view(String name, String sql) throws SQLException {
        Database.execute(engine.connection(), "CREATE OR REPLACE TEMP VIEW " + quotedName(name) + " AS " + sql);
    }

    private static Completeness completeness(List<GarageFile> files, List<FileOutcome> outcomes) {
        Map<FileOutcome.Status, Integer> counts = new EnumMap<>(FileOutcome.Status.class);
        List<Completeness.FileNote> ignored = new ArrayList<>();
        List<Completeness.FileNote> failed = new ArrayList<>();
        for (FileOutcome outcome : outcomes) {
            int count = counts.merge(outcome.status(), 1, Integer::sum);
            if (outcome.status() != FileOutcome.Status.USED && count <= Completeness.MAX_NAMES) {
                boolean lacking = outcome.status() == FileOutcome.Status.IGNORED;
                String path = files.get(outcome.file()).path();
                (lacking ? ignored : failed).add(new Completeness.FileNote(path, outcome.reason()));
            }
        }
        return new Completeness(
                files.size(),
                counts.getOrDefault(FileOutcome.Status.USED, 0),
                counts.getOrDefault(FileOutcome.Status.IGNORED, 0),
                counts.getOrDefault(FileOutcome.Status.FAILED, 0),
                ignored,
                failed);
    }

    /**
     * Prints the result, after {@link #run}.
     *
     * @param out left open
     * @return rows printed
     * @throws SqlException if COMBINE fails
     */
    public long print(ResultFormat format, OutputStream out) throws IOException {
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
     * @throws SqlException if COMBINE fails
     */
    public long save(ResultKind kind, Path file) throws IOException {
        Completeness found = ready();
        try {
            return ResultFiles.save(engine.connection(), result, found, kind, file);
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
            removePartial(partial);
        }
    }

    /**
     * Removes partial results, if there are any.
     *
     * @param partial their folder, which is removed if it has nothing else
     */
    public static void removePartial(Path partial) throws IOException {
        if (Files.isDirectory(partial, LinkOption.NOFOLLOW_LINKS)) {
            for (String name : PARTIAL_FILES) {
                Files.deleteIfExists(partial.resolve(name));
            }
            Files.delete(partial);
        }
    }
}
