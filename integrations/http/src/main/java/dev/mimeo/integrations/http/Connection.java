package dev.mimeo.integrations.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
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
    private static final String RETRY = Long.toString(StallGuard.PRESSED.toSeconds());

    private final Socket socket;
    private final DataHandler handler;
    private final DataServer.Settings settings;
    private final StallGuard guard;
    private final @Nullable String refusal;

    /** @param refusal answer to each request instead of data, or null to answer it */
    Connection(
            Socket socket,
            DataHandler handler,
            DataServer.Settings settings,
            StallGuard guard,
            @Nullable String refusal) {
        this.socket = socket;
        this.handler = handler;
        this.settings = settings;
        this.guard = guard;
        this.refusal = refusal;
    }

    @Override
    public void run() {
        try (Socket connection = socket;
                StallGuard.Watch watch = guard.watch(connection)) {
            connection.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(connection.getInputStream(), 4096);
            OutputStream out = connection.getOutputStream();
            byte @Nullable [] buffer = refusal == null ? new byte[BUFFER_BYTES] : null;
            watch.waiting(refusal == null ? REQUEST : LINGER);
            while (exchange(in, out, buffer, watch)) {
                watch.waiting(IDLE);
                in.mark(1);
                if (in.read() < 0) {
                    return;
                }
                in.reset();
                watch.waiting(REQUEST);
            }
            // Closed with unread data the connection would be reset, and the answer perhaps lost.
            watch.waiting(LINGER);
            connection.shutdownOutput();
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The client is gone or was cut off; the answer it concerned was logged.
        } catch (Throwable e) {
            log("a connection failed: " + e);
        }
    }

    /** Answers the next request; returns whether the connection stays open. */
    private boolean exchange(InputStream in, OutputStream out, byte @Nullable [] buffer, StallGuard.Watch watch)
            throws IOException {
        RequestHead request = null;
        Response response = new Response(out, false, true);
        long start = System.nanoTime();
        String outcome = "failed";
        try {
            request = RequestHead.read(in);
            if (request == null) {
                return false;
            }
            watch.waiting(settings.stall());
            start = System.nanoTime();
            boolean last = request.hasBody() || buffer == null || !request.keepsAlive();
            response = new Response(out, request.method().equals("HEAD"), last);
            if (buffer == null) {
                response.set("Retry-After", RETRY);
                throw new RequestException(503, String.valueOf(refusal));
            }
            outcome = handler.answer(request, response, out, buffer, watch) + " bytes";
        } catch (RequestException e) {
            outcome = refuse(response, e, watch);
        } catch (IOException e) {
            outcome = "broken off: " + (watch.expired() ? "the client was waited for too long" : e.getMessage());
            throw e;
        } catch (Throwable e) {
            outcome = "failed: " + e;
            if (response.status() != 0) {
                throw e;
            }
            response.endConnection();
            refuse(response, new RequestException(500, "the data cannot be generated: " + e.getMessage()), watch);
        } finally {
            if (request != null || response.status() != 0) {
                String what = request == null ? "not a request" : request.method() + " " + request.target();
                long millis = (System.nanoTime() - start) / 1_000_000;
                log(what + ": " + response.status() + ", " + outcome + ", " + millis + " ms");
            }
        }
        return !response.isLast();
    }

    private String refuse(Response response, RequestException e, StallGuard.Watch watch) throws IOException {
        watch.waiting(settings.stall());
        response.sendError(e);
        return e.line();
    }

    private void log(String line) {
        log(settings, line);
    }

    /** Tells the listener something; an error of its own does not end what is told. */
    static void log(DataServer.Settings settings, String line) {
        try {
            settings.log().accept(line);
        } catch (RuntimeException e) {
            // There is nobody else to tell.
        }
    }
}
