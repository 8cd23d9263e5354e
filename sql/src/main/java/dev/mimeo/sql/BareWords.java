package dev.mimeo.sql;

import dev.mimeo.sql.internal.Database;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Shorthand for conditions on results: {@code = any} means IS NULL, {@code <> any} and {@code != any} mean IS NOT NULL, and a
 * word without quotes behind {@code =}, {@code <>} or {@code !=} that names nothing in the query or its tables is a string.
 */
final class BareWords {

    /** Words that are values or start one. */
    private static final Set<String> RESERVED = Set.of(
            "ANY",
            "ALL",
            "SOME",
            "NULL",
            "TRUE",
            "FALSE",
            "CASE",
            "CAST",
            "NOT",
            "DATE",
            "TIME",
            "TIMESTAMP",
            "INTERVAL",
            "SELECT",
            "EXISTS",
            "ARRAY",
            "ROW",
            "DEFAULT",
            "CURRENT_DATE",
            "CURRENT_TIME",
            "CURRENT_TIMESTAMP");

    private BareWords() {}

    /**
     * Returns a query without the shorthand.
     *
     * @param names names of columns and tables in lower case
     */
    static String expand(String query, Set<String> names) throws SqlException {
        List<SqlToken> tokens = SqlToken.scan(query);
        Set<String> known = new HashSet<>(names);
        for (int i = 0; i + 1 < tokens.size(); i++) {
            if (tokens.get(i).isWord("AS")) {
                known.add(tokens.get(i + 1).value().toLowerCase(Locale.ROOT));
            }
        }
        StringBuilder sql = new StringBuilder();
        int copied = 0;
        for (int i = 0; i < tokens.size(); i++) {
            int word = i + operatorLength(tokens, i);
            if (word == i || word >= tokens.size() || !isAlone(tokens, word)) {
                continue;
            }
            SqlToken token = tokens.get(word);
            if (token.isWord("ANY")) {
                boolean equal = word == i + 1;
                sql.append(query, copied, tokens.get(i).start()).append(equal ? "IS NULL" : "IS NOT NULL");
                copied = token.end();
            } else if (isString(token, known)) {
                sql.append(query, copied, token.start()).append(Database.quotedString(token.value()));
                copied = token.end();
            }
        }
        return sql.append(query, copied, query.length()).toString();
    }

    /** Returns 1 for =, 2 for two symbols that say unequal, else 0. */
    private static int operatorLength(List<SqlToken> tokens, int at) {
        SqlToken token = tokens.get(at);
        boolean follows = at > 0
                && tokens.get(at - 1).end() == token.start()
                && tokens.get(at - 1).kind() == SqlToken.Kind.SYMBOL
                && !tokens.get(at - 1).isSymbol(")");
        if (token.isSymbol("=")) {
            return follows ? 0 : 1;
        }
        if (at + 1 >= tokens.size() || tokens.get(at + 1).start() != token.end()) {
            return 0;
        }
        SqlToken next = tokens.get(at + 1);
        boolean unequal = (token.isSymbol("<") && next.isSymbol(">")) || (token.isSymbol("!") && next.isSymbol("="));
        return unequal ? 2 : 0;
    }

    /** Returns whether a word is neither a function nor a part of a longer name. */
    private static boolean isAlone(List<SqlToken> tokens, int at) {
        boolean last = at + 1 == tokens.size();
        return tokens.get(at).kind() == SqlToken.Kind.WORD
                && (last
                        || !(tokens.get(at + 1).isSymbol("(")
                                || tokens.get(at + 1).isSymbol(".")));
    }

    private static boolean isString(SqlToken token, Set<String> known) {
        return !RESERVED.contains(token.value().toUpperCase(Locale.ROOT))
                && !known.contains(token.value().toLowerCase(Locale.ROOT));
    }
}
