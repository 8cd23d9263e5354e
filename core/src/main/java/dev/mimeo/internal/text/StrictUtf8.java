package dev.mimeo.internal.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The text of bytes that may be in another encoding than UTF-8, or none. Thread-safe. */
public final class StrictUtf8 {

    /** The character that the JDK decodes malformed bytes to, and that a text may have too. */
    private static final char REPLACEMENT = '\ufffd';

    private static final int NON_JOINER = 0x200c;
    private static final int JOINER = 0x200d;

    private StrictUtf8() {}

    /** Returns the text of bytes; null if they are not UTF-8. */
    public static @Nullable String decode(byte[] bytes) {
        return decode(bytes, 0, bytes.length);
    }

    /** Returns the text of a range of bytes; null if they are not UTF-8. */
    public static @Nullable String decode(byte[] bytes, int offset, int length) {
        // The JDK has a faster path for this than for a decoder that reports what is malformed.
        String text = new String(bytes, offset, length, UTF_8);
        return text.indexOf(REPLACEMENT) < 0 || encodes(text, bytes, offset, length) ? text : null;
    }

    /**
     * Returns the text of a range of bytes; null if they are not UTF-8, or have characters that a person would not see, or that change the
     * place of others: control and format characters, such as those of text from right to left, separators of lines, and values without a
     * character. Only the joiners, which some scripts need inside words, are left.
     */
    public static @Nullable String decodeVisible(byte[] bytes, int offset, int length) {
        String text = decode(bytes, offset, length);
        return text != null && text.codePoints().allMatch(StrictUtf8::isVisible) ? text : null;
    }

    private static boolean isVisible(int character) {
        return switch (Character.getType(character)) {
            case Character.FORMAT -> character == NON_JOINER || character == JOINER;
            case Character.CONTROL,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.SURROGATE -> false;
            // Characters of later versions of Unicode are visible to those who have them.
            case Character.UNASSIGNED -> (character & 0xfffe) != 0xfffe && (character < 0xfdd0 || character > 0xfdef);
            default -> true;
        };
    }

    private static boolean encodes(String text, byte[] bytes, int offset, int length) {
        byte[] encoded = text.getBytes(UTF_8);
        return Arrays.equals(encoded, 0, encoded.length, bytes, offset, offset + length);
    }
}
