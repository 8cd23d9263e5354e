package dev.mimeo.garage.prometheus;

import dev.mimeo.garage.internal.GoEscapes;

/** Texts in quotes of queries, whose escapes are those of Go. */
final class QuotedText {

    private QuotedText() {}

    /** Returns whether a token is a text in quotes. */
    static boolean isQuoted(String token) {
        return !token.isEmpty() && "\"'`".indexOf(token.charAt(0)) >= 0;
    }

    /** Returns what a token in quotes stands for. */
    static String of(String token) throws QueryException {
        String inner = token.substring(1, token.length() - 1);
        if (token.charAt(0) == '`') {
            return inner;
        }
        try {
            return GoEscapes.unescape(inner);
        } catch (IllegalArgumentException e) {
            throw new QueryException(String.valueOf(e.getMessage()), e);
        }
    }
}
