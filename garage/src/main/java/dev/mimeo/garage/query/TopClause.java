package dev.mimeo.garage.query;

import dev.mimeo.sql.SqlException;
import dev.mimeo.sql.SqlToken;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rewrites {@code SELECT TOP n ...}, which the engine does not know, as {@code SELECT ... LIMIT n}. Thread-safe. */
final class TopClause {

    private TopClause() {}

    /** The state of one query while it is read: the script itself, or a text in parentheses. */
    private static final class Level {
        /** Number after TOP; empty without TOP. */
        private String limit = "";

        /** Whether the query is one side of a union. */
        private boolean union;
    }

    /**
     * Rewrites a script.
     *
     * @throws SqlException if a query with TOP is part of a union, where it is not clear what it applies to
     */
    static String rewrite(String script) throws SqlException {
        List<SqlToken> tokens = SqlToken.scan(script);
        // Texts to insert, by offset, and the ends of ranges to delete, by start.
        Map<Integer, String> insertions = new TreeMap<>();
        Map<Integer, Integer> deletions = new TreeMap<>();
        Deque<Level> levels = new ArrayDeque<>();
        levels.push(new Level());
        for (int i = 0; i < tokens.size(); i++) {
            SqlToken token = tokens.get(i);
            Level level = levels.element();
            if (token.isSymbol("(")) {
                levels.push(new Level());
            } else if (token.isSymbol(")") && levels.size() > 1) {
                close(levels.pop(), token.start(), insertions);
            } else if (token.isWord("UNION") || token.isWord("INTERSECT") || token.isWord("EXCEPT")) {
                // SELECT * EXCEPT (columns), which some engines have, is refused with TOP as well.
                level.union = true;
            } else if (token.isWord("SELECT")) {
                int at = i + 1;
                while (at < tokens.size()
                        && (tokens.get(at).isWord("DISTINCT") || tokens.get(at).isWord("ALL"))) {
                    at++;
                }
                if (at + 1 < tokens.size() && isTop(tokens, at)) {
                    level.limit = tokens.get(at + 1).value();
                    deletions.put(tokens.get(at).start(), tokens.get(at + 1).end());
                }
            }
        }
        int end = tokens.isEmpty() ? 0 : tokens.get(tokens.size() - 1).end();
        for (int i = tokens.size() - 1; i >= 0 && tokens.get(i).isSymbol(";"); i--) {
            end = tokens.get(i).start();
        }
        while (!levels.isEmpty()) {
            close(levels.pop(), end, insertions);
        }
        return apply(script, insertions, deletions);
    }

    private static boolean isTop(List<SqlToken> tokens, int at) {
        return tokens.get(at).isWord("TOP")
                && tokens.get(at + 1).kind() == SqlToken.Kind.NUMBER
                && tokens.get(at + 1).value().chars().allMatch(Character::isDigit);
    }

    private static void close(Level level, int at, Map<Integer, String> insertions) throws SqlException {
        if (level.limit.isEmpty()) {
            return;
        }
        if (level.union) {
            throw new SqlException("TOP in a UNION: put the SELECT in parentheses");
        }
        insertions.merge(at, " LIMIT " + level.limit, String::concat);
    }

    private static String apply(String script, Map<Integer, String> insertions, Map<Integer, Integer> deletions) {
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
