package dev.mimeo.integrations.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;

/** The answer to one request, RFC 9112. For one thread. */
final class Response {

    private static final Map<Integer, String> REASONS = Map.ofEntries(
            Map.entry(200, "OK"),
            Map.entry(206, "Partial Content"),
            Map.entry(304, "Not Modified"),
            Map.entry(400, "Bad Request"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(412, "Precondition Failed"),
            Map.entry(416, "Range Not Satisfiable"),
            Map.entry(431, "Request Header Fields Too Large"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(503, "Service Unavailable"));

    private final OutputStream out;
    private final boolean headOnly;
    private final Map<String, String> fields = new LinkedHashMap<>();
    private boolean last;
    private int status;

    /**
     * @param headOnly whether the request was HEAD
     * @param last whether the connection ends with this answer
     */
    Response(OutputStream out, boolean headOnly, boolean last) {
        this.out = out;
        this.headOnly = headOnly;
        this.last = last;
    }

    /** Sets a header field. */
    void set(String name, String value) {
        fields.put(name, value);
    }

    /** Says that the connection ends with this answer. */
    void endConnection() {
        last = true;
    }

    /** Returns whether the connection ends with this answer. */
    boolean isLast() {
        return last;
    }

    /** Returns the status that was sent, or 0 while none was. */
    int status() {
        return status;
    }

    /** Returns the head of an answer as bytes; they count as sent. */
    byte[] head(int code) {
        status = code;
        StringBuilder head = new StringBuilder("HTTP/1.1 " + code + " " + REASONS.getOrDefault(code, "") + "\r\nDate: "
                + DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)) + "\r\n");
        fields.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Connection: ").append(last ? "close" : "keep-alive").append("\r\n\r\n");
        return head.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Sends an answer without a body. */
    void sendEmpty(int code) throws IOException {
        out.write(head(code));
    }

    /** Sends the one line that an error is; with {@code HEAD} only what it would be. */
    void sendError(RequestException error) throws IOException {
        byte[] text = (error.line() + "\n").getBytes(StandardCharsets.UTF_8);
        fields.put("Content-Type", "text/plain; charset=utf-8");
        fields.put("Content-Length", Integer.toString(text.length));
        byte[] head = head(error.status());
        byte[] all = new byte[head.length + (headOnly ? 0 : text.length)];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(text, 0, all, head.length, all.length - head.length);
        out.write(all);
    }
}
