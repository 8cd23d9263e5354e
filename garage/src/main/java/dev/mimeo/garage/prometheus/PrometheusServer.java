package dev.mimeo.garage.prometheus;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Answers queries over a garage on the loopback interface as Prometheus does: {@code /api/v1/query}, {@code query_range},
 * {@code labels}, {@code label/NAME/values}, {@code series}, {@code metadata} and {@code status/buildinfo}, with GET and POST, as
 * "HTTP API" in the documentation of Prometheus specifies them. The supported part of PromQL is what {@code
 * docs/reference/garage-queries.md} lists; everything else is an error of type {@code bad_data} that names it. Thread-safe.
 */
public final class PrometheusServer implements AutoCloseable {

    private static final int MAX_BODY = 1 << 20;

    /** A sample that waits for its query takes 16 bytes, and as much again while it is read and evaluated. */
    private static final int SAMPLE_BYTES = 64;

    private final HttpServer server;
    private final ExecutorService threads;
    private final PrometheusApi api;
    private final Consumer<String> log;

    private PrometheusServer(HttpServer server, ExecutorService threads, PrometheusApi api, Consumer<String> log) {
        this.server = server;
        this.threads = threads;
        this.api = api;
        this.log = log;
    }

    /**
     * Starts a server.
     *
     * @param root folder of the garage. Files that come or go later are noticed, at the latest after 15 seconds
     * @param port to listen on, or 0 for a free one
     * @param threadCount queries that are answered at a time; they share a quarter of the heap
     * @param version version of Mimeo, for {@code status/buildinfo}
     * @param log is told of files that cannot be read and of requests that failed, in a line, on any thread
     * @throws IOException if the garage cannot be read or the port is taken
     */
    public static PrometheusServer start(Path root, int port, int threadCount, String version, Consumer<String> log)
            throws IOException {
        long samples = Runtime.getRuntime().maxMemory() / 4 / threadCount / SAMPLE_BYTES;
        PrometheusApi api = new PrometheusApi(new SeriesStore(root, samples), version, log);
        api.refresh();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        ExecutorService threads = Executors.newFixedThreadPool(threadCount, task -> {
            Thread thread = new Thread(task, "mimeo-prometheus");
            thread.setDaemon(true);
            return thread;
        });
        PrometheusServer started = new PrometheusServer(server, threads, api, log);
        server.createContext("/", started::answer);
        server.setExecutor(threads);
        server.start();
        return started;
    }

    /** Returns where it is, {@code http://127.0.0.1:9090}. */
    public URI uri() {
        InetSocketAddress address = server.getAddress();
        String host = address.getAddress().getHostAddress();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            PrometheusApi.Answer answer;
            try {
                answer = isLocal(exchange)
                        ? api.answer(
                                exchange.getRequestMethod(),
                                exchange.getRequestURI().getPath(),
                                parameters(exchange))
                        : PrometheusApi.Answer.error(403, "bad_data", "only requests to a loopback name are answered");
            } catch (QueryException e) {
                answer = PrometheusApi.Answer.error(
                        e.isTooLarge() ? 422 : 400,
                        e.isTooLarge() ? "execution" : "bad_data",
                        String.valueOf(e.getMessage()));
            } catch (IOException | RuntimeException | VirtualMachineError e) {
                log.accept(exchange.getRequestURI() + ": " + e);
                answer = PrometheusApi.Answer.error(500, "internal", String.valueOf(e.getMessage()));
            }
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            boolean isHead = exchange.getRequestMethod().equals("HEAD");
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), isHead ? -1 : body.length);
            if (!isHead) {
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(body);
                }
            }
        }
    }

    /** No web page reaches the server through a name of its own (DNS rebinding). */
    private static boolean isLocal(HttpExchange exchange) {
        String host = String.valueOf(exchange.getRequestHeaders().getFirst("Host"));
        String name = host.replaceFirst(":\\d+$", "");
        return List.of("localhost", "127.0.0.1", "[::1]").contains(name);
    }

    /** Returns the parameters of the address, and of the body of a form. */
    private static Map<String, List<String>> parameters(HttpExchange exchange) throws IOException {
        Map<String, List<String>> parameters = new HashMap<>();
        add(parameters, exchange.getRequestURI().getRawQuery());
        if (exchange.getRequestMethod().equals("POST")) {
            try (InputStream in = exchange.getRequestBody()) {
                byte[] body = in.readNBytes(MAX_BODY + 1);
                if (body.length > MAX_BODY) {
                    throw new QueryException("a request has at most " + MAX_BODY + " bytes", true);
                }
                add(parameters, new String(body, StandardCharsets.UTF_8));
            }
        }
        return parameters;
    }

    private static void add(Map<String, List<String>> parameters, String form) throws QueryException {
        for (String pair : form == null ? new String[0] : form.split("&")) {
            int equals = pair.indexOf('=');
            try {
                String name = URLDecoder.decode(equals < 0 ? pair : pair.substring(0, equals), StandardCharsets.UTF_8);
                String value = equals < 0 ? "" : URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8);
                parameters.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
            } catch (IllegalArgumentException e) {
                throw new QueryException("the request has a wrong escape");
            }
        }
    }

    /** Stops at once. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
