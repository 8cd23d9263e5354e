package dev.mimeo.garage.prometheus;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Texts in quotes of queries, whose escapes are those of Go (The Go Programming Language Specification, "Rune literals"). */
final class QuotedText {

    private static final String LETTERS = "abfnrtv\\\"'";

    private static final String MEANINGS = "\u0007\b\f\n\r\t\u000b\\\"'";

    private QuotedText() {}

    /** Returns whether a token is a text in quotes. */
    static boolean isQuoted(String token) {
        return !token.isEmpty() && "\"'`".indexOf(token.charAt(0)) >= 0;
    }

    /** Returns what a token in quotes stands for. */
    static String of(String token) throws QueryException {
        String inner = token.substring(1, token.length() - 1);
        if (token.charAt(0) == '`' || inner.indexOf('\\') < 0) {
            return inner;
        }
        // Escapes of bytes may be parts of a character.
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < inner.length(); ) {
            int c = inner.codePointAt(i);
            i += Character.charCount(c);
            if (c != '\\') {
                append(bytes, c);
                continue;
            }
            char kind = inner.charAt(i);
            int digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 3;
            boolean isOctal = kind >= '0' && kind <= '7';
            if (isOctal || digits != 3) {
                int from = isOctal ? i : i + 1;
                int value = number(inner, from, digits, isOctal ? 8 : 16);
                i = from + digits;
                if (isOctal || kind == 'x') {
                    bytes.write(checked(value, value < 256, inner));
                } else {
                    append(bytes, checked(value, Character.isValidCodePoint(value) && !isSurrogate(value), inner));
                }
            } else if (LETTERS.indexOf(kind) >= 0) {
                bytes.write(MEANINGS.charAt(LETTERS.indexOf(kind)));
                i++;
            } else {
                throw new QueryException(
                        "escape '\\" + QueryTokens.shown(inner.substring(i, i + 1)) + "' is not supported");
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new QueryException("the bytes of " + QueryTokens.shown(token) + " are not UTF-8");
        }
    }

    private static void append(ByteArrayOutputStream bytes, int codePoint) {
        bytes.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private static int number(String text, int from, int digits, int radix) throws QueryException {
        int value = 0;
        for (int i = from; i < from + digits; i++) {
            int digit = i < text.length() ? Character.digit(text.charAt(i), radix) : -1;
            value = value * radix + checked(digit, digit >= 0 && text.charAt(i) < 128, text);
        }
        return value;
    }

    private static int checked(int value, boolean isValid, String text) throws QueryException {
        if (!isValid) {
            throw new QueryException("an escape of '" + QueryTokens.shown(text) + "' is wrong");
        }
        return value;
    }
}
