package dev.mimeo.integrations.http;

import dev.mimeo.internal.http.RequestException;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Seeds;
import dev.mimeo.internal.text.StrictUtf8;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The data that a client asks for.
 *
 * @param key name of an object, or null for a part of the stream
 * @param seed decides the content
 * @param offset offset of the first byte in the stream
 * @param size bytes
 */
record DataRequest(@Nullable String key, long seed, long offset, long size) {

    private static final String DATA = "/data";
    private static final String OBJECT = "/object/";

    /**
     * Reads a target: a path and a query.
     *
     * @param target as it came, a character for each byte
     * @param defaultSeed the seed where none is given
     * @throws RequestException that says what is wrong with it
     */
    static DataRequest parse(String target, long defaultSeed) throws RequestException {
        int mark = target.indexOf('?');
        String path = decode("path", mark < 0 ? target : target.substring(0, mark));
        boolean object = path.startsWith(OBJECT) && path.length() > OBJECT.length();
        if (!object && !path.equals(DATA)) {
            throw new RequestException(404, "not found: request /data?size=BYTES or /object/KEY?size=BYTES");
        }
        Map<String, String> query = query(
                mark < 0 ? "" : target.substring(mark + 1),
                object ? List.of("size", "seed") : List.of("size", "seed", "offset"));
        String size = query.get("size");
        if (size == null) {
            throw new RequestException(400, "size is missing: write ?size=BYTES");
        }
        String seed = query.get("seed");
        long offset = number("offset", query.getOrDefault("offset", "0"), ByteSizes::parse);
        long bytes = number("size", size, ByteSizes::parse);
        if (offset > Long.MAX_VALUE - bytes) {
            throw new RequestException(400, "offset and size together exceed the 2^63 - 1 bytes of a stream");
        }
        return new DataRequest(
                object ? path.substring(OBJECT.length()) : null,
                seed == null ? defaultSeed : number("seed", seed, Seeds::parse),
                offset,
                bytes);
    }

    private static Map<String, String> query(String query, List<String> known) throws RequestException {
        Map<String, String> values = new HashMap<>();
        if (query.isEmpty()) {
            return values;
        }
        for (String part : query.split("&")) {
            int equals = part.indexOf('=');
            String name = part.substring(0, Math.max(0, equals));
            if (!known.contains(name)) {
                throw new RequestException(
                        400, "unknown parameter in the query: there are " + String.join(", ", known));
            }
            String value = decode(name, part.substring(equals + 1).replace('+', ' '));
            if (values.put(name, value) != null) {
                throw new RequestException(400, name + " is given twice");
            }
        }
        return values;
    }

    private static long number(String name, String value, ToLongFunction<String> parser) throws RequestException {
        try {
            return parser.applyAsLong(value);
        } catch (IllegalArgumentException e) {
            throw new RequestException(400, name + ": " + e.getMessage());
        }
    }

    /**
     * Decodes percent-encoded text, RFC 3986 section 2.1.
     *
     * @param name name of the part, for messages
     * @param text a character for each byte, as it came
     * @throws RequestException if a percent sign is not followed by two digits, or the bytes are not UTF-8
     */
    private static String decode(String name, String text) throws RequestException {
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
        String decoded = StrictUtf8.decode(bytes.toByteArray());
        if (decoded == null) {
            throw new RequestException(400, name + ": is not UTF-8");
        }
        return decoded;
    }
}
