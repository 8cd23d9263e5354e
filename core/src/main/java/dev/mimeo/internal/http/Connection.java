package dev.mimeo.internal.http;

import dev.mimeo.internal.text.Failures;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of one client, one after the other. Whatever goes wrong ends the connection and nothing else. For one
 * thread.
 */
final class Connection implements Runnable {

    /** Bytes that are sent at a time, with room for a head. */
    static final int BUFFER_BYTES = 64 << 10;

    /**
     * Longest time in which a client must send a request, from its first byte or the beginning of the connection on.
     */
    private static final Duration REQUEST = Duration.ofSeconds(10);

    /** Time for which a connection is kept for another request. */
    private static final Duration IDLE = Duration.ofSeconds(30);

    /** Longest time that the client may take to close the connection, or to notice that it is closed. */
    private static final Duration LINGER = Duration.ofSeconds(2);

    /** Time that a refused client should wait, in seconds: by then, connections that only wait have been closed. */
    private static final String RETRY = Long.toString(HttpListener.PRESSED.toSeconds());

    private final Socket socket;
    private final Settings settings;
    private final StallGuard.Watch watch;
    private final @Nullable String refusal;

    /** Whether the last request was read to its end before it was answered. */
    private boolean isWhole;

    /**
     * The settings of all connections of a server.
     *
     * @param maxHead most bytes of the head of a request
     * @param stall longest time for which a client may read nothing
     * @param requests is told of each request, in a line
     */
    record Settings(RequestHandler handler, int maxHead, Duration stall, Consumer<String> requests) {}

    /** @param refusal answer to the first request, or null to answer it */
    Connection(Socket socket, Settings settings, StallGuard guard, @Nullable String refusal) {
        this.socket = socket;
        this.settings = settings;
        this.refusal = refusal;
        watch = guard.watch(socket);
        if (refusal == null) {
            // From now on, as another client may want the place before there is a thread.
            watch.startReading();
            watch.idle(REQUEST);
        }
    }

    /** Ends a connection that will not run. */
    void drop() {
        watch.close();
    }

    @Override
    public void run() {
        try (Socket connection = socket) {
            connection.setTcpNoDelay(true);
            if (refusal != null) {
                watch.waiting(LINGER);
            }
            InputStream in = new BufferedInputStream(new ClientInput(connection.getInputStream()), 4096);
            OutputStream out = connection.getOutputStream();
            byte @Nullable [] buffer = refusal == null ? new byte[BUFFER_BYTES] : null;
            while (exchange(in, out, buffer)) {
                watch.idle(IDLE);
                in.mark(1);
                if (in.read() < 0) {
                    return;
                }
                in.reset();
                watch.idle(REQUEST);
            }
            if (refusal != null && isWhole && in.available() == 0) {
                // Others wait to be refused, and nothing is unread.
                return;
            }
            // Closed with unread data the connection would be reset, and the answer perhaps lost.
            watch.waiting(LINGER);
            connection.shutdownOutput();
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The client is gone or was cut off; the answer it concerned was logged.
        } catch (Throwable e) {
            log("a connection failed: " + e);
        } finally {
            watch.close();
        }
    }

    /** Says when bytes are waited for. */
    private final class ClientInput extends FilterInputStream {
        ClientInput(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            watch.startReading();
            int count = super.read(target, offset, length);
            watch.endReading();
            return count;
        }
    }

    /** Answers the next request; returns whether the connection stays open. */
    private boolean exchange(InputStream in, OutputStream out, byte @Nullable [] buffer) throws IOException {
        RequestHead request = null;
        Response response = Response.ofUnknownRequest(out);
        long start = System.nanoTime();
        String outcome = "failed";
        try {
            request = RequestHead.read(in, settings.maxHead());
            if (request == null) {
                return false;
            }
            start = System.nanoTime();
            RequestBody body = new RequestBody(request, in, out);
            isWhole = body.isDone();
            boolean last = buffer == null || !request.keepsAlive();
            response = new Response(out, request.method().equals("HEAD"), last, body);
            if (body.isDone()) {
                watch.waiting(settings.stall());
            }
            if (buffer == null) {
                response.set("Retry-After", RETRY);
                throw new RequestException(503, String.valueOf(refusal));
            }
            outcome = settings.handler().answer(new RequestExchange(request, body, response, out, buffer, watch))
                    + " bytes";
        } catch (RequestException e) {
            outcome = refuse(response, e);
        } catch (IOException e) {
            outcome = "broken off: " + (watch.expired() ? "the client was waited for too long" : e.getMessage());
            throw e;
        } catch (Throwable e) {
            outcome = "failed: " + e;
            if (response.status() != 0) {
                throw e;
            }
            response.endConnection();
            Throwable cause = e instanceof UncheckedIOException ? Objects.requireNonNullElse(e.getCause(), e) : e;
            refuse(response, new RequestException(500, "the request cannot be answered: " + Failures.reason(cause)));
        } finally {
            if (request != null || response.status() != 0) {
                String what = request == null ? "not a request" : request.method() + " " + request.target();
                long millis = (System.nanoTime() - start) / 1_000_000;
                log(what + ": " + response.status() + ", " + outcome + ", " + millis + " ms");
            }
        }
        return !response.isLast();
    }

    private String refuse(Response response, RequestException e) throws IOException {
        watch.waiting(settings.stall());
        response.sendError(e);
        return e.line();
    }

    private void log(String line) {
        log(settings.requests(), line);
    }

    /** Tells the listener something; an error of its own does not end what is told. */
    static void log(Consumer<String> listener, String line) {
        try {
            listener.accept(line);
        } catch (RuntimeException e) {
            // There is nobody else to tell.
        }
    }
}
