package dev.mimeo.garage.query;

import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.sql.SqlException;
import dev.mimeo.sql.SqlToken;
import dev.mimeo.sql.internal.Database;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A script that was checked, with its macros in place except for those that differ from file to file. Immutable. */
final class ApplyScript {

    /** A date in the name of a file, behind a dot as in {@code server.2009-10-31.mgz}, or at its start. */
    private static final Pattern DATE =
            Pattern.compile("(?:^|[^0-9])(\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01]))(?![0-9])");

    private final List<String> texts;
    private final List<String> macros;
    private final Set<String> tables;
    private final Set<String> columns;
    private final boolean allColumns;

    private ApplyScript(List<String> texts, List<String> macros, ScriptTree tree) {
        this.texts = List.copyOf(texts);
        this.macros = List.copyOf(macros);
        this.tables = Set.copyOf(tree.tables());
        this.allColumns = tree.allColumns();
        Set<String> names = new HashSet<>(tree.columns());
        for (String macro : macros) {
            if (macro.startsWith(Macros.VALID)) {
                names.add(columnOf(macro));
            }
        }
        this.columns = Set.copyOf(names);
    }

    /**
     * Checks a script.
     *
     * @param aggregates names of the engine's aggregate functions
     * @throws SqlException if it is not one SELECT, uses what it may not, or an unknown macro
     */
    static ApplyScript compile(Connection connection, Set<String> aggregates, Macros macros, String script)
            throws SqlException {
        String text = TopClause.rewrite(macros.expand(script));
        List<SqlToken> tokens = SqlToken.scan(text);
        int last = tokens.size();
        while (last > 0 && tokens.get(last - 1).isSymbol(";")) {
            last--;
        }
        if (last == 0) {
            throw new SqlException("the script is empty");
        }
        text = text.substring(0, tokens.get(last - 1).end());
        ScriptTree tree = ScriptTree.of(connection, aggregates, text);
        text = tree.withAggregates(text);
        List<String> texts = new ArrayList<>();
        List<String> places = new ArrayList<>();
        int copied = 0;
        for (SqlToken token : SqlToken.scan(text)) {
            if (token.kind() == SqlToken.Kind.NAME && token.value().startsWith(Macros.RESERVED)) {
                texts.add(text.substring(copied, token.start()));
                places.add(token.value());
                copied = token.end();
            }
        }
        texts.add(text.substring(copied));
        return new ApplyScript(texts, places, tree);
    }

    /** Returns the tables that a file must have, in small letters. */
    Set<String> tables() {
        return tables;
    }

    /** Returns whether the script may use a column. */
    boolean mayUse(ColumnSchema column) {
        return allColumns || columns.contains(AnyCase.key(column.name()));
    }

    /** Returns whether many files may have the same text, and no column but those that the script names. */
    boolean suitsSeveralFiles() {
        return !allColumns && macros.stream().allMatch(macro -> macro.startsWith(Macros.VALID));
    }

    /**
     * Returns the SQL for a file.
     *
     * @param path path of the file, null if the script runs on the result of a query
     * @param tables its tables
     */
    String sql(@Nullable String path, FileTables tables) {
        StringBuilder sql = new StringBuilder(texts.get(0));
        for (int i = 0; i < macros.size(); i++) {
            sql.append(value(macros.get(i), path, tables)).append(texts.get(i + 1));
        }
        return sql.toString();
    }

    private static String value(String macro, @Nullable String path, FileTables tables) {
        if (macro.equals(Macros.FILE_DATE)) {
            return "CAST(" + (path == null ? "NULL" : date(path)) + " AS DATE)";
        }
        if (macro.equals(Macros.FILE_PATH)) {
            return "CAST(" + (path == null ? "NULL" : Database.quotedString(path)) + " AS VARCHAR)";
        }
        String reference = macro.substring(Macros.VALID.length());
        ColumnSchema column = tables.column(columnOf(macro));
        if (column == null || !column.hasRange()) {
            return "(" + reference + " IS NOT NULL)";
        }
        StringBuilder condition = new StringBuilder("(");
        if (column.validMin() != null) {
            condition.append(reference).append(" >= ").append(literal(column.validMin()));
        }
        if (column.validMax() != null) {
            condition.append(condition.length() > 1 ? " AND " : "").append(reference);
            condition.append(" <= ").append(literal(column.validMax()));
        }
        return condition.append(')').toString();
    }

    private static String literal(double value) {
        return "CAST('" + value + "' AS DOUBLE)";
    }

    private static String date(String path) {
        Matcher date = DATE.matcher(path.substring(path.lastIndexOf('/') + 1));
        String last = null;
        while (date.find()) {
            last = date.group(1);
        }
        // A day that its month does not have is none.
        return last == null ? "NULL" : "TRY_CAST('" + last + "' AS DATE)";
    }

    private static String columnOf(String macro) {
        try {
            List<SqlToken> tokens = SqlToken.scan(macro.substring(Macros.VALID.length()));
            return AnyCase.key(tokens.get(tokens.size() - 1).value());
        } catch (SqlException e) {
            throw new IllegalStateException(e);
        }
    }
}
