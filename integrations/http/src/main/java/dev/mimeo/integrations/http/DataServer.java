package dev.mimeo.integrations.http;

import dev.mimeo.generate.DataProducer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Serves synthetic data over HTTP/1.1 on the loopback interface:
 *
 * <ul>
 *   <li>{@code GET /data?size=BYTES&seed=S&offset=O}: a part of the stream of a seed, as {@link DataProducer} generates it
 *   <li>{@code GET /object/KEY?size=BYTES&seed=S}: the content of the object with that key, as
 *       {@link dev.mimeo.generate.PayloadFactory#object} has it
 * </ul>
 *
 * <p>{@code HEAD}, {@code Range} (one range), {@code ETag}, {@code If-Match}, {@code If-None-Match} and {@code If-Range} are
 * those of RFC 9110. Errors are one line of text. Only requests to a loopback name are answered, so that no web page
 * reaches the server through a name of its own (DNS rebinding).
 *
 * <p>There are up to {@link #MAX_CONNECTIONS} connections, and no more than fit into a quarter of the heap at
 * {@link #CONNECTION_BYTES} each. Clients beyond that get status 503 and are counted. A request must arrive within 10 seconds, and a client
 * that reads nothing is cut off: after {@link Settings#stall}, or after 5 seconds while every connection is taken.
 *
 * <p>Thread-safe.
 */
public final class DataServer implements AutoCloseable {

    /** Most connections whose requests are answered. */
    public static final int MAX_CONNECTIONS = 256;

    /** Most heap that a connection takes while it waits for its client: a buffer, a request and what they hang on. */
    public static final int CONNECTION_BYTES = 128 << 10;

    /** Threads that refuse connections; a refusal takes 2 seconds at most where a client does not close. */
    private static final int REFUSING_THREADS = 8;

    /** Refusals that wait for a thread; further connections are closed without an answer. */
    private static final int WAITING_REFUSALS = 1024;

    /** Pause after a connection that failed, so that file descriptors, memory or refusing threads become free. */
    private static final long ACCEPT_PAUSE_MILLIS = 100;

    private final ServerSocket server;
    private final Settings settings;
    private final DataHandler handler;
    private final StallGuard guard;
    private final int places;
    private final ThreadPoolExecutor answering;
    private final ThreadPoolExecutor refusing;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicLong refused = new AtomicLong();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    private DataServer(ServerSocket server, StreamSupply supply, Settings settings, int places) {
        this.server = server;
        this.settings = settings;
        this.places = places;
        handler = new DataHandler(supply, settings);
        guard = new StallGuard(settings.stall(), () -> taken.get() >= places, e -> log("watching failed: " + e));
        answering = threads("mimeo-http-", places, places);
        refusing = threads("mimeo-http-refusal-", REFUSING_THREADS, WAITING_REFUSALS);
    }

    /**
     * The settings of a server.
     *
     * @param port to listen on, or 0 for a free one
     * @param seed seed of requests that name none
     * @param version identifies the characterization in entity tags: for example its hash
     * @param stall longest time for which a client may read nothing
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
     * @param producers sources of data, for any seed; from now on the server's. The characterization must stay open
     * @throws IllegalArgumentException as for {@link DataProducer.Builder#build}
     * @throws IOException if the characterization cannot be read or the port is taken
     */
    public static DataServer start(DataProducer.Builder producers, Settings settings) throws IOException {
        long fitting = Runtime.getRuntime().maxMemory() / 4 / CONNECTION_BYTES;
        // Fails now and not with the first request.
        producers.build().close();
        StreamSupply supply = new StreamSupply(seed -> {
            synchronized (producers) {
                return producers.seed(seed).build();
            }
        });
        return start(supply, settings, (int) Math.max(1, Math.min(MAX_CONNECTIONS, fitting)));
    }

    /** Starts a server with a number of connections. */
    static DataServer start(StreamSupply supply, Settings settings, int places) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), settings.port()), MAX_CONNECTIONS);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        DataServer server = new DataServer(socket, supply, settings, places);
        // All threads are there before the first client: later there may be no memory for one.
        server.answering.prestartAllCoreThreads();
        server.refusing.prestartAllCoreThreads();
        daemon(server::accept, "mimeo-http-accept").start();
        return server;
    }

    private static ThreadPoolExecutor threads(String name, int count, int waiting) {
        AtomicInteger number = new AtomicInteger();
        return new ThreadPoolExecutor(
                count,
                count,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(waiting),
                task -> daemon(task, name + number.incrementAndGet()));
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Returns where it is, {@code http://127.0.0.1:8080}. */
    public URI uri() {
        String host = server.getInetAddress().getHostAddress();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + server.getLocalPort());
    }

    /** Returns how many connections are open at most. */
    public int connections() {
        return places;
    }

    /** Returns how many connections were refused so far, because all others were taken. */
    public long refused() {
        return refused.get();
    }

    /** Takes connections until the server is closed, whatever happens to one. */
    private void accept() {
        while (!server.isClosed()) {
            Socket socket = null;
            try {
                socket = server.accept();
                dispatch(socket);
            } catch (Throwable e) {
                drop(socket);
                if (!server.isClosed()) {
                    log("a connection was not accepted: " + e);
                    pause();
                }
            }
        }
    }

    private void dispatch(Socket socket) {
        boolean answered = taken.incrementAndGet() <= places;
        if (!answered) {
            taken.decrementAndGet();
            refused.incrementAndGet();
        }
        sockets.add(socket);
        String refusal = answered ? null : "all " + places + " connections are taken: try again later";
        boolean started = false;
        try {
            Connection connection = new Connection(socket, handler, settings, guard, refusal);
            (answered ? answering : refusing).execute(() -> serve(socket, connection, answered));
            started = true;
        } finally {
            if (!started && answered) {
                taken.decrementAndGet();
            }
        }
    }

    private void serve(Socket socket, Connection connection, boolean answered) {
        try {
            connection.run();
        } finally {
            if (answered) {
                taken.decrementAndGet();
            }
            sockets.remove(socket);
        }
    }

    private void drop(@Nullable Socket socket) {
        if (socket == null) {
            return;
        }
        sockets.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            // Nobody is left to tell.
        }
    }

    private static void pause() {
        try {
            Thread.sleep(ACCEPT_PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void log(String line) {
        Connection.log(settings, line);
    }

    /** Stops at once, in the middle of answers, too. */
    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            // It no longer listens.
        }
        // Not interrupted: they would close the file of the characterization. Without connections they end soon.
        answering.shutdown();
        refusing.shutdown();
        sockets.forEach(this::drop);
        guard.close();
    }
}
