package dev.mimeo.garage.internal;

import dev.mimeo.internal.text.StrictUtf8;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The escapes of texts in quotes of Go (The Go Programming Language Specification, "Rune literals"). For one text. */
public final class GoEscapes {

    private static final String LETTERS = "abfnrtv\\\"'";

    private static final String MEANINGS = "\u0007\b\f\n\r\t\u000b\\\"'";

    private static final int MAX_SHOWN = 40;

    private final String text;

    private int at;

    /** Bytes in UTF-8, as escapes of bytes may be parts of a character. */
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private GoEscapes(String text) {
        this.text = text;
    }

    /**
     * Returns what a text stands for.
     *
     * @param text what is between the quotes
     * @throws IllegalArgumentException if an escape is wrong; the message is one line
     */
    public static String unescape(String text) {
        return text.indexOf('\\') < 0 ? text : new GoEscapes(text).unescaped();
    }

    private String unescaped() {
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
            throw new IllegalArgumentException("the bytes of '" + shown(text) + "' are not UTF-8");
        }
        return unescaped;
    }

    /** Reads what follows a backslash. */
    private void escape() {
        char kind = at < text.length() ? text.charAt(at++) : ' ';
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
                    throw new IllegalArgumentException(
                            "escape '\\" + shown(String.valueOf(kind)) + "' is not supported");
                }
                bytes.write(MEANINGS.charAt(letter));
            }
        }
    }

    private void append(int codePoint) {
        bytes.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
    }

    private int character(int digits) {
        int codePoint = checked(number(digits, 16), Character.MAX_CODE_POINT);
        return Character.getType(codePoint) == Character.SURROGATE ? checked(-1, 0) : codePoint;
    }

    private int number(int digits, int radix) {
        int value = 0;
        for (int end = at + digits; at < end; at++) {
            char c = at < text.length() ? text.charAt(at) : ' ';
            value = value * radix + checked(c < 128 ? Character.digit(c, radix) : -1, radix);
        }
        return value;
    }

    private int checked(int value, int most) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException("an escape of '" + shown(text) + "' is wrong");
        }
        return value;
    }

    private static String shown(String text) {
        return (text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text).replaceAll("\\p{Cntrl}", " ");
    }
}
