package dev.mimeo.integrations.http;

import com.sun.net.httpserver.HttpServer;
import dev.mimeo.generate.DataProducer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Serves synthetic data over HTTP/1.1 on the loopback interface, with the server of the JDK:
 *
 * <ul>
 *   <li>{@code GET /data?size=BYTES&seed=S&offset=O}: a part of the stream of a seed, as {@link DataProducer} prints it
 *   <li>{@code GET /object/KEY?size=BYTES&seed=S}: the content of the object with that key, as
 *       {@link dev.mimeo.generate.PayloadFactory#object} has it
 * </ul>
 *
 * <p>{@code HEAD}, {@code Range} (one range), {@code ETag}, {@code If-Match}, {@code If-None-Match} and {@code If-Range} are
 * those of RFC 9110. Errors are one line of text. Only requests to a loopback name are answered, so that no web page
 * reaches the server through a name of its own (DNS rebinding).
 *
 * <p>{@value #THREADS} answers are sent at a time, others wait; nothing is stored but a few buffers for each. A client that
 * reads nothing for long is cut off. How long a client may take to send its request, and how many connections there may be, are
 * the system properties {@code sun.net.httpserver.maxReqTime} and {@code jdk.httpserver.maxConnections} of the JDK, without
 * limit unless they are set before the first server of the process is made.
 *
 * <p>Thread-safe.
 */
public final class DataServer implements AutoCloseable {

    /** Answers that are sent at a time. */
    public static final int THREADS = 256;

    private static final int IDLE_SECONDS = 30;

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final StallGuard guard;

    private DataServer(HttpServer server, ThreadPoolExecutor threads, StallGuard guard) {
        this.server = server;
        this.threads = threads;
        this.guard = guard;
    }

    /**
     * How to serve.
     *
     * @param port to listen on, or 0 for a free one
     * @param seed of requests that name none
     * @param version of what is generated from, goes into entity tags: for example a hash of the characterization
     * @param stall how long a client may read nothing
     * @param log is told of each request, in a line, on any thread
     */
    public record Settings(int port, long seed, String version, Duration stall, Consumer<String> log) {

        /** @throws IllegalArgumentException if the port is not 0 to 65535 or the duration not positive */
        public Settings {
            if (port < 0 || port > 65535) {
                throw new IllegalArgumentException("a port is 0 to 65535, got " + port);
            }
            if (stall.isZero() || stall.isNegative()) {
                throw new IllegalArgumentException("stall must be positive, got " + stall);
            }
        }
    }

    /**
     * Starts a server.
     *
     * @param producers how to generate, but for the seed; from now on the server's. The characterization must stay open
     * @throws IllegalArgumentException as for {@link DataProducer.Builder#build}
     * @throws IOException if the characterization cannot be read or the port is taken
     */
    public static DataServer start(DataProducer.Builder producers, Settings settings) throws IOException {
        // Fails now and not with the first request.
        producers.build().close();
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), settings.port()), 0);
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "mimeo-http-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        StallGuard guard = new StallGuard(settings.stall());
        server.setExecutor(threads);
        server.createContext("/", new DataHandler(producers, settings, guard));
        server.start();
        return new DataServer(server, threads, guard);
    }

    /** Returns where it is, {@code http://127.0.0.1:8080}. */
    public URI uri() {
        InetSocketAddress address = server.getAddress();
        String host = address.getAddress().getHostAddress();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort());
    }

    /** Stops at once, in the middle of answers, too. */
    @Override
    public void close() {
        server.stop(0);
        // Not interrupted: they would close the file of the characterization. Without connections they end soon.
        threads.shutdown();
        guard.close();
    }
}
