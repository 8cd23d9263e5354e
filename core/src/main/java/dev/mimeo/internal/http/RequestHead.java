package dev.mimeo.internal.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The request line and the header fields of a request (RFC 9112, sections 3 and 5).
 *
 * @param method method, in its original case
 * @param target request target as received: percent-encoded, with one character for each byte
 * @param minor minor number of the version, HTTP/1.x
 * @param fields values of the header fields, by the name of the field in lower case
 */
public record RequestHead(String method, String target, int minor, Map<String, List<String>> fields) {

    private static final Pattern REQUEST_LINE = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\\S+) HTTP/1\\.(\\d)");
    private static final Pattern FIELD = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)", Pattern.DOTALL);
    private static final Pattern LOOPBACK =
            Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d{1,5})?", Pattern.CASE_INSENSITIVE);
    private static final Pattern ABSOLUTE = Pattern.compile("http://([^/?]*)(.*)", Pattern.CASE_INSENSITIVE);

    /**
     * Reads the head of the next request.
     *
     * @param in stream at the first byte of a head, buffered because it is read byte by byte; afterwards at the first byte
     *     after the head
     * @param most most bytes of the head. Without a limit one client could fill the memory
     * @return the head, or null if the connection ended before the first line
     * @throws RequestException if this is not a head, or the head is too large; the connection cannot be used any more
     * @throws EOFException if the connection ended inside the header fields
     */
    static @Nullable RequestHead read(InputStream in, int most) throws IOException, RequestException {
        Lines lines = new Lines(in, most);
        String first = lines.next();
        while (first != null && first.isEmpty()) {
            first = lines.next();
        }
        if (first == null) {
            return null;
        }
        Matcher request = REQUEST_LINE.matcher(first);
        if (!request.matches()) {
            throw new RequestException(400, "this is not an HTTP/1.1 request: write GET /PATH HTTP/1.1");
        }
        Map<String, List<String>> fields = new HashMap<>();
        for (String line = lines.next(); ; line = lines.next()) {
            if (line == null) {
                throw new EOFException("the connection ended inside a request");
            }
            if (line.isEmpty()) {
                int minor = Integer.parseInt(request.group(3));
                return new RequestHead(request.group(1), request.group(2), minor, fields);
            }
            Matcher field = FIELD.matcher(line);
            if (!field.matches()) {
                throw new RequestException(400, "a header field is not 'Name: value'");
            }
            fields.computeIfAbsent(field.group(1).toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(field.group(2).strip());
        }
    }

    /** Returns the values of a header field, one for each occurrence; none if it is missing. */
    public List<String> values(String name) {
        return fields.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    /** Returns the first value of a header field, or null if it is missing. */
    public @Nullable String first(String name) {
        List<String> values = values(name);
        return values.isEmpty() ? null : values.get(0);
    }

    /** Returns whether a body in chunks follows. */
    boolean isChunked() {
        return !values("Transfer-Encoding").isEmpty();
    }

    /**
     * Returns the bytes of the body, unless it is in chunks.
     *
     * @throws RequestException if {@code Content-Length} is not one number of at most 18 digits
     */
    long contentLength() throws RequestException {
        List<String> lengths = values("Content-Length");
        if (lengths.isEmpty()) {
            return 0;
        }
        if (lengths.size() > 1 || !lengths.get(0).matches("\\d{1,18}")) {
            throw new RequestException(400, "Content-Length is not a number of bytes");
        }
        return Long.parseLong(lengths.get(0));
    }

    /**
     * Returns the path and the query of what is asked for.
     *
     * @throws RequestException if the header {@code Host} is missing or repeated, or another server than one on the loopback interface is
     *     asked, so that no web page reaches one through a name of its own (DNS rebinding)
     */
    public String localTarget() throws RequestException {
        List<String> hosts = values("Host");
        Matcher absolute = ABSOLUTE.matcher(target);
        if (hosts.size() > 1) {
            throw new RequestException(400, "the header Host is given " + hosts.size() + " times");
        }
        if (absolute.matches()) {
            // The host in the target counts, RFC 9112 section 3.2.2.
            hosts = List.of(absolute.group(1));
        } else if (hosts.isEmpty()) {
            if (minor == 0) {
                return target;
            }
            throw new RequestException(400, "the header Host is missing");
        }
        if (!LOOPBACK.matcher(hosts.get(0)).matches()) {
            throw new RequestException(403, "this server answers to localhost and 127.0.0.1 only");
        }
        return absolute.matches() ? absolute.group(2) : target;
    }

    /** Returns whether the client wants the connection to stay open. */
    boolean keepsAlive() {
        String connection = String.join(",", values("Connection")).toLowerCase(Locale.ROOT);
        return minor == 0 ? connection.contains("keep-alive") : !connection.contains("close");
    }

    /** Reads the lines of a head, and counts their bytes. */
    private static final class Lines {
        private final InputStream in;
        private final int most;
        private int taken;

        Lines(InputStream in, int most) {
            this.in = in;
            this.most = most;
        }

        /**
         * Returns the next line without its end, or null if the stream ends before the end of the line.
         *
         * @throws RequestException if the head is too large
         */
        @Nullable String next() throws IOException, RequestException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            while (true) {
                int b = in.read();
                if (b < 0) {
                    return null;
                }
                if (++taken > most) {
                    throw new RequestException(431, "the head of a request has at most " + most + " bytes");
                }
                if (b == '\n') {
                    break;
                }
                line.write(b);
            }
            String text = line.toString(StandardCharsets.ISO_8859_1);
            return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
        }
    }
}
