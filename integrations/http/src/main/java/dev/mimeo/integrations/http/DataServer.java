package dev.mimeo.integrations.http;

import dev.mimeo.generate.DataProducer;
import dev.mimeo.generate.segment.SegmentFile;
import dev.mimeo.internal.http.HttpListener;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.function.Consumer;

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
 * {@link #CONNECTION_BYTES} each. A client beyond that gets the place of the connection that has waited longest for a request; if there is
 * none, it gets status 503 and is counted. A request must arrive within 10 seconds, and a client
 * that reads nothing is cut off: after {@link Settings#stall}, or after 5 seconds while every connection is taken.
 *
 * <p>Thread-safe.
 */
public final class DataServer implements AutoCloseable {

    /** Most connections whose requests are answered. */
    public static final int MAX_CONNECTIONS = HttpListener.MAX_CONNECTIONS;

    /** Most heap that a connection takes while it waits for its client: a buffer, a request and what they hang on. */
    public static final int CONNECTION_BYTES = 128 << 10;

    private final HttpListener listener;

    private DataServer(HttpListener listener) {
        this.listener = listener;
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
        // Fails now and not with the first request.
        producers.build().close();
        StreamSupply supply = new ProducerSupply(seed -> {
            synchronized (producers) {
                return producers.seed(seed).build();
            }
        });
        return start(supply, settings, HttpListener.fittingConnections(CONNECTION_BYTES));
    }

    /**
     * Starts a server of the streams of a segment, which are those of {@link SegmentFile#source}, and of its objects. It serves more than 1
     * GB/s on a CPU, where generating from a characterization limits a server to a tenth of that.
     *
     * @throws IOException if the port is taken
     */
    public static DataServer start(SegmentFile segment, Settings settings) throws IOException {
        return start(new SegmentSupply(segment), settings, HttpListener.fittingConnections(CONNECTION_BYTES));
    }

    /** Starts a server with a number of connections. */
    static DataServer start(StreamSupply supply, Settings settings, int places) throws IOException {
        DataHandler handler = new DataHandler(supply, settings);
        return new DataServer(HttpListener.start(
                settings.port(),
                new HttpListener.Limits(places, DataHandler.MAX_HEAD, settings.stall()),
                handler,
                settings.log(),
                settings.log()));
    }

    /** Returns where it is, {@code http://127.0.0.1:8080}. */
    public URI uri() {
        return listener.uri();
    }

    /** Returns how many connections are open at most. */
    public int connections() {
        return listener.connections();
    }

    /** Returns how many connections were refused so far, because all others were taken. */
    public long refused() {
        return listener.refused();
    }

    /** Stops at once, in the middle of answers, too. */
    @Override
    public void close() {
        listener.close();
    }
}
