package dev.mimeo.query.expression;

/** Splits an expression into words; linear in its length. */
final class Lexer {

    private static final String ESCAPES = "\\\"frnbtv";
    private static final String ESCAPED = "\\\"\f\r\n\b\t\u000b";

    private static final String[] OPERATORS = {
        "&&", "||", "==", "!=", "<=", ">=", "=~", "+", "-", "*", "/", "(", ")", ",", "!", "<", ">"
    };

    private final String text;
    private int at;

    Lexer(String text) {
        this.text = text;
    }

    Token next() {
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
        if (at == text.length()) {
            return new Token(Token.Kind.END, "", at);
        }
        char first = text.charAt(at);
        if (isDigit(first)) {
            return number();
        }
        if (isLetter(text.codePointAt(at)) || first == '\\') {
            return symbol();
        }
        if (first == '"') {
            return string();
        }
        for (String operator : OPERATORS) {
            if (text.startsWith(operator, at)) {
                int start = at;
                at += operator.length();
                return new Token(Token.Kind.OPERATOR, operator, start);
            }
        }
        throw error(
                at,
                "'" + text.substring(at, text.offsetByCodePoints(at, 1)) + "' is not an operator"
                        + (first == '=' ? ": write == or =~" : ""));
    }

    private Token number() {
        int start = at;
        skipDigits();
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            if (at == text.length() || !isDigit(text.charAt(at))) {
                throw error(at, "a digit is expected after the point");
            }
            skipDigits();
        }
        int exponent = at;
        if (at < text.length() && (text.charAt(at) | 0x20) == 'e') {
            at++;
            if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
                at++;
            }
            if (at == text.length() || !isDigit(text.charAt(at))) {
                throw error(exponent, "the exponent has no digits");
            }
            skipDigits();
        }
        return new Token(Token.Kind.NUMBER, text.substring(start, at), start);
    }

    private void skipDigits() {
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
    }

    private Token symbol() {
        int start = at;
        StringBuilder name = new StringBuilder();
        while (at < text.length()) {
            if (text.charAt(at) == '\\') {
                at++;
                if (at == text.length()) {
                    throw error(at - 1, "a character is expected after the backslash");
                }
            } else if (!isOfName(text.codePointAt(at))) {
                break;
            }
            int character = text.codePointAt(at);
            name.appendCodePoint(character);
            at += Character.charCount(character);
        }
        return new Token(Token.Kind.SYMBOL, name.toString(), start);
    }

    private Token string() {
        int start = at;
        at++;
        StringBuilder content = new StringBuilder();
        while (at < text.length()) {
            char next = text.charAt(at);
            at++;
            if (next == '"') {
                return new Token(Token.Kind.STRING, content.toString(), start);
            }
            if (next == '\\') {
                int escape = at < text.length() ? ESCAPES.indexOf(text.charAt(at)) : -1;
                if (escape < 0) {
                    throw error(at - 1, "unknown escape: there are \\\\ \\\" \\f \\r \\n \\b \\t \\v");
                }
                next = ESCAPED.charAt(escape);
                at++;
            }
            content.append(next);
        }
        throw error(start, "the string has no closing quote");
    }

    private ExpressionException error(int position, String problem) {
        return new ExpressionException(text, position, problem);
    }

    private static boolean isSpace(char character) {
        return character == ' ' || (character >= '\t' && character <= '\r');
    }

    private static boolean isDigit(int character) {
        return character >= '0' && character <= '9';
    }

    /** Returns whether a character may begin a name. Of other scripts than that of ASCII, marks and digits may do so too. */
    private static boolean isLetter(int character) {
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || character == '_'
                || (character > 0x7f && Character.isUnicodeIdentifierPart(character));
    }

    private static boolean isOfName(int character) {
        return isLetter(character) || isDigit(character) || character == '.' || character == ':';
    }
}
