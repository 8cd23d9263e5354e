package dev.mimeo.internal.http;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.bytes.BulkInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request: of a known length, or in chunks (RFC 9112, sections 6 and 7.1). Reads nothing beyond its end, and keeps nothing
 * itself. A client that waits for permission to send it gets that with the first read. For one thread.
 */
final class RequestBody extends BulkInputStream {

    /** A line before a chunk, or after the last one, has at most as many bytes. */
    private static final int MAX_LINE_BYTES = 256;

    private static final int MAX_TRAILERS = 100;

    private final InputStream in;
    private final @Nullable OutputStream permission;
    private final boolean isChunked;
    private long left;
    private boolean isStarted;
    private boolean isDone;

    /**
     * @param in at the first byte after the head
     * @param out for the permission to send, if the client waits for it
     * @throws RequestException if the head does not say where the body ends
     */
    RequestBody(RequestHead head, InputStream in, OutputStream out) throws RequestException {
        this.in = in;
        isChunked = head.isChunked();
        left = isChunked ? 0 : head.contentLength();
        isDone = !isChunked && left == 0;
        permission = "100-continue".equalsIgnoreCase(head.first("Expect")) ? out : null;
    }

    /** Returns whether the body was read to its end, so that the next request follows. */
    boolean isDone() {
        return isDone;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (isDone) {
            return -1;
        }
        if (!isStarted && permission != null) {
            permission.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        if (left == 0 && !nextChunk()) {
            return -1;
        }
        isStarted = true;
        int count = in.read(target, offset, (int) Math.min(length, left));
        if (count < 0) {
            throw new EOFException("the connection ended inside the body of a request");
        }
        left -= count;
        isDone = !isChunked && left == 0;
        return count;
    }

    /** Reads up to the first byte of the next chunk; returns whether there is one. */
    private boolean nextChunk() throws IOException {
        if (isStarted && !line().isEmpty()) {
            throw new MimeoException(Reason.CORRUPT, "a chunk of a request is longer than it says");
        }
        String size = line().split(";", 2)[0].strip();
        if (!size.matches("[0-9A-Fa-f]{1,15}")) {
            throw new MimeoException(Reason.CORRUPT, "the length of a chunk of a request is not a hexadecimal number");
        }
        left = Long.parseLong(size, 16);
        if (left > 0) {
            return true;
        }
        for (int trailers = 0; !line().isEmpty(); trailers++) {
            if (trailers == MAX_TRAILERS) {
                throw new MimeoException(
                        Reason.CORRUPT, "more than " + MAX_TRAILERS + " fields follow the body of a request");
            }
        }
        isDone = true;
        return false;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0 || line.length() == MAX_LINE_BYTES) {
                throw new MimeoException(Reason.CORRUPT, "the body of a request is not in chunks");
            }
            if (b != '\r') {
                line.append((char) b);
            }
        }
        return line.toString();
    }
}
