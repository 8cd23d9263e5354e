package dev.mimeo.integrations.spark;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A proxy before an {@link ObjectStore}. It notes all requests, and fails one in a number of them, by turns: it says that the store is
 * busy, closes the connection without an answer, or closes it after half of the data that was asked for.
 */
final class StoreProxy implements AutoCloseable {

    /** Headers that belong to one of the two connections. */
    private static final Set<String> OWN =
            Set.of("connection", "content-length", "date", "expect", "host", "server", "transfer-encoding", "upgrade");

    private static final String SLOW_DOWN = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>SlowDown</Code>"
            + "<Message>Please reduce your request rate.</Message></Error>";
    private static final String DENIED = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>AccessDenied</Code>"
            + "<Message>Access Denied</Message></Error>";

    /** Treatment of a request. */
    enum Fault {
        NONE,
        SLOW_DOWN,
        CLOSE,
        CUT
    }

    /**
     * A request.
     *
     * @param method such as GET
     * @param target path and query
     * @param isCopy whether it copies an object
     * @param status status of the answer; 0 if there was none
     * @param sent bytes of the body of the answer
     * @param fault what was done to it
     */
    record Request(String method, String target, boolean isCopy, int status, long sent, Fault fault) {}

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Queue<Request> requests = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final URI store;
    private final int faultEvery;
    private final CountDownLatch stalled = new CountDownLatch(1);
    private final AtomicBoolean cutsNext = new AtomicBoolean();
    private volatile @Nullable String refused;
    private volatile @Nullable String unanswered;

    /** @param faultEvery how many requests have one fault; 0 for no faults */
    StoreProxy(URI store, int faultEvery) throws IOException {
        this.store = store;
        this.faultEvery = faultEvery;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Refuses from now on to store what has a text in its path; null for nothing. */
    void refuse(@Nullable String text) {
        refused = text;
    }

    /** Closes the connection after half of the next data that is asked for. */
    void cutNext() {
        cutsNext.set(true);
    }

    /** Never answers, from now on, requests to store what has a text in its path. */
    void stall(String text) {
        unanswered = text;
    }

    /** Waits for the first request that is not answered. */
    void awaitStalled() throws InterruptedException {
        stalled.await();
    }

    /** Returns the requests so far, and forgets them. */
    List<Request> take() {
        List<Request> taken = List.copyOf(requests);
        requests.clear();
        return taken;
    }

    private Fault fault(HttpExchange exchange) {
        int number = count.incrementAndGet();
        if (faultEvery > 0 && number % faultEvery == 0) {
            switch (number / faultEvery % 3) {
                case 0 -> {
                    return Fault.SLOW_DOWN;
                }
                case 1 -> {
                    return Fault.CLOSE;
                }
                default -> cutsNext.set(true);
            }
        }
        boolean cuts = exchange.getRequestMethod().equals("GET") && cutsNext.getAndSet(false);
        return cuts ? Fault.CUT : Fault.NONE;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Fault fault = fault(exchange);
            if (stores(exchange, unanswered)) {
                stalled.countDown();
                // Until the proxy is closed.
                new CountDownLatch(1).await();
            } else if (stores(exchange, refused)) {
                answer(exchange, 403, DENIED, Fault.NONE);
            } else if (fault == Fault.SLOW_DOWN) {
                answer(exchange, 503, SLOW_DOWN, fault);
            } else if (fault == Fault.CLOSE) {
                note(exchange, 0, 0, fault);
            } else {
                forward(exchange, body, fault);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            // Closes the connection if there is no answer, or only a part of one.
            exchange.close();
        }
    }

    private static boolean stores(HttpExchange exchange, @Nullable String text) {
        return text != null
                && exchange.getRequestMethod().equals("PUT")
                && exchange.getRequestURI().getPath().contains(text);
    }

    private void note(HttpExchange exchange, int status, long sent, Fault fault) {
        requests.add(new Request(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                exchange.getRequestHeaders().containsKey("x-amz-copy-source"),
                status,
                sent,
                fault));
    }

    private void answer(HttpExchange exchange, int status, String text, Fault fault) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        note(exchange, status, body.length, fault);
        exchange.getResponseHeaders().set("Content-Type", "application/xml");
        send(exchange, status, body, body.length);
    }

    private void forward(HttpExchange exchange, byte[] body, Fault fault) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(store + exchange.getRequestURI().toString()))
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!OWN.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        byte[] content = response.body();
        int sent = fault == Fault.CUT ? content.length / 2 : content.length;
        note(exchange, response.statusCode(), sent, fault);
        response.headers().map().forEach((name, values) -> {
            if (!OWN.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> exchange.getResponseHeaders().add(name, value));
            }
        });
        Optional<String> length = response.headers().firstValue("Content-Length");
        if (exchange.getRequestMethod().equals("HEAD") && length.isPresent()) {
            exchange.getResponseHeaders().set("Content-Length", length.get());
        }
        send(exchange, response.statusCode(), content, sent);
    }

    private static void send(HttpExchange exchange, int status, byte[] body, int length) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (length > 0) {
            exchange.getResponseBody().write(body, 0, length);
            exchange.getResponseBody().flush();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
