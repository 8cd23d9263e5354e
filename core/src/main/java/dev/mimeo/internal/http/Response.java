package dev.mimeo.internal.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answer to one request, RFC 9112. For one thread. */
public final class Response {

    private static final Map<Integer, String> REASONS = Map.ofEntries(
            Map.entry(200, "OK"),
            Map.entry(204, "No Content"),
            Map.entry(206, "Partial Content"),
            Map.entry(304, "Not Modified"),
            Map.entry(400, "Bad Request"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(412, "Precondition Failed"),
            Map.entry(416, "Range Not Satisfiable"),
            Map.entry(422, "Unprocessable Content"),
            Map.entry(431, "Request Header Fields Too Large"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(503, "Service Unavailable"));

    private final OutputStream out;
    private final boolean headOnly;
    private final Map<String, String> fields = new LinkedHashMap<>();
    private final @Nullable RequestBody body;
    private boolean last;
    private int status;

    /** Makes the answer to a request that cannot be read, with which the connection ends. */
    static Response ofUnknownRequest(OutputStream out) {
        return new Response(out, false, true, null);
    }

    /**
     * @param headOnly whether the request was HEAD
     * @param last whether the connection ends with this answer
     * @param body the body of the request; the connection ends, too, if it was not read to its end
     */
    Response(OutputStream out, boolean headOnly, boolean last, @Nullable RequestBody body) {
        this.out = out;
        this.headOnly = headOnly;
        this.last = last;
        this.body = body;
    }

    /** Sets a header field. */
    public void set(String name, String value) {
        fields.put(name, value);
    }

    /** Says that the connection ends with this answer. */
    public void endConnection() {
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
    public byte[] head(int code) {
        status = code;
        last |= body != null && !body.isDone();
        StringBuilder head = new StringBuilder("HTTP/1.1 " + code + " " + REASONS.getOrDefault(code, "") + "\r\nDate: "
                + DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)) + "\r\n");
        fields.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Connection: ").append(last ? "close" : "keep-alive").append("\r\n\r\n");
        return head.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Sends an answer without a body. */
    public void sendEmpty(int code) throws IOException {
        out.write(head(code));
    }

    /** Sends the one line that an error is; with {@code HEAD} only what it would be. */
    void sendError(RequestException error) throws IOException {
        send(error.status(), "text/plain; charset=utf-8", error.line() + "\n");
    }

    /** Sends a text; with {@code HEAD} only its head. Returns the bytes of the text that were sent. */
    public long send(int code, String contentType, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        fields.put("Content-Type", contentType);
        fields.put("Content-Length", Integer.toString(body.length));
        byte[] head = head(code);
        int length = headOnly ? 0 : body.length;
        byte[] all = Arrays.copyOf(head, head.length + length);
        System.arraycopy(body, 0, all, head.length, length);
        out.write(all);
        return length;
    }
}
