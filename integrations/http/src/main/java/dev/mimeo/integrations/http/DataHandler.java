package dev.mimeo.integrations.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.generate.PayloadSource;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Answers requests. Thread-safe. */
final class DataHandler implements HttpHandler {

    private static final int BUFFER_BYTES = 1 << 16;
    private static final int TAG_BYTES = 16;
    private static final Pattern LOOPBACK =
            Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d{1,5})?", Pattern.CASE_INSENSITIVE);

    private final DataProducer.Builder producers;
    private final DataServer.Settings settings;
    private final StallGuard guard;

    DataHandler(DataProducer.Builder producers, DataServer.Settings settings, StallGuard guard) {
        this.producers = producers;
        this.settings = settings;
        this.guard = guard;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        long start = System.nanoTime();
        String outcome = "failed";
        try (StallGuard.Watch watch = guard.watch();
                exchange) {
            try {
                outcome = answer(exchange, watch) + " bytes";
            } catch (RequestException e) {
                watch.waiting();
                outcome = e.line();
                refuse(exchange, e);
            }
        } catch (IOException e) {
            outcome = "broken off: " + e.getMessage();
            throw e;
        } finally {
            log(exchange, outcome, System.nanoTime() - start);
        }
    }

    private void log(HttpExchange exchange, String outcome, long nanos) {
        settings.log()
                .accept(exchange.getRequestMethod() + " " + exchange.getRequestURI() + ": " + exchange.getResponseCode()
                        + ", " + outcome + ", " + nanos / 1_000_000 + " ms");
    }

    /** Returns how many bytes were sent. */
    private long answer(HttpExchange exchange, StallGuard.Watch watch) throws IOException, RequestException {
        checkHost(exchange);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (!head && !exchange.getRequestMethod().equals("GET")) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            throw new RequestException(405, "only GET and HEAD are answered");
        }
        DataRequest request = DataRequest.parse(exchange.getRequestURI(), settings.seed());
        Headers asked = exchange.getRequestHeaders();
        Headers headers = exchange.getResponseHeaders();
        String tag = tag(request);
        headers.set("ETag", tag);
        headers.set("Accept-Ranges", "bytes");
        if (asked.containsKey("If-Match") && !matches(asked.get("If-Match"), tag)) {
            throw new RequestException(412, "the content has another entity tag");
        }
        if (asked.containsKey("If-None-Match") && matches(asked.get("If-None-Match"), tag)) {
            exchange.sendResponseHeaders(304, -1);
            return 0;
        }
        headers.set("Content-Type", "application/octet-stream");
        String ifRange = asked.getFirst("If-Range");
        String range = asked.getFirst("Range");
        Optional<ByteRange> part = head || range == null || (ifRange != null && !ifRange.equals(tag))
                ? Optional.empty()
                : ByteRange.parse(range, request.size());
        if (part.isPresent()) {
            headers.set("Content-Range", part.get().contentRange(request.size()));
            if (part.get().length() == 0) {
                throw new RequestException(
                        416, "the range lies behind the end, there are " + request.size() + " bytes");
            }
        }
        ByteRange bytes = part.orElse(new ByteRange(0, request.size()));
        int status = part.isPresent() ? 206 : 200;
        if (head || bytes.length() == 0) {
            headers.set("Content-Length", Long.toString(bytes.length()));
            exchange.sendResponseHeaders(status, -1);
            return 0;
        }
        watch.working();
        try (DataProducer producer = producer(request)) {
            String key = request.key();
            if (key != null) {
                producer.seekObject(PayloadSource.keyOf(key));
            }
            long from = (key == null ? request.offset() : producer.position()) + bytes.first();
            if (from < 0 || from > Long.MAX_VALUE - bytes.length()) {
                throw new RequestException(400, "no object is that large");
            }
            producer.seek(from);
            watch.waiting();
            exchange.sendResponseHeaders(status, bytes.length());
            send(producer, bytes.length(), exchange.getResponseBody(), watch);
        } catch (UncheckedIOException e) {
            if (exchange.getResponseCode() >= 0) {
                throw e.getCause();
            }
            throw new RequestException(500, "the characterization cannot be read: " + e.getMessage());
        }
        return bytes.length();
    }

    private DataProducer producer(DataRequest request) throws IOException {
        synchronized (producers) {
            return producers.seed(request.seed()).build();
        }
    }

    private static void send(DataProducer producer, long length, OutputStream out, StallGuard.Watch watch)
            throws IOException {
        byte[] buffer = new byte[(int) Math.min(length, BUFFER_BYTES)];
        long left = length;
        while (left > 0) {
            int part = (int) Math.min(left, buffer.length);
            watch.working();
            producer.fill(buffer, 0, part);
            watch.waiting();
            out.write(buffer, 0, part);
            left -= part;
        }
    }

    private static void refuse(HttpExchange exchange, RequestException e) throws IOException {
        byte[] text = (e.line() + "\n").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(text.length));
            exchange.sendResponseHeaders(e.status(), -1);
            return;
        }
        exchange.sendResponseHeaders(e.status(), text.length);
        exchange.getResponseBody().write(text);
    }

    private static void checkHost(HttpExchange exchange) throws RequestException {
        List<String> hosts = exchange.getRequestHeaders().get("Host");
        if (hosts == null) {
            if (exchange.getProtocol().equals("HTTP/1.0")) {
                return;
            }
            throw new RequestException(400, "the header Host is missing");
        }
        if (hosts.size() != 1 || !LOOPBACK.matcher(hosts.get(0)).matches()) {
            throw new RequestException(403, "this server answers to localhost and 127.0.0.1 only");
        }
    }

    /** Returns the entity tag of what is asked for, whatever part of it. */
    private String tag(DataRequest request) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
        String kind = request.key() == null ? "stream" : "object " + request.key();
        for (Object part : List.of(settings.version(), request.seed(), request.offset(), request.size(), kind)) {
            digest.update((part + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return '"' + HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), TAG_BYTES)) + '"';
    }

    private static boolean matches(List<String> headers, String tag) {
        return headers.stream()
                .flatMap(header -> Arrays.stream(header.split(",")))
                .map(String::strip)
                .anyMatch(each -> each.equals("*") || each.equals(tag) || each.equals("W/" + tag));
    }
}
