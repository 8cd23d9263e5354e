package dev.mimeo.internal.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Listens for HTTP/1.1 on the loopback interface. Each connection has a thread and a place.
 *
 * <p>A client that comes while every place is taken gets that of the connection that has waited longest for a request, a second at least. Only
 * while all others are answered or read their answers, it gets status 503 and is counted. A request must arrive within 10 seconds, and a client that reads
 * nothing is cut off: after the time of {@link #start}, or after 5 seconds while every place is taken.
 *
 * <p>Thread-safe.
 */
public final class HttpListener implements AutoCloseable {

    /** Most connections whose requests are answered. */
    public static final int MAX_CONNECTIONS = 256;

    /** The longest wait for a client while every place is taken. */
    static final Duration PRESSED = Duration.ofSeconds(5);

    /** Threads that refuse connections. Where a client does not send its request, a refusal takes 2 seconds at most. */
    private static final int REFUSING_THREADS = 8;

    /** The longest wait for a client that is refused while others wait for that: enough for one on this machine that is not slow on purpose. */
    private static final Duration REFUSAL = Duration.ofMillis(100);

    /** Refusals that wait for a thread; further connections are closed without an answer. */
    private static final int WAITING_REFUSALS = 1024;

    /** Pause after a connection that failed, so that file descriptors, memory or refusing threads become free. */
    private static final Duration ACCEPT_PAUSE = Duration.ofMillis(100);

    private final ServerSocket server;
    private final Connection.Settings settings;
    private final Consumer<String> failures;
    private final StallGuard guard;
    private final StallGuard refusalGuard;
    private final int places;
    private final ThreadPoolExecutor answering;
    private final ThreadPoolExecutor refusing;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicLong refused = new AtomicLong();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    private HttpListener(ServerSocket server, Connection.Settings settings, Consumer<String> failures, int places) {
        this.server = server;
        this.settings = settings;
        this.failures = failures;
        this.places = places;
        guard = guard(settings.stall(), () -> taken.get() >= places, PRESSED);
        answering = threads("mimeo-http-", places, Integer.MAX_VALUE);
        refusing = threads("mimeo-http-refusal-", REFUSING_THREADS, WAITING_REFUSALS);
        BlockingQueue<Runnable> waiting = refusing.getQueue();
        refusalGuard = guard(REFUSAL, () -> !waiting.isEmpty(), REFUSAL);
    }

    private StallGuard guard(Duration shortest, BooleanSupplier isPressed, Duration longest) {
        Consumer<String> listener = failures;
        return new StallGuard(
                shortest,
                new StallGuard.Pressure(isPressed, longest),
                e -> Connection.log(listener, "watching failed: " + e));
    }

    /**
     * Returns how many connections fit into a quarter of the heap, {@link #MAX_CONNECTIONS} at most.
     *
     * @param bytes most heap that a connection takes while it waits for its client: a buffer, a head of a request, and what they hang on
     */
    public static int fittingConnections(int bytes) {
        long fitting = Runtime.getRuntime().maxMemory() / 4 / bytes;
        return (int) Math.max(1, Math.min(MAX_CONNECTIONS, fitting));
    }

    /**
     * Limits of what clients can take.
     *
     * @param places connections whose requests are answered, 1 or more
     * @param maxHead most bytes of the head of a request
     * @param stall longest time for which a client may read nothing, more than 0
     */
    public record Limits(int places, int maxHead, Duration stall) {}

    /**
     * Starts to listen.
     *
     * @param port to listen on, or 0 for a free one
     * @param requests is told of each request, in a line, on any thread
     * @param failures is told of connections that failed, in a line, on any thread
     * @throws IOException if the port is taken
     */
    public static HttpListener start(
            int port, Limits limits, RequestHandler handler, Consumer<String> requests, Consumer<String> failures)
            throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), MAX_CONNECTIONS);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        HttpListener listener = new HttpListener(
                socket,
                new Connection.Settings(handler, limits.maxHead(), limits.stall(), requests),
                failures,
                limits.places());
        // All threads are there before the first client: later there may be no memory for one.
        listener.answering.prestartAllCoreThreads();
        listener.refusing.prestartAllCoreThreads();
        daemon(listener::accept, "mimeo-http-accept").start();
        return listener;
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
                    Connection.log(failures, "a connection was not accepted: " + e);
                    pause(ACCEPT_PAUSE);
                }
            }
        }
    }

    private void dispatch(Socket socket) {
        taken.incrementAndGet();
        boolean answered = findPlace();
        if (!answered) {
            taken.decrementAndGet();
            refused.incrementAndGet();
        }
        sockets.add(socket);
        String refusal = answered ? null : "all " + places + " connections are taken: try again later";
        boolean started = false;
        Connection connection = new Connection(socket, settings, answered ? guard : refusalGuard, refusal);
        try {
            (answered ? answering : refusing).execute(() -> serve(socket, connection, answered));
            started = true;
        } finally {
            if (!started) {
                connection.drop();
                taken.addAndGet(answered ? -1 : 0);
            }
        }
    }

    /** Waits until no more places are taken than there are, or ends a connection that waits for a request; returns false if none does. */
    private boolean findPlace() {
        while (taken.get() > places) {
            OptionalLong wait = guard.endLongestIdle();
            if (wait.isEmpty()) {
                return false;
            }
            if (wait.getAsLong() == 0) {
                return true;
            }
            pause(Duration.ofNanos(wait.getAsLong()));
        }
        return true;
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

    private static void pause(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops at once, in the middle of answers, too. */
    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            // It no longer listens.
        }
        // Not interrupted: that would close files that answers are read from. Without connections they end soon.
        answering.shutdown();
        refusing.shutdown();
        sockets.forEach(this::drop);
        guard.close();
        refusalGuard.close();
    }
}
