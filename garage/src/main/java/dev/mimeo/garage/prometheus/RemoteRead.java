package dev.mimeo.garage.prometheus;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.mimeo.MimeoException;
import dev.mimeo.garage.prometheus.MetricQuery.LabelMatcher;
import dev.mimeo.garage.prometheus.MetricQuery.Selection;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads samples from a Prometheus server, or from another program that has its remote read protocol (version 0.1.0 of the protocol,
 * with answers of samples), and writes them as the JSON lines that VictoriaMetrics exports, which
 * {@link dev.mimeo.garage.load.CounterText#VICTORIAMETRICS} reads. Times are asked for piece by piece, an hour first, then up to a day
 * while answers are small, and less if the server or the memory sets a limit. Immutable and thread-safe.
 *
 * @param server address of the server, such as {@code http://localhost:9090}, with the prefix of its paths if it has one
 * @param selector series to read, such as <code>{job="node"}</code>; empty for all
 * @param fromMillis first time, in milliseconds since 1970
 * @param toMillis time after the last one
 * @param headers headers of each request by their names, such as {@code Authorization}
 */
public record RemoteRead(URI server, String selector, long fromMillis, long toMillis, Map<String, String> headers) {

    private static final String PATH = "/api/v1/read";
    private static final String ALL = "{" + LabelMatcher.NAME + "=~\".+\"}";

    private static final long FIRST_MILLIS = Duration.ofHours(1).toMillis();
    private static final long LONGEST_MILLIS = Duration.ofDays(1).toMillis();
    private static final long SHORTEST_MILLIS = Duration.ofSeconds(1).toMillis();

    /** Most bytes of an answer, compressed and as a message, unless memory allows less. */
    private static final int MOST_PACKED = 64 << 20;

    private static final int MOST_BYTES = 256 << 20;

    /** Messages that are smaller than this are worth asking for longer times. */
    private static final int SMALL_BYTES = 8 << 20;

    private static final int MOST_ERROR_BYTES = 1 << 10;

    /** A copy of 64 bytes takes three in Snappy, see its format description. */
    private static final int MOST_FACTOR = 22;

    /** Longest time without a byte in the middle of an answer. */
    private static final Duration STALL = Duration.ofMinutes(1);

    private static final int PART_BYTES = 1 << 16;
    private static final int TRIES = 4;
    private static final int OK = 200;
    private static final int LEAST_OVERLOADED = 502;
    private static final int MOST_OVERLOADED = 504;
    private static final int TOO_MANY_REQUESTS = 429;

    private static final JsonMapper MAPPER = JsonMapper.builder(
                    JsonFactory.builder().rootValueSeparator("\n").build())
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    /** Checks the address, the range and the selector. */
    public RemoteRead {
        headers = Map.copyOf(headers);
        if (server.getHost() == null || !String.valueOf(server.getScheme()).matches("https?")) {
            throw new IllegalArgumentException(
                    "'" + server + "' is not the address of a server, such as http://localhost:9090");
        }
        if (server.getUserInfo() != null || server.getQuery() != null || server.getFragment() != null) {
            // The text may have a password.
            throw new IllegalArgumentException("the address of a server has a scheme, a host, a port and a path only: "
                    + "give a user as a header");
        }
        if (fromMillis >= toMillis) {
            throw new IllegalArgumentException("the time range is empty: it must end after it starts");
        }
        headers.forEach((name, value) -> checkHeader(server, name, value));
    }

    /**
     * Totals of a run.
     *
     * @param samples samples that were written
     * @param lines lines that were written, each with samples of one series
     * @param histograms native histograms, which are left out as a garage has no place for them
     * @param staleMarkers markers of the ends of series, which are left out as they are no values
     */
    public record Report(long samples, long lines, long histograms, long staleMarkers) {}

    /**
     * Writes the samples.
     *
     * @param to stream that is written to, and left open
     * @param progress is told how many milliseconds of the time range are done
     * @throws MimeoException if the selector is wrong, or the server refuses or answers something else
     * @throws IOException if the server cannot be reached or writing fails
     */
    public Report write(OutputStream to, LongConsumer progress) throws IOException {
        return write(to, progress, STALL);
    }

    Report write(OutputStream to, LongConsumer progress, Duration stall) throws IOException {
        Selection selection = MetricQueryParser.parseSelector(selector.isEmpty() ? ALL : selector);
        // Redirects are not followed: they would take headers with passwords to other servers.
        HttpClient client =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(30)).build();
        try (JsonGenerator json = MAPPER.createGenerator(to)) {
            Run run = new Run(client, stall, selection.matchers(), new ReadMessages(), json);
            run.readAll(progress);
            return new Report(run.samples, run.lines, run.messages.histograms(), run.messages.staleMarkers());
        } catch (JacksonException e) {
            throw e.getCause() instanceof IOException failed ? failed : new IOException(e.getOriginalMessage(), e);
        }
    }

    private static void checkHeader(URI server, String name, String value) {
        try {
            HttpRequest.newBuilder(server).header(name, value);
        } catch (IllegalArgumentException e) {
            // The reason would have the value, which may be a secret.
            throw new IllegalArgumentException("header '" + name + "' cannot be set, or its value is wrong");
        }
    }

    private URI endpoint() {
        String text = server.toString().replaceAll("/+$", "");
        return URI.create(text.endsWith(PATH) ? text : text + PATH);
    }

    /** One run. */
    private final class Run {
        private final HttpClient client;
        private final Duration stall;
        private final List<LabelMatcher> matchers;
        private final ReadMessages messages;
        private final JsonGenerator json;
        private final int mostBytes =
                (int) Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / 4);
        private long samples;
        private long lines;
        private boolean answered;
        private int status;

        Run(HttpClient client, Duration stall, List<LabelMatcher> matchers, ReadMessages messages, JsonGenerator json) {
            this.client = client;
            this.stall = stall;
            this.matchers = matchers;
            this.messages = messages;
            this.json = json;
        }

        void readAll(LongConsumer progress) throws IOException {
            long length = FIRST_MILLIS;
            long longest = LONGEST_MILLIS;
            for (long start = fromMillis; start < toMillis; ) {
                long end = Math.min(toMillis, start + length);
                ByteBuffer answer = answer(ReadMessages.request(matchers, start, end - 1), length <= SHORTEST_MILLIS);
                if (answer == null) {
                    length = Math.max(SHORTEST_MILLIS, length / 2);
                    longest = length;
                    continue;
                }
                if (answer.remaining() < SMALL_BYTES) {
                    length = Math.min(longest, 2 * length);
                }
                write(answer, start, end);
                start = end;
                progress.accept(start - fromMillis);
            }
            if (lines > 0) {
                json.writeRaw('\n');
            }
        }

        private void write(ByteBuffer answer, long start, long end) throws IOException {
            try {
                messages.readResponse(answer, (labels, times, values, count) -> {
                    checkTimes(times, count, start, end);
                    write(labels, times, values, count);
                });
            } catch (InvalidProtocolBufferException e) {
                throw damaged(e);
            }
        }

        /** Refuses samples that nobody asked for, which would be there twice. */
        private void checkTimes(long[] times, int count, long first, long end) throws MimeoException {
            for (int i = 0; i < count; i++) {
                if (times[i] < first || times[i] >= end) {
                    throw failed("answers with samples of times outside the range", null);
                }
            }
        }

        private void write(Map<String, String> labels, long[] times, double[] values, int count) {
            json.writeStartObject();
            json.writeObjectPropertyStart("metric");
            labels.forEach(json::writeStringProperty);
            json.writeEndObject();
            json.writeName("values");
            json.writeArray(values, 0, count);
            json.writeName("timestamps");
            json.writeArray(times, 0, count);
            json.writeEndObject();
            samples += count;
            lines++;
        }

        /** Returns the message that answers a request, or null if it is larger than the server or the memory allows. */
        private @Nullable ByteBuffer answer(byte[] request, boolean isShortest) throws IOException {
            byte[] body = send(request);
            if (status != OK) {
                String reason = new String(body, StandardCharsets.UTF_8).strip();
                if (!isShortest && reason.contains("sample limit")) {
                    return null;
                }
                throw refused(status, reason);
            }
            int length = body.length <= MOST_PACKED ? uncompressedLength(body) : Integer.MAX_VALUE;
            if (length > mostBytes) {
                if (isShortest) {
                    throw failed("answers with more than " + (mostBytes >> 20) + " MiB for one second", null);
                }
                return null;
            }
            byte[] message = new byte[length];
            Snappy.uncompress(body, 0, body.length, message, 0);
            answered = true;
            return ByteBuffer.wrap(message);
        }

        private int uncompressedLength(byte[] packed) throws IOException {
            try {
                int length = Snappy.uncompressedLength(packed);
                if (length >= 0
                        && length <= (long) MOST_FACTOR * packed.length
                        && Snappy.isValidCompressedBuffer(packed)) {
                    return length;
                }
            } catch (IOException e) {
                throw damaged(e);
            }
            throw damaged(null);
        }

        /** Sends a request; once the server has answered one, others are sent again if it fails for some seconds. */
        private byte[] send(byte[] request) throws IOException {
            HttpRequest.Builder builder = HttpRequest.newBuilder(endpoint())
                    .timeout(Duration.ofMinutes(5))
                    .header("Content-Encoding", "snappy")
                    .header("Content-Type", "application/x-protobuf")
                    .header("X-Prometheus-Remote-Read-Version", "0.1.0")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(Snappy.compress(request)));
            headers.forEach(builder::header);
            try {
                for (int attempt = 1; ; attempt++) {
                    boolean isLast = !answered || attempt == TRIES;
                    try {
                        byte[] body = body(builder.build());
                        if (isLast || !isOverloaded(status)) {
                            return body;
                        }
                    } catch (IOException e) {
                        if (isLast) {
                            throw unreachable(e);
                        }
                    }
                    Thread.sleep(Duration.ofSeconds(attempt).toMillis());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw failed("the run was interrupted", e);
            }
        }

        /** Sets the status of an answer, and returns its body: one byte more than may be used, or the start of what an error says. */
        private byte[] body(HttpRequest request) throws IOException, InterruptedException {
            HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            status = response.statusCode();
            try (InputStream body = response.body()) {
                return read(body, status == OK ? MOST_PACKED + 1 : MOST_ERROR_BYTES);
            }
        }

        /** Reads up to a number of bytes; the timeout of the request ends when the headers have come. */
        private byte[] read(InputStream body, int most) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] part = new byte[PART_BYTES];
            while (bytes.size() < most) {
                CompletableFuture<Void> arrival =
                        new CompletableFuture<Void>().orTimeout(stall.toMillis(), TimeUnit.MILLISECONDS);
                // Closed by another thread, the stream ends the read that waits.
                CompletableFuture<Void> unused = arrival.exceptionally(timeout -> {
                    close(body);
                    return null;
                });
                int count;
                try {
                    count = body.read(part, 0, Math.min(part.length, most - bytes.size()));
                } catch (IOException e) {
                    if (arrival.isCompletedExceptionally()) {
                        throw new HttpTimeoutException("the answer stopped after " + Counts.of(bytes.size(), "byte")
                                + ", and nothing came for " + stall.toMillis() / 1000.0 + " s");
                    }
                    throw e;
                } finally {
                    arrival.complete(null);
                }
                if (count < 0) {
                    break;
                }
                bytes.write(part, 0, count);
            }
            return bytes.toByteArray();
        }

        private static void close(InputStream body) {
            try {
                body.close();
            } catch (IOException e) {
                // The read fails.
            }
        }
    }

    private static boolean isOverloaded(int status) {
        return status == TOO_MANY_REQUESTS || (status >= LEAST_OVERLOADED && status <= MOST_OVERLOADED);
    }

    private IOException unreachable(IOException e) {
        String reason = e instanceof ConnectException ? "cannot be reached" : Failures.reason(e);
        return failed(reason + ": check the address, and that the server runs", e);
    }

    private MimeoException refused(int status, String reason) {
        String remedy = switch (status) {
            case 301, 302, 303, 307, 308 -> "name the server that it leads to";
            case 401, 403 -> "give the headers that it wants with `headers`";
            case 404, 405 -> "name the server, and the prefix of its paths if it has one";
            default -> "see the log of the server";
        };
        String shown = Failures.oneLine(reason);
        return failed(
                "answers with status " + status + (shown.isEmpty() ? "" : " ('" + shown + "')") + ": " + remedy, null);
    }

    private MimeoException damaged(@Nullable IOException e) {
        return failed("answers with something else than the samples that were asked for: is it Prometheus?", e);
    }

    private MimeoException failed(String problem, @Nullable Exception cause) {
        return new MimeoException(
                endpoint().toString(), -1, MimeoException.Reason.CORRUPT, endpoint() + ": " + problem, cause);
    }
}
