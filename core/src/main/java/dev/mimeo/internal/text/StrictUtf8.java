package dev.mimeo.internal.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The text of bytes that may be in another encoding than UTF-8, or none. Thread-safe. */
public final class StrictUtf8 {

    /** The character that the JDK decodes malformed bytes to, and that a text may have too. */
    private static final char REPLACEMENT = '\ufffd';

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

    private static boolean encodes(String text, byte[] bytes, int offset, int length) {
        byte[] encoded = text.getBytes(UTF_8);
        return Arrays.equals(encoded, 0, encoded.length, bytes, offset, offset + length);
    }
}
