package dev.mimeo.internal.http;

import java.io.InputStream;
import java.io.OutputStream;

/** A request and what its answer is made with. For one thread. */
public final class RequestExchange {

    private final RequestHead request;
    private final InputStream body;
    private final Response response;
    private final OutputStream out;
    private final byte[] buffer;
    private final StallGuard.Watch watch;

    RequestExchange(
            RequestHead request,
            InputStream body,
            Response response,
            OutputStream out,
            byte[] buffer,
            StallGuard.Watch watch) {
        this.request = request;
        this.body = body;
        this.response = response;
        this.out = out;
        this.buffer = buffer;
        this.watch = watch;
    }

    /** Returns the head of the request. */
    public RequestHead request() {
        return request;
    }

    /** Returns the body of the request, empty if it has none; if it is not read to its end, the connection ends with the answer. */
    public InputStream body() {
        return body;
    }

    /** Returns the head of the answer. */
    public Response response() {
        return response;
    }

    /** Returns what receives the body of the answer. */
    public OutputStream out() {
        return out;
    }

    /** Returns the buffer of the connection, {@value Connection#BUFFER_BYTES} bytes, more than a head. */
    public byte[] buffer() {
        return buffer;
    }

    /** Returns what is told when the client is waited for. */
    public StallGuard.Watch watch() {
        return watch;
    }

    /** Returns whether the request is {@code HEAD}, whose answer has no body. */
    public boolean isHead() {
        return request.method().equals("HEAD");
    }
}
