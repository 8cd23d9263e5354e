package dev.mimeo.garage.query;

import static dev.mimeo.sql.internal.Database.quotedName;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.garage.query.GarageQuery.Nested;
import dev.mimeo.garage.query.GarageQuery.Script;
import dev.mimeo.internal.files.Folders;
import dev.mimeo.sql.SqlException;
import dev.mimeo.sql.internal.Database;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A query and those that it runs on, from the one that reads files outwards, with their scripts checked. Immutable. */
final class QueryLevels {

    /** The name of the rows that APPLY gave. */
    private static final String APPLY_RESULT = "ApplyResult";

    /** The other name under which a query sees the result of the query it runs on. */
    private static final String RAW_DATA = "RawData";

    private static final int MAX_SCRIPT_BYTES = 1 << 20;

    /** Default script that combines the results. */
    private static final String ALL_ROWS = "SELECT * FROM " + APPLY_RESULT;

    private final GarageQuery leaf;
    private final List<Level> levels;

    private record Level(ApplyScript apply, ApplyScript combine, String applyText) {}

    private QueryLevels(GarageQuery leaf, List<Level> levels) {
        this.leaf = leaf;
        this.levels = levels;
    }

    /**
     * Checks the scripts of a query; reads no file of the garage.
     *
     * @throws SqlException if a script is not one SELECT or uses what it may not
     * @throws IOException if a script cannot be read
     */
    static QueryLevels compile(GarageEngine engine, Macros macros, GarageQuery query) throws IOException {
        Deque<Level> levels = new ArrayDeque<>();
        GarageQuery leaf = query;
        levels.addFirst(level(engine, macros, leaf));
        while (leaf.source() instanceof Nested nested) {
            leaf = nested.query();
            if (leaf.into() != null) {
                throw new MimeoException(MimeoException.Reason.QUERY, "INTO belongs to the outermost query");
            }
            levels.addFirst(level(engine, macros, leaf));
        }
        return new QueryLevels(leaf, List.copyOf(levels));
    }

    private static Level level(GarageEngine engine, Macros macros, GarageQuery query) throws IOException {
        String apply = text(query.apply());
        Level level = new Level(
                compile(engine, macros, "APPLY", apply),
                compile(engine, macros, "COMBINE", text(query.combine())),
                apply);
        check("COMBINE", level.combine, Set.of(AnyCase.key(APPLY_RESULT)));
        if (query.source() instanceof Nested) {
            check("APPLY", level.apply, Set.of(AnyCase.key(APPLY_RESULT), AnyCase.key(RAW_DATA)));
        }
        return level;
    }

    private static ApplyScript compile(GarageEngine engine, Macros macros, String part, String script)
            throws SqlException {
        try {
            return engine.compile(macros, script);
        } catch (SqlException e) {
            throw e.of(part);
        }
    }

    private static void check(String part, ApplyScript script, Set<String> tables) throws SqlException {
        for (String table : script.tables()) {
            if (!tables.contains(table)) {
                throw new SqlException(part + ": there is no table " + table + " but " + APPLY_RESULT);
            }
        }
    }

    /** Returns what the innermost query runs on. */
    GarageQuery.Source files() {
        return leaf.source();
    }

    /** Returns the script that runs on files. */
    ApplyScript apply() {
        return levels.get(0).apply;
    }

    /** Returns the script that runs on files, as it is written. */
    String applyText() {
        return levels.get(0).applyText;
    }

    /**
     * Runs all but the APPLY of the innermost query and the COMBINE of the outermost.
     *
     * @param rows SQL for the rows that APPLY gave
     * @return SQL for the result
     */
    String combine(Connection connection, String rows) throws SQLException {
        String result = combined(connection, levels.get(0), rows);
        for (int i = 1; i < levels.size(); i++) {
            // The result of the inner query is computed once, as its scripts see other rows under the same name.
            String inner = table(connection, "mimeo level " + i + " source", result);
            view(connection, RAW_DATA, inner);
            view(connection, APPLY_RESULT, inner);
            String applied =
                    table(connection, "mimeo level " + i, levels.get(i).apply.sql(null, FileTables.NONE));
            Database.execute(connection, "DROP VIEW temp." + quotedName(RAW_DATA));
            result = combined(connection, levels.get(i), applied);
        }
        // Bound now, so that an error of COMBINE is known before an output is begun.
        connection.prepareStatement(result).close();
        return result;
    }

    private static String combined(Connection connection, Level level, String rows) throws SQLException {
        view(connection, APPLY_RESULT, rows);
        return level.combine.sql(null, FileTables.NONE);
    }

    private static String table(Connection connection, String name, String sql) throws SQLException {
        Database.execute(connection, "CREATE TEMP TABLE " + quotedName(name) + " AS " + sql);
        return "SELECT * FROM temp." + quotedName(name);
    }

    private static void view(Connection connection, String name, String sql) throws SQLException {
        Database.execute(connection, "CREATE OR REPLACE TEMP VIEW " + quotedName(name) + " AS " + sql);
    }

    /**
     * Returns the text of a script.
     *
     * @param script null for the one that gives all rows
     * @throws IOException if its file cannot be read or has more than 1 MiB
     */
    private static String text(@Nullable Script script) throws IOException {
        if (script == null) {
            return ALL_ROWS;
        }
        if (!script.inFile()) {
            return script.text();
        }
        try {
            Path file = Path.of(script.text());
            Folders.refuse(file);
            if (Files.size(file) > MAX_SCRIPT_BYTES) {
                throw MimeoException.of(
                        file, Reason.UNSUPPORTED, "a script has at most " + MAX_SCRIPT_BYTES + " bytes");
            }
            return Files.readString(file, UTF_8);
        } catch (CharacterCodingException e) {
            throw new IOException(script.text() + ": is not UTF-8 text", e);
        } catch (InvalidPathException e) {
            throw new MimeoException(
                    MimeoException.Reason.QUERY, "'" + script.text() + "' is not a path: " + e.getReason());
        }
    }
}
