package dev.mimeo.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A piece of an SQL text.
 *
 * @param kind type of the token
 * @param start start in the text
 * @param end end in the text
 * @param value a word or symbol as it is; a string or a quoted name without its quotes
 */
public record SqlToken(Kind kind, int start, int end, String value) {

    /** Kinds of tokens. */
    public enum Kind {
        /** Keyword or name without quotes. */
        WORD,
        /** Name in double quotes. */
        NAME,
        /** String in single quotes, or between dollar signs. */
        STRING,
        /** A number. */
        NUMBER,
        /** Any other single character. */
        SYMBOL
    }

    /** Returns whether this is a keyword or name without quotes, given in capital letters; case does not matter. */
    public boolean isWord(String word) {
        return kind == Kind.WORD && value.toUpperCase(Locale.ROOT).equals(word);
    }

    /** Returns whether this is a single character that is part of nothing else. */
    public boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && value.equals(symbol);
    }

    /**
     * Takes a text apart, as the engine's own scanner does, which is that of PostgreSQL: comments to the end of the line
     * and nested ones, doubled quotes, escapes in {@code E'...'}, strings between {@code $tag$}. It is for shorthand that is not
     * SQL; what a text does is for {@link SelectTree} to say.
     *
     * @throws SqlException if a string, name or comment does not end
     */
    public static List<SqlToken> scan(String sql) throws SqlException {
        List<SqlToken> tokens = new ArrayList<>();
        int at = 0;
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (Character.isWhitespace(c)) {
                at++;
            } else if (sql.startsWith("--", at)) {
                while (at < sql.length() && sql.charAt(at) != '\n' && sql.charAt(at) != '\r') {
                    at++;
                }
            } else if (sql.startsWith("/*", at)) {
                at = endOfComment(sql, at);
            } else {
                SqlToken token = token(sql, at);
                tokens.add(token);
                at = token.end();
            }
        }
        return tokens;
    }

    private static SqlToken token(String sql, int at) throws SqlException {
        char c = sql.charAt(at);
        if (c == '\'' || c == '"') {
            return quoted(sql, at, at);
        }
        if ((c == 'e' || c == 'E') && at + 1 < sql.length() && sql.charAt(at + 1) == '\'') {
            return quoted(sql, at, at + 1);
        }
        if (c == '$') {
            int open = endOfDollarTag(sql, at);
            if (open > 0) {
                String tag = sql.substring(at, open);
                int close = sql.indexOf(tag, open);
                if (close < 0) {
                    throw new SqlException("the string that starts with " + tag + " does not end");
                }
                return new SqlToken(Kind.STRING, at, close + tag.length(), sql.substring(open, close));
            }
        }
        if (Character.isDigit(c)) {
            int end = at;
            while (end < sql.length() && (Character.isLetterOrDigit(sql.charAt(end)) || sql.charAt(end) == '.')) {
                end++;
            }
            return new SqlToken(Kind.NUMBER, at, end, sql.substring(at, end));
        }
        if (isWordStart(c)) {
            int end = at;
            while (end < sql.length() && isWordPart(sql.charAt(end))) {
                end++;
            }
            return new SqlToken(Kind.WORD, at, end, sql.substring(at, end));
        }
        return new SqlToken(Kind.SYMBOL, at, at + 1, sql.substring(at, at + 1));
    }

    /** @param open position of the quote: behind the start of the token where a letter says that the string has escapes */
    private static SqlToken quoted(String sql, int start, int open) throws SqlException {
        char quote = sql.charAt(open);
        Kind kind = quote == '"' ? Kind.NAME : Kind.STRING;
        boolean escapes = open > start;
        StringBuilder value = new StringBuilder();
        for (int at = open + 1; at < sql.length(); at++) {
            char c = sql.charAt(at);
            if (c == quote) {
                if (at + 1 == sql.length() || sql.charAt(at + 1) != quote) {
                    return new SqlToken(kind, start, at + 1, value.toString());
                }
                at++;
            } else if (escapes && c == '\\' && at + 1 < sql.length()) {
                value.append(c);
                at++;
                c = sql.charAt(at);
            }
            value.append(c);
        }
        throw new SqlException("the quote " + quote + " at character " + (open + 1) + " is not closed");
    }

    private static int endOfComment(String sql, int start) throws SqlException {
        int depth = 0;
        for (int at = start; at + 1 < sql.length(); at++) {
            if (sql.startsWith("/*", at)) {
                depth++;
                at++;
            } else if (sql.startsWith("*/", at)) {
                depth--;
                at++;
                if (depth == 0) {
                    return at + 1;
                }
            }
        }
        throw new SqlException("the comment at character " + (start + 1) + " does not end");
    }

    /** Returns where the content of a dollar-quoted string starts, or -1 if the dollar sign means something else. */
    private static int endOfDollarTag(String sql, int start) {
        int at = start + 1;
        if (at < sql.length() && Character.isDigit(sql.charAt(at))) {
            return -1;
        }
        while (at < sql.length() && isWordStart(sql.charAt(at))) {
            at++;
        }
        return at < sql.length() && sql.charAt(at) == '$' ? at + 1 : -1;
    }

    private static boolean isWordStart(char c) {
        return Character.isLetter(c) || c == '_' || c > 0x7f;
    }

    private static boolean isWordPart(char c) {
        return isWordStart(c) || Character.isDigit(c) || c == '$';
    }
}
