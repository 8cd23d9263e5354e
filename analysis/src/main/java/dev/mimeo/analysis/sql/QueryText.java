package dev.mimeo.analysis.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A query as it goes to the engine, and the names in it that may be files.
 *
 * <p>A string where a table is expected is the name of a table to the engine's grammar, so files become tables by making
 * a view of exactly that name; what the query says stays as it is. Only {@code ds('FILE', 'TYPE')} is replaced by the
 * name of a view, for the grammar has nothing like it.
 *
 * @param sql the query
 * @param wrappable whether it can stand in parentheses in another query
 * @param names all strings and quoted names in it
 * @param calls files and types of {@code ds('FILE', 'TYPE')} by the name that stands for them
 */
record QueryText(String sql, boolean wrappable, Set<String> names, Map<String, Call> calls) {

    /** Statements that give rows and change nothing. */
    private static final Set<String> QUERIES = Set.of(
            "SELECT", "WITH", "FROM", "VALUES", "TABLE", "DESCRIBE", "DESC", "SUMMARIZE", "SHOW", "PIVOT", "UNPIVOT");

    private static final String EXPLAIN = "EXPLAIN";

    /**
     * A reference to one type of a file.
     *
     * @param file name of the file or pattern of names
     * @param type pattern of the type, null for the usual one
     */
    record Call(String file, @Nullable String type) {}

    /**
     * Reads a query.
     *
     * @throws SqlException if it is empty, is more than one statement, or is not one that only gives rows
     */
    static QueryText parse(String text) throws SqlException {
        List<SqlToken> tokens = SqlToken.scan(text);
        int end = text.length();
        while (!tokens.isEmpty() && tokens.get(tokens.size() - 1).isSymbol(";")) {
            end = tokens.remove(tokens.size() - 1).start();
        }
        if (tokens.isEmpty()) {
            throw new SqlException("the query is empty");
        }
        if (tokens.stream().anyMatch(token -> token.isSymbol(";"))) {
            throw new SqlException("more than one statement: run them one after the other");
        }
        boolean explained = checkStatement(tokens);
        return replaceCalls(text.substring(0, end), !explained, tokens);
    }

    /** Returns whether the statement asks how another would run. */
    private static boolean checkStatement(List<SqlToken> tokens) throws SqlException {
        int at = 0;
        boolean explained = tokens.get(0).isWord(EXPLAIN);
        while (at < tokens.size()
                && (tokens.get(at).isWord(EXPLAIN)
                        || (explained && tokens.get(at).isWord("ANALYZE"))
                        || tokens.get(at).isSymbol("("))) {
            at++;
        }
        SqlToken first = tokens.get(Math.min(at, tokens.size() - 1));
        if (first.kind() != SqlToken.Kind.WORD
                || !QUERIES.contains(first.value().toUpperCase(Locale.ROOT))) {
            throw new SqlException(
                    "a query starts with SELECT, FROM, WITH, DESCRIBE or SUMMARIZE, not with " + first.value());
        }
        return explained;
    }

    private static QueryText replaceCalls(String text, boolean wrappable, List<SqlToken> tokens) {
        StringBuilder sql = new StringBuilder();
        Set<String> names = new LinkedHashSet<>();
        Map<String, Call> calls = new LinkedHashMap<>();
        int copied = 0;
        for (int at = 0; at < tokens.size(); at++) {
            SqlToken token = tokens.get(at);
            List<String> arguments = arguments(tokens, at);
            if (!arguments.isEmpty()) {
                // ds ( 'FILE' ) or ds ( 'FILE' , 'TYPE' )
                int last = at + 2 * arguments.size() + 1;
                Call call = new Call(arguments.get(0), arguments.size() == 2 ? arguments.get(1) : null);
                String name = "ds " + (calls.size() + 1);
                calls.put(name, call);
                sql.append(text, copied, token.start()).append(Database.quotedName(name));
                copied = tokens.get(last).end();
                at = last;
            } else if (token.kind() == SqlToken.Kind.STRING || token.kind() == SqlToken.Kind.NAME) {
                names.add(token.value());
            }
        }
        sql.append(text, copied, text.length());
        return new QueryText(sql.toString(), wrappable, names, calls);
    }

    /** Returns the arguments of a call that starts at a token; none if there is no such call. */
    private static List<String> arguments(List<SqlToken> tokens, int start) {
        List<String> arguments = new ArrayList<>();
        if (!tokens.get(start).isWord("DS") || !isSymbol(tokens, start + 1, "(")) {
            return arguments;
        }
        for (int at = start + 2; at < tokens.size() && arguments.size() < 2; at += 2) {
            if (tokens.get(at).kind() != SqlToken.Kind.STRING) {
                break;
            }
            arguments.add(tokens.get(at).value());
            if (isSymbol(tokens, at + 1, ")")) {
                return arguments;
            }
            if (!isSymbol(tokens, at + 1, ",")) {
                break;
            }
        }
        return List.of();
    }

    private static boolean isSymbol(List<SqlToken> tokens, int at, String symbol) {
        return at < tokens.size() && tokens.get(at).isSymbol(symbol);
    }
}
