package dev.mimeo.garage.prometheus;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.http.HttpListener;
import dev.mimeo.internal.http.RequestException;
import dev.mimeo.internal.http.RequestExchange;
import dev.mimeo.internal.http.RequestHead;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Answers queries over a garage on the loopback interface as Prometheus does: {@code /api/v1/query}, {@code query_range},
 * {@code labels}, {@code label/NAME/values}, {@code series}, {@code metadata} and {@code status/buildinfo}, with GET and POST, as
 * "HTTP API" in the documentation of Prometheus specifies them. The supported part of PromQL is what {@code
 * docs/reference/garage-queries.md} lists; everything else is an error of type {@code bad_data} that names it. Thread-safe.
 */
public final class PrometheusServer implements AutoCloseable {

    /** Most bytes of the head of a request, in which a query may be. */
    private static final int MAX_HEAD = 64 << 10;

    /** Most heap of a connection that waits: buffer, head, and the texts of its lines. */
    private static final int CONNECTION_BYTES = 256 << 10;

    private static final int MAX_FORM = 1 << 20;

    /** A sample that waits for its query takes 16 bytes, and as much again while it is read and evaluated. */
    private static final int SAMPLE_BYTES = 64;

    /** Longest time for which a client may read nothing. */
    private static final Duration STALL = Duration.ofSeconds(10);

    private final PrometheusApi api;
    private final Consumer<String> log;

    /** Queries that are evaluated, and large answers that are sent. */
    private final Semaphore queries;

    /** Forms that do not fit into the buffer of their connection, with their texts in an eighth of the heap. */
    private final Semaphore largeForms;

    private final HttpListener listener;

    private PrometheusServer(PrometheusApi api, int port, int threadCount, Consumer<String> log) throws IOException {
        this.api = api;
        this.log = log;
        queries = new Semaphore(threadCount, true);
        largeForms = new Semaphore((int)
                Math.max(1, Math.min(1000, Runtime.getRuntime().maxMemory() / 8 / (2 * MAX_FORM))));
        listener = HttpListener.start(
                port,
                new HttpListener.Limits(HttpListener.fittingConnections(CONNECTION_BYTES), MAX_HEAD, STALL),
                this::answer,
                request -> {},
                log);
    }

    /**
     * Starts a server. It has as many connections as fit into a quarter of the heap, up to 256; a further client gets the place of one that
     * has sent no request.
     *
     * @param root folder of the garage. Files that come or go later are noticed, at the latest after 15 seconds
     * @param port to listen on, or 0 for a free one
     * @param threadCount queries that are answered at a time, at least 1; they share a quarter of the heap
     * @param version version of Mimeo, for {@code status/buildinfo}
     * @param log is told of files that cannot be read and of requests that failed, in a line, on any thread
     * @throws IllegalArgumentException if {@code threadCount} is below 1, or the port is not one
     * @throws NotDirectoryException if the root is a file
     * @throws IOException if the garage cannot be read or has no files, or the port is taken
     */
    public static PrometheusServer start(Path root, int port, int threadCount, String version, Consumer<String> log)
            throws IOException {
        if (threadCount < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threadCount);
        }
        if (Files.isRegularFile(root)) {
            throw new NotDirectoryException(root.toString());
        }
        long samples = Runtime.getRuntime().maxMemory() / 4 / threadCount / SAMPLE_BYTES;
        SeriesStore store = new SeriesStore(root, samples);
        PrometheusApi api = new PrometheusApi(store, version, log);
        api.refresh();
        if (store.isEmpty()) {
            throw MimeoException.of(root, Reason.EMPTY, "no packed file that can be read");
        }
        return new PrometheusServer(api, port, threadCount, log);
    }

    /** Returns where it is, {@code http://127.0.0.1:9090}. */
    public URI uri() {
        return listener.uri();
    }

    private long answer(RequestExchange exchange) throws IOException {
        byte[] buffer = exchange.buffer();
        boolean hasForm = exchange.request().method().equals("POST");
        int length = hasForm ? exchange.body().readNBytes(buffer, 0, buffer.length) : 0;
        if (length < buffer.length) {
            return answer(exchange, new String(buffer, 0, length, StandardCharsets.UTF_8));
        }
        if (!largeForms.tryAcquire()) {
            return send(
                    exchange, PrometheusApi.Answer.error(503, "execution", "too many large requests: try again later"));
        }
        try {
            byte[] form = Arrays.copyOf(buffer, MAX_FORM + 1);
            length += exchange.body().readNBytes(form, length, form.length - length);
            if (length == form.length) {
                return send(
                        exchange, failure(QueryException.inExecution("a request has at most " + MAX_FORM + " bytes")));
            }
            return answer(exchange, new String(form, 0, length, StandardCharsets.UTF_8));
        } finally {
            largeForms.release();
        }
    }

    private long answer(RequestExchange exchange, String form) throws IOException {
        exchange.watch().working();
        PrometheusApi.Answer answer;
        queries.acquireUninterruptibly();
        try {
            answer = evaluate(exchange.request(), form);
            if (answer.body().length() > exchange.buffer().length) {
                // Counts as a query until it is sent, as many such answers would not fit into memory.
                return send(exchange, answer);
            }
        } finally {
            queries.release();
        }
        return send(exchange, answer);
    }

    private PrometheusApi.Answer evaluate(RequestHead request, String form) {
        try {
            // Not a URI of Java, which refuses the quotes and braces that people type in a query.
            String target =
                    new String(request.localTarget().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
            int question = target.indexOf('?');
            // Prometheus redirects to a path with single slashes, which loses the form of a POST.
            String path = (question < 0 ? target : target.substring(0, question)).replaceAll("/{2,}", "/");
            Map<String, List<String>> parameters = new HashMap<>();
            // As in Prometheus, a parameter of the form comes before one of the same name in the address.
            add(parameters, form);
            add(parameters, question < 0 ? "" : target.substring(question + 1));
            return api.answer(request.method(), decoded(path.replace("+", "%2B")), parameters);
        } catch (RequestException e) {
            return PrometheusApi.Answer.error(e.status(), "bad_data", e.line());
        } catch (QueryException e) {
            return failure(e);
        } catch (IOException | RuntimeException | VirtualMachineError e) {
            log.accept(request.target() + ": " + e);
            return PrometheusApi.Answer.error(500, "internal", String.valueOf(e.getMessage()));
        }
    }

    private static PrometheusApi.Answer failure(QueryException e) {
        return PrometheusApi.Answer.error(
                e.isInExecution() ? 422 : 400,
                e.isInExecution() ? "execution" : "bad_data",
                String.valueOf(e.getMessage()));
    }

    private static long send(RequestExchange exchange, PrometheusApi.Answer answer) throws IOException {
        exchange.watch().waiting(STALL);
        if (!answer.allow().isEmpty()) {
            exchange.response().set("Allow", answer.allow());
        }
        if (answer.body().isEmpty()) {
            exchange.response().sendEmpty(answer.status());
            return 0;
        }
        return exchange.response().send(answer.status(), "application/json", answer.body());
    }

    private static void add(Map<String, List<String>> parameters, String form) throws QueryException {
        for (String pair : form.split("&")) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
            parameters.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
        }
    }

    private static String decoded(String text) throws QueryException {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new QueryException("the request has a wrong escape");
        }
    }

    /** Stops at once. */
    @Override
    public void close() {
        listener.close();
    }
}
