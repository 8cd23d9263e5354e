package dev.mimeo.integrations.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Percent-encoded text, RFC 3986 section 2.1. */
final class PercentEncoding {

    private PercentEncoding() {}

    /**
     * Decodes a part of a target.
     *
     * @param name of the part, for messages
     * @param text a character for each byte, as it came
     * @throws RequestException if a percent sign is not followed by two digits, or the bytes are not UTF-8
     */
    static String decode(String name, String text) throws RequestException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '%') {
                bytes.write(c);
                continue;
            }
            int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
            int low = i + 2 < text.length() ? Character.digit(text.charAt(i + 2), 16) : -1;
            if (high < 0 || low < 0) {
                throw new RequestException(
                        400, name + ": % is not followed by two hexadecimal digits; write %25 for a percent sign");
            }
            bytes.write(high << 4 | low);
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new RequestException(400, name + ": is not UTF-8");
        }
    }
}
