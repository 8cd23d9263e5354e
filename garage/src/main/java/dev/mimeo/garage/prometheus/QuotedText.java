package dev.mimeo.garage.prometheus;

import dev.mimeo.internal.text.StrictUtf8;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Texts in quotes of queries, whose escapes are those of Go (The Go Programming Language Specification, "Rune literals"). */
final class QuotedText {

    private static final String LETTERS = "abfnrtv\\\"'";

    private static final String MEANINGS = "\u0007\b\f\n\r\t\u000b\\\"'";

    private final String text;

    private int at;

    /** Bytes in UTF-8, as escapes of bytes may be parts of a character. */
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** @param text what is between the quotes */
    private QuotedText(String text) {
        this.text = text;
    }

    /** Returns whether a token is a text in quotes. */
    static boolean isQuoted(String token) {
        return !token.isEmpty() && "\"'`".indexOf(token.charAt(0)) >= 0;
    }

    /** Returns what a token in quotes stands for. */
    static String of(String token) throws QueryException {
        String inner = token.substring(1, token.length() - 1);
        return token.charAt(0) == '`' ? inner : new QuotedText(inner).unescaped();
    }

    private String unescaped() throws QueryException {
        while (at < text.length()) {
            int c = text.codePointAt(at);
            at += Character.charCount(c);
            if (c == '\\') {
                escape();
            } else {
                append(c);
            }
        }
        String unescaped = StrictUtf8.decode(bytes.toByteArray());
        if (unescaped == null) {
            throw new QueryException("the bytes of '" + QueryTokens.shown(text) + "' are not UTF-8");
        }
        return unescaped;
    }

    /** Reads what follows a backslash. */
    private void escape() throws QueryException {
        char kind = text.charAt(at++);
        switch (kind) {
            case 'x' -> bytes.write(number(2, 16));
            case 'u' -> append(character(4));
            case 'U' -> append(character(8));
            case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                at--;
                bytes.write(checked(number(3, 8), 0xff));
            }
            default -> {
                int letter = LETTERS.indexOf(kind);
                if (letter < 0) {
                    throw new QueryException(
                            "escape '\\" + QueryTokens.shown(String.valueOf(kind)) + "' is not supported");
                }
                bytes.write(MEANINGS.charAt(letter));
            }
        }
    }

    private void append(int codePoint) {
        bytes.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
    }

    private int character(int digits) throws QueryException {
        int codePoint = checked(number(digits, 16), Character.MAX_CODE_POINT);
        return Character.getType(codePoint) == Character.SURROGATE ? checked(-1, 0) : codePoint;
    }

    private int number(int digits, int radix) throws QueryException {
        int value = 0;
        for (int end = at + digits; at < end; at++) {
            char c = at < text.length() ? text.charAt(at) : ' ';
            value = value * radix + checked(c < 128 ? Character.digit(c, radix) : -1, radix);
        }
        return value;
    }

    private int checked(int value, int most) throws QueryException {
        if (value < 0 || value > most) {
            throw new QueryException("an escape of '" + QueryTokens.shown(text) + "' is wrong");
        }
        return value;
    }
}
