package dev.mimeo.garage.prometheus;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tokens of a query in PromQL, of which comments are none, and the position among them. Not thread-safe. */
final class QueryTokens {

    private static final int MAX_LENGTH = 1 << 16;

    private static final int MAX_SHOWN = 80;

    /** A name, a number, a text in quotes, an operator or other sign, or a comment. */
    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(?:([a-zA-Z_:][a-zA-Z0-9_:]*)|([0-9][0-9a-zA-Z.]*(?:(?<=[eE])[+-]?[0-9]+)?|\\.[0-9]+)"
                    + "|(\"(?:[^\"\\\\]|\\\\.)*+\"|'(?:[^'\\\\]|\\\\.)*+'|`[^`]*+`)|(==|!=|<=|>=|=~|!~|[-+*/%<>=(){}\\[\\],:^@])|(#[^\r\n]*))",
            Pattern.DOTALL);

    private static final int COMMENT = 5;

    private final String text;
    private final List<String> tokens = new ArrayList<>();
    private int at;

    /** Splits a query. */
    QueryTokens(String text) throws QueryException {
        this.text = text;
        if (text.length() > MAX_LENGTH) {
            throw new QueryException("a query has at most " + MAX_LENGTH + " characters");
        }
        String stripped = text.strip();
        Matcher token = TOKEN.matcher(stripped);
        int end = 0;
        while (end < stripped.length()) {
            if (!token.find() || token.start() != end) {
                throw new QueryException("unexpected character at '" + shown(stripped.substring(end)) + "'");
            }
            end = token.end();
            if (token.group(COMMENT) == null) {
                tokens.add(token.group().strip());
            }
        }
    }

    /** Returns the next token, empty at the end. */
    String peek() {
        return at < tokens.size() ? tokens.get(at) : "";
    }

    /** Returns whether a token is next; keywords are in any case. */
    boolean isNext(String token) {
        return peek().equalsIgnoreCase(token);
    }

    /** Returns the next token and goes on behind it. */
    String next() {
        String token = peek();
        at++;
        return token;
    }

    /** Goes on behind a token, if it is the next one, and returns whether it is. */
    boolean take(String token) {
        boolean isNext = isNext(token);
        at += isNext ? 1 : 0;
        return isNext;
    }

    void expect(String token) throws QueryException {
        if (!take(token)) {
            throw unexpected("'" + token + "'");
        }
    }

    /** Returns an error about the next token. */
    QueryException unexpected(String expected) {
        return new QueryException("expected " + expected + ", found "
                + (peek().isEmpty() ? "the end" : "'" + shown(peek()) + "'") + " in '" + shown(text) + "'");
    }

    /** Returns a text for a message of one line. */
    static String shown(String text) {
        return (text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text).replaceAll("\\p{Cntrl}", " ");
    }
}
