package dev.mimeo.query.expression;

/**
 * A word of an expression.
 *
 * @param kind type of the token
 * @param text an operator as written; the digits of a number; the name of a symbol and the content of a string without
 *     escapes
 * @param position position of its first character
 */
record Token(Kind kind, String text, int position) {

    enum Kind {
        NUMBER,
        SYMBOL,
        STRING,
        OPERATOR,
        END
    }

    boolean is(String operator) {
        return kind == Kind.OPERATOR && text.equals(operator);
    }

    boolean isWord(String word) {
        return kind == Kind.SYMBOL && text.equals(word);
    }

    /** Returns the word as an error message names it. */
    String shown() {
        return switch (kind) {
            case END -> "the end";
            case STRING -> "a string";
            default -> "'" + text + "'";
        };
    }
}
