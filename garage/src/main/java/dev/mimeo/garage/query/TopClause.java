package dev.mimeo.garage.query;

import dev.mimeo.sql.SqlException;
import dev.mimeo.sql.SqlToken;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rewrites {@code SELECT TOP n ...}, which the engine does not know, as {@code SELECT ... LIMIT n}. */
final class TopClause {

    private final String script;
    private final List<SqlToken> tokens;

    /** Queries that are open at the current token, the innermost first. */
    private final Deque<Level> levels = new ArrayDeque<>();

    /** Texts to insert, by offset. */
    private final Map<Integer, String> insertions = new TreeMap<>();

    /** Ends of ranges to delete, by start. */
    private final Map<Integer, Integer> deletions = new TreeMap<>();

    private TopClause(String script, List<SqlToken> tokens) {
        this.script = script;
        this.tokens = tokens;
    }

    /** The state of one query while it is read: the script itself, or a text in parentheses. */
    private static final class Level {
        /** Number after TOP; empty without TOP. */
        private String limit = "";

        /** Whether the query is one side of a union. */
        private boolean union;
    }

    /**
     * Rewrites a script. Thread-safe.
     *
     * @throws SqlException if a query with TOP is part of a union, where it is not clear what it applies to
     */
    static String rewrite(String script) throws SqlException {
        TopClause clauses = new TopClause(script, SqlToken.scan(script));
        clauses.find();
        return clauses.apply();
    }

    private void find() throws SqlException {
        levels.push(new Level());
        for (int i = 0; i < tokens.size(); i++) {
            SqlToken token = tokens.get(i);
            if (token.isSymbol("(")) {
                levels.push(new Level());
            } else if (token.isSymbol(")") && levels.size() > 1) {
                close(levels.pop(), token.start());
            } else if (token.isWord("UNION") || token.isWord("INTERSECT") || token.isWord("EXCEPT")) {
                // SELECT * EXCEPT (columns), which some engines have, is refused with TOP as well.
                levels.element().union = true;
            } else if (token.isWord("SELECT")) {
                findTop(i + 1);
            }
        }
        int end = scriptEnd();
        while (!levels.isEmpty()) {
            close(levels.pop(), end);
        }
    }

    /** Takes TOP and its number out of a query, if they follow its SELECT. */
    private void findTop(int afterSelect) {
        int at = afterSelect;
        while (at < tokens.size()
                && (tokens.get(at).isWord("DISTINCT") || tokens.get(at).isWord("ALL"))) {
            at++;
        }
        if (at + 1 < tokens.size() && isTop(tokens.get(at), tokens.get(at + 1))) {
            levels.element().limit = tokens.get(at + 1).value();
            deletions.put(tokens.get(at).start(), tokens.get(at + 1).end());
        }
    }

    private static boolean isTop(SqlToken word, SqlToken number) {
        return word.isWord("TOP")
                && number.kind() == SqlToken.Kind.NUMBER
                && number.value().chars().allMatch(Character::isDigit);
    }

    /** Returns the offset at which the script ends, without the semicolons at its end. */
    private int scriptEnd() {
        int end = tokens.isEmpty() ? 0 : tokens.get(tokens.size() - 1).end();
        for (int i = tokens.size() - 1; i >= 0 && tokens.get(i).isSymbol(";"); i--) {
            end = tokens.get(i).start();
        }
        return end;
    }

    private void close(Level level, int at) throws SqlException {
        if (level.limit.isEmpty()) {
            return;
        }
        if (level.union) {
            throw new SqlException("TOP in a UNION: put the SELECT in parentheses");
        }
        insertions.merge(at, " LIMIT " + level.limit, String::concat);
    }

    private String apply() {
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (at < script.length()) {
            text.append(insertions.getOrDefault(at, ""));
            Integer end = deletions.get(at);
            if (end != null) {
                at = end;
            } else {
                text.append(script.charAt(at++));
            }
        }
        return text.append(insertions.getOrDefault(at, "")).toString();
    }
}
