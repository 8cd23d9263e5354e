package dev.mimeo.integrations.http;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client wants.
 *
 * @param key name of an object, or null for a part of the stream
 * @param seed decides the content
 * @param offset of the first byte in the stream
 * @param size bytes
 */
record DataRequest(@Nullable String key, long seed, long offset, long size) {

    private static final String DATA = "/data";
    private static final String OBJECT = "/object/";

    /**
     * Reads an address, or says what is wrong with it.
     *
     * @param defaultSeed the seed where none is given
     */
    static DataRequest parse(URI uri, long defaultSeed) throws RequestException {
        String path = uri.getPath();
        boolean object = path != null && path.startsWith(OBJECT) && path.length() > OBJECT.length();
        if (path == null || (!object && !path.equals(DATA))) {
            throw new RequestException(404, "nothing here: ask for /data?size=BYTES or /object/KEY?size=BYTES");
        }
        Map<String, String> query = query(uri, object ? List.of("size", "seed") : List.of("size", "seed", "offset"));
        String size = query.get("size");
        if (size == null) {
            throw new RequestException(400, "size is missing: write ?size=BYTES");
        }
        String seed = query.get("seed");
        long offset = number("offset", query.getOrDefault("offset", "0"));
        long bytes = number("size", size);
        if (offset > Long.MAX_VALUE - bytes) {
            throw new RequestException(400, "offset and size together are more than a stream has: 2^63 - 1 bytes");
        }
        return new DataRequest(
                object ? path.substring(OBJECT.length()) : null,
                seed == null ? defaultSeed : seed(seed),
                offset,
                bytes);
    }

    private static Map<String, String> query(URI uri, List<String> known) throws RequestException {
        Map<String, String> values = new HashMap<>();
        String query = uri.getRawQuery();
        if (query == null || query.isEmpty()) {
            return values;
        }
        for (String part : query.split("&")) {
            int equals = part.indexOf('=');
            String name = part.substring(0, Math.max(0, equals));
            if (!known.contains(name)) {
                throw new RequestException(
                        400, "unknown parameter in the query: there are " + String.join(", ", known));
            }
            String value;
            try {
                value = URLDecoder.decode(part.substring(equals + 1), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                throw new RequestException(400, name + " is not encoded as it should be");
            }
            if (values.put(name, value) != null) {
                throw new RequestException(400, name + " is there twice");
            }
        }
        return values;
    }

    private static long number(String name, String value) throws RequestException {
        try {
            long number = Long.parseLong(value);
            if (number >= 0 && Character.isDigit(value.charAt(0))) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new RequestException(400, name + " must be a number of bytes from 0 to 2^63 - 1, in digits");
    }

    private static long seed(String value) throws RequestException {
        try {
            return value.startsWith("-") ? Long.parseLong(value) : Long.parseUnsignedLong(value);
        } catch (NumberFormatException e) {
            throw new RequestException(400, "seed must be a whole number of 64 bits");
        }
    }
}
